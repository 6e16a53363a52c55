// A hub with its companion's WebSocket open, and an extension that the test plays: the real proof of the extension, over a socket whose headers the test chooses.
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { extensionIds } from '../../../contract/names.ts';
import { parsePairingCode } from '../../../contract/pairing-code.ts';
import { MessageQueue } from '../../../resources/extension/message-queue.ts';
import { proveTo, type Secret, type SocketKey } from '../../../resources/extension/socket-proof.ts';
import { usePlace } from '../../support/hub-process.ts';
import { until } from '../../support/panel-client.ts';
import type { Browser } from '../../../contract/schemas/entities.ts';

export const chromiumOrigin = `chrome-extension://${extensionIds.chromium}`;
export const firefoxOrigin = 'moz-extension://2b6e0f4c-6d0e-4a77-9a1c-5d3f1c0f8a11';

interface Dial {
  readonly origin?: string;
  readonly headers?: Record<string, string>;
  readonly path?: string;
}

/** A WebSocket that is open, or the status that it was refused with. */
export async function dial(port: number, { origin = chromiumOrigin, headers, path = '/companion' }: Dial = {}) {
  const options = { ...(origin !== '' && { origin }), ...(headers && { headers }) };
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, options);
  onTestFinished(() => socket.terminate());
  const refused = once(socket, 'unexpected-response').then(([, response]) => Number(response.statusCode));
  const opened = once(socket, 'open').then(() => socket);
  opened.catch(() => {});
  refused.catch(() => {});
  return Promise.race([opened, refused]);
}

export async function dialled(port: number, how: Dial = {}): Promise<{ socket: WebSocket; hub: MessageQueue }> {
  const socket = await dial(port, how);
  if (typeof socket === 'number') throw new Error(`It was refused with ${socket}.`);
  return { socket, hub: new MessageQueue(socket as never) };
}

export interface Played {
  readonly socket: WebSocket;
  readonly key: SocketKey | null;
  /** What the hub said, in order. */
  readonly heard: Record<string, unknown>[];
  readonly closed: Promise<number>;
  say(message: object): void;
  hello(profileId?: string, pairKey?: string | null): Promise<Record<string, unknown>>;
}

/** Proves to know the secret, as the extension does. Rejects with its ProofError. */
export async function play(port: number, secret: Secret, profileId: string, how: Dial = {}): Promise<Played> {
  const { socket, hub } = await dialled(port, how);
  const closed = once(socket, 'close').then(([code]) => Number(code));
  const key = await proveTo(hub, port, secret, profileId).catch(error => {
    socket.close();
    throw error;
  });
  const heard: Record<string, unknown>[] = [];
  hub.listen(message => heard.push(message as Record<string, unknown>));
  const say = (message: object) => hub.send(message);
  const hello: Played['hello'] = async (of = profileId, pairKey = null) => {
    say({ jsonrpc: '2.0', id: 'hello', method: 'hello', params: helloOf(of, pairKey) });
    await until(() => heard.some(({ id }) => id === 'hello'), 'the hub answers the hello');
    return heard.find(({ id }) => id === 'hello') as Record<string, unknown>;
  };
  return { socket, key, heard, closed, say, hello };
}

export function helloOf(profileId: string, pairKey: string | null) {
  const browser = { family: 'chromium', name: 'Chromium', version: '150', os: 'linux' };
  return { protocol: 2, runId: 'run-of-the-browser', profileId, pairKey, browser, extensionVersion: '0.1.0' };
}

export async function openCompanion() {
  const place = usePlace();
  const hub = await place.serve();
  const panel = await place.panel(hub);
  const code = async () => {
    const { code: text, pairingId } = await panel.request('companion:pair', {});
    const parsed = parsePairingCode(text);
    if (!parsed) throw new Error(`${text} is no code.`);
    await panel.waitFor(({ hub: { pairing: shown } }) => shown?.id === pairingId, 'the panel shows the pairing');
    return { port: parsed.port, secret: { by: 'code', code: parsed.secret } as const, pairingId, text };
  };
  const pair = async (profileId: string) => {
    const { port, secret } = await code();
    const played = await play(port, secret, profileId);
    const welcome = (await played.hello()).result as { state: string; pairKey: string };
    if (!played.key) throw new Error('No key came.');
    await until(() => state().includes('connected'), 'the panel shows the browser');
    return { ...played, port, welcome, secret: { by: 'key', ...played.key } as const };
  };
  const browsers = (): Browser[] => Object.values(panel.snapshot.browsers);
  const state = () => browsers().map(browser => browser.state.kind);
  const pairing = () => panel.snapshot.hub.pairing?.state;
  return { place, hub, panel, code, pair, browsers, state, pairing };
}
