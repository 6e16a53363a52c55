// Secrets under a real GNOME Keyring: encrypted by its key, readable again after a restart, and neither lost nor in clear while it is locked.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inEnglish } from '../../words/english.ts';
import { DesktopSession } from '../support/desktop-session.ts';
import { type AppPlace, askFrom, firstWindow, openAppPlace, type StartedApp, startApp } from '../support/electron.ts';
import { Keyring } from '../support/keyring.ts';
import { until } from '../support/panel-client.ts';
import { describeWith } from '../support/provided.ts';
import { textsBelow } from '../support/temp-home.ts';
import type { Page } from 'playwright';

const canary = 'canary-51c0ffee77aa91d2';
const password = 'the password of the login';
const needs = ['electron', 'display', 'session-bus', 'busctl', 'keyring'] as const;

let place: AppPlace;
let session: DesktopSession;
let keyring: Keyring;
let started: StartedApp | null = null;
let window: Page;

async function start(): Promise<void> {
  started = await startApp(place, { args: ['--password-store=gnome-libsecret'], env: session.env });
  window = await firstWindow(started.app);
}

async function quit(): Promise<void> {
  await started?.app.close();
  started = null;
}

const secretsFile = (name: string) => path.join(place.home, 'secrets', name);
const filesWith = (text: string) =>
  Object.entries(textsBelow(place.home, 'latin1')).flatMap(([file, held]) => (held.includes(text) ? [file] : []));
const keeper = async () => (await askFrom(window, 'secrets:list', {})).keeper;
const isSet = async (name: string) =>
  (await askFrom(window, 'secrets:list', {})).secrets.find(secret => secret.name === name)?.isSet ?? false;

/** A server that says what it finds in `KEY` by its hash, because the panel would mask it. */
const seenFile = () => path.join(place.folder, 'seen');
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const hashing = `
  const seen = require('node:crypto').createHash('sha256').update(process.env.KEY).digest('hex');
  require('node:fs').writeFileSync(process.env.SEEN, seen);
  setInterval(() => {}, 1000);`;

async function addReader(): Promise<void> {
  const env = { KEY: '${secret:KEY}', SEEN: seenFile() };
  const mcpServers = { reader: { command: process.execPath, args: ['-e', hashing], env } };
  await askFrom(window, 'servers:add', { kind: 'json', text: JSON.stringify({ mcpServers }) });
  const { servers } = await askFrom(window, 'state:get', {});
  await askFrom(window, 'servers:approve', { serverId: 'reader', hash: servers['reader']?.hash ?? '' });
}

const readsKey = () =>
  until(() => fs.existsSync(seenFile()) && fs.readFileSync(seenFile(), 'utf8') === hashOf(canary), 'a server reads it');

async function openSession(): Promise<void> {
  const home = path.join(place.folder, 'keyring');
  fs.mkdirSync(home, { recursive: true, mode: 0o700 });
  session = await DesktopSession.start(home);
  keyring = new Keyring(session, home);
}

async function closeSession(): Promise<void> {
  await quit();
  await keyring.stop();
  await session.stop();
}

describeWith(needs, 'secrets and the keyring', () => {
  beforeEach(async () => {
    place = await openAppPlace();
    await openSession();
    await keyring.start(password);
  });

  afterEach(async () => {
    await closeSession();
    await place.remove();
  });

  test('What is set in the panel lies encrypted by a key of the keyring, and is there after a restart', async () => {
    await start();
    const backend = await started?.app.evaluate(({ safeStorage }) => safeStorage.getSelectedStorageBackend());
    expect(backend).toBe('gnome_libsecret');
    await window.getByRole('link', { name: 'Settings' }).click();
    await window.getByText('They are encrypted by the keychain of your system (gnome_libsecret).').first().waitFor();
    await askFrom(window, 'secrets:set', { name: 'KEY', value: canary });
    expect(await keyring.labels()).toContainEqual(expect.stringMatching(/Safe Storage$/));
    await addReader();
    await readsKey();
    expect([fs.existsSync(secretsFile('credentials.enc')), filesWith(canary)]).toEqual([true, []]);
    await quit();
    fs.rmSync(seenFile());
    await start();
    expect(await isSet('KEY')).toBe(true);
    await readsKey();
    expect(filesWith(canary)).toEqual([]);
  });

  test.each([
    ['locked', () => keyring.start(null)],
    ['absent', async () => {}],
  ])('While the keyring is %s the panel says so, and nothing that it holds is lost', async (_, begin) => {
    await start();
    await askFrom(window, 'secrets:set', { name: 'KEY', value: canary });
    await quit();
    await keyring.stop();
    const sealed = fs.readFileSync(secretsFile('credentials.enc'));
    await begin();
    await start();
    const { kind, reason, warns } = await keeper();
    const sentence = inEnglish(reason);
    expect([kind, warns]).toEqual(['file', true]);
    expect(sentence).toContain('The keychain of your system (gnome_libsecret) cannot be used: it is locked');
    expect(sentence).toContain(`Those in ${secretsFile('credentials.enc')} need the keychain`);
    await askFrom(window, 'secrets:set', { name: 'LATER', value: 'set while it was locked' });
    expect(fs.readFileSync(secretsFile('credentials.enc')).equals(sealed)).toBe(true);
    await closeSession();

    await openSession();
    await keyring.start(password);
    await start();
    expect([await isSet('KEY'), await isSet('LATER'), (await keeper()).kind]).toEqual([true, true, 'keychain']);
    expect(fs.existsSync(secretsFile('credentials.json'))).toBe(false);
    await addReader();
    await readsKey();
  });
});
