// A running hub tells how the browsers of the machine stand, who answers them, and repairs what others write; in panel and command line.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registryPollMs } from '../../../contract/browsers.ts';
import { inEnglish } from '../../../words/english.ts';
import { openPlace, usePlace } from '../../support/hub-process.ts';
import type { MachineBrowser, WhoAnswers } from '../../../contract/schemas/browsers.ts';
import type { HubPlace } from '../../support/hub-process.ts';
import type { PanelClient } from '../../support/panel-client.ts';

const folder = '.config/chromium/NativeMessagingHosts';
const own = `${folder}/dev.pilothouse.relay.json`;
const theirs = '{ "name": "dev.pilothouse.relay", "description": "Theirs", "path": "/bin/true", "type": "stdio" }\r\n';

const problem = 'browser:chromium:pilothouse';

/** Before the hub would look by itself. How soon a watch tells is tried with the watch, which a busy machine holds up too. */
const watchedMs = registryPollMs / 2;

let place: HubPlace;
let panel: PanelClient;
let changes = 0;

async function begin(opened: HubPlace): Promise<void> {
  place = opened;
  fs.mkdirSync(path.join(place.folder, '.config/chromium'), { recursive: true });
  panel = await place.panel(await place.serve());
  changes = 0;
  panel.socket.on('message', data => {
    if (String(data).includes('browsers:changed')) changes += 1;
  });
}

const beginAnew = () => begin(usePlace());

const at = (file: string) => path.join(place.folder, file);

async function chromium(): Promise<MachineBrowser> {
  const { browsers } = await panel.request('browsers:list', {});
  return browsers.find(({ browserId }) => browserId === 'chromium')!;
}

async function answerer(): Promise<WhoAnswers> {
  const { answers } = await panel.request('browsers:who-answers', { browserId: 'chromium' });
  return answers.find(({ host }) => host === 'pilothouse')!;
}

describe('a browser', () => {
  beforeEach(beginAnew);

  test('that is here and off says so, with the address of its extensions', async () => {
    expect(await chromium()).toMatchObject({
      found: 'yes',
      isOn: false,
      truth: { kind: 'off' },
      running: { kind: 'no' },
      extensionsPage: 'chrome://extensions',
    });
  });

  test('that is switched on and closed says so, not that all is well', async () => {
    await panel.request('manifests:install', { browserId: 'chromium' });
    const { isOn, manifest, truth } = await chromium();
    expect([isOn, manifest.state, truth.kind, inEnglish(truth.reason)]).toEqual([
      true,
      'ours',
      'closed',
      'Chromium is switched on and closed. Start it.',
    ]);
  });

  test('names its version and its profiles', async () => {
    fs.writeFileSync(at('.config/chromium/Last Version'), '142.0.7444.59');
    const cache = { Default: { name: 'Ana' }, 'Profile 1': { name: 'Work' } };
    fs.writeFileSync(at('.config/chromium/Local State'), JSON.stringify({ profile: { info_cache: cache } }));
    expect(await chromium()).toMatchObject({
      version: '142.0.7444.59',
      profiles: {
        kind: 'known',
        list: [
          { folder: 'Default', name: 'Ana' },
          { folder: 'Profile 1', name: 'Work' },
        ],
      },
    });
  });

  test('that starts another program becomes a problem, which repairing solves and switching off undoes byte for byte', async () => {
    await panel.request('manifests:install', { browserId: 'chromium' });
    fs.writeFileSync(at(own), theirs);
    await panel.waitFor(({ hub }) => hub.problems.some(({ id }) => id === problem), 'the problem is told', watchedMs);
    expect(changes).toBeGreaterThan(0);
    expect((await chromium()).truth).toMatchObject({ kind: 'other-program' });
    await panel.request('manifests:repair', { browserId: 'chromium' });
    await panel.waitFor(({ hub }) => hub.problems.every(({ id }) => id !== problem), 'the problem is solved');
    expect((await answerer()).answer.kind).toBe('pilothouse');
    await panel.request('manifests:uninstall', { browserId: 'chromium' });
    expect(fs.readFileSync(at(own), 'utf8')).toBe(theirs);
  });

  test('whose folder of manifests is removed and made anew is watched on', async () => {
    await panel.request('manifests:install', { browserId: 'chromium' });
    fs.rmSync(at(folder), { recursive: true });
    await panel.waitFor(({ hub }) => hub.problems.some(({ id }) => id === problem), 'the problem is told', watchedMs);
    await panel.request('manifests:repair', { browserId: 'chromium' });
    await panel.waitFor(({ hub }) => hub.problems.length === 0, 'the problem is solved');
    fs.rmSync(at(own));
    await panel.waitFor(({ hub }) => hub.problems.length === 1, 'the problem is told', watchedMs);
  });

  test('is repaired with a launcher that is gone', async () => {
    await panel.request('manifests:install', { browserId: 'chromium' });
    fs.rmSync(path.join(place.home, 'launcher/relay'));
    await panel.waitFor(({ hub }) => hub.problems.length === 1, 'the problem is told', watchedMs);
    expect((await chromium()).truth.kind).toBe('broken');
    const { row } = await panel.request('manifests:repair', { browserId: 'chromium' });
    expect([row.state, fs.existsSync(path.join(place.home, 'launcher/relay'))]).toEqual(['ours', true]);
  });
});

describe('a folder of profiles', () => {
  beforeEach(beginAnew);

  test('is a row of its own once it was named, and is forgotten with what was written into it', async () => {
    const profiles = at('profiles/work');
    fs.mkdirSync(profiles, { recursive: true });
    fs.writeFileSync(path.join(profiles, 'Local State'), '{}');
    const { browserId } = await panel.request('browsers:add-folder', { folder: `${profiles}/` });
    await panel.request('manifests:install', { browserId });
    const manifest = path.join(profiles, 'NativeMessagingHosts/dev.pilothouse.relay.json');
    expect(fs.existsSync(manifest)).toBe(true);
    await panel.request('browsers:remove-folder', { browserId });
    const { browsers } = await panel.request('browsers:list', {});
    expect([fs.existsSync(manifest), browsers.some(one => one.browserId === browserId)]).toEqual([false, false]);
  });
});

describe('the command line', () => {
  beforeEach(beginAnew);

  test('lists, plans, switches on, says who answers, and switches off', async () => {
    const run = async (...args: string[]) => {
      const { code, stdout, stderr } = await place.run(['browsers', ...args]);
      return { code, text: stdout + stderr };
    };
    expect((await run('list')).text).toMatch(/^chromium +Chromium is not switched on\.$/m);
    const planned = await run('install', '--browser', 'chromium', '--dry-run');
    expect([planned.code, planned.text, fs.existsSync(at(own))]).toEqual([
      0,
      `chromium  Chromium:\n  would write ${at(own)}\n`,
      false,
    ]);
    expect((await run('install', '--browser', 'chromium')).text).toContain(`  wrote ${at(own)}\n`);
    const who = JSON.parse((await run('who', '--browser', 'chromium', '--json')).text) as { answers: WhoAnswers[] };
    expect(who.answers.map(({ host, answer }) => `${host} ${answer.kind}`)).toEqual([
      'pilothouse pilothouse',
      'claude-code nobody',
      'claude-desktop nobody',
      'harbor-bridge nobody',
    ]);
    expect((await run('uninstall')).text).toContain(`  removed ${at(own)}\n`);
    const unknown = await run('install', '--browser', 'netscape');
    expect([unknown.code, unknown.text]).toEqual([2, expect.stringContaining('There is no browser “netscape”')]);
    const { entries } = await panel.request('audit:query', { filter: {}, count: 10 });
    expect(JSON.stringify(entries)).toContain('manifest-set');
  });

  test('plans a repair and a removal without a written byte, and says as JSON what each change did', async () => {
    const switched = async (...args: string[]) => {
      const { stdout } = await place.run(['browsers', ...args, '--browser', 'chromium', '--json']);
      return (JSON.parse(stdout) as { results: unknown[] }).results;
    };
    const done = (state: string) => [{ browserId: 'chromium', kind: 'done', row: expect.objectContaining({ state }) }];
    expect(await switched('install')).toMatchObject(done('ours'));
    const written = fs.readFileSync(at(own), 'utf8');
    const removal = await place.run(['browsers', 'uninstall', '--browser', 'chromium', '--dry-run']);
    expect(removal).toMatchObject({ code: 0, stdout: expect.stringContaining(`  would remove ${at(own)}\n`) });
    expect(fs.readFileSync(at(own), 'utf8')).toBe(written);

    fs.writeFileSync(at(own), theirs);
    const repair = await place.run(['browsers', 'repair', '--browser', 'chromium', '--dry-run']);
    expect(repair).toMatchObject({ code: 0, stdout: expect.stringContaining(at(own)) });
    expect(fs.readFileSync(at(own), 'utf8')).toBe(theirs);
    expect(await switched('repair')).toMatchObject(done('ours'));
    expect(fs.readFileSync(at(own), 'utf8')).toBe(written);
    expect(await switched('uninstall')).toMatchObject([{ browserId: 'chromium', kind: 'done' }]);
    expect(fs.readFileSync(at(own), 'utf8')).toBe(theirs);
  });
});

// Nothing of it changes anything, so one hub hears all of it.
describe('What is not there', () => {
  beforeAll(() => begin(openPlace()));
  afterAll(() => place.end());

  test.each([
    ['relative/folder', 'is no absolute path'],
    ['/no/such/folder', 'There is no folder'],
    ['/tmp', 'holds no profiles'],
  ])('The folder of profiles %s is refused: it %s', async (folderOf, sentence) => {
    await expect(panel.request('browsers:add-folder', { folder: folderOf })).rejects.toThrow(sentence);
  });

  test('A folder that a row is about already is refused by its name', async () => {
    await expect(panel.request('browsers:add-folder', { folder: at('.config/chromium') })).rejects.toThrow(
      'is the folder of Chromium already',
    );
  });

  test.each([
    ['browsers', 'who', '--browser', 'netscape'],
    ['browsers', 'repair', '--browser', 'netscape'],
    ['browsers', 'uninstall', '--browser', 'netscape', '--dry-run'],
    ['browsers', 'install', '--host', 'netscape'],
    ['clients', 'connect', 'netscape'],
    ['clients', 'restore', 'netscape', '--dry-run'],
    ['doctor', '--browser', 'netscape'],
    ['servers', 'start', 'netscape'],
    ['servers', 'logs', 'netscape'],
    ['servers', 'remove', 'netscape'],
    ['tools', 'off', 'netscape'],
  ])('%s %s %s names nothing that there is: a usage error with what there is', async (...args) => {
    const { code, stdout, stderr } = await place.run(args);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(/netscape/)]);
  });

  test('the doctor of a browser that there is not is a usage error without a hub too', async () => {
    const { code, stderr } = await place.run(['doctor', '--browser', 'netscape', '--json'], { home: at('none') });
    expect([code, JSON.parse(stderr)]).toMatchObject([
      2,
      { error: { exitCode: 2, code: 'ERR_INVALID_ARGUMENTS', reason: { kind: 'no-such-browser' } } },
    ]);
  });
});
