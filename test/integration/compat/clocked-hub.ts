// A whole hub in this process whose clock the test moves, with our extension played beside it and raw clients of its sockets.
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { companionProtocol } from '../../../contract/companion.ts';
import { extensionIds } from '../../../contract/names.ts';
import { connectToHub } from '../../../native-host/relay/hub-connection.ts';
import { PlayedClock } from '../../fuzz/whole-hub/clock.ts';
import { HubInProcess } from '../../fuzz/whole-hub/hub-in-process.ts';
import { buildOnce } from '../../support/hub-process.ts';
import { until } from '../../support/panel-client.ts';
import type { FrameChannel } from '../../../native-host/framing/frame-channel.ts';

type Said = Record<string, unknown>;

/** Our extension at the end of a relay's connection; what it is told waits for the test. */
export class HandPlayedExtension {
  readonly heard: Said[] = [];
  readonly #channel: FrameChannel;

  constructor(channel: FrameChannel) {
    this.#channel = channel;
    channel.onFrame(frame => this.heard.push(JSON.parse(frame.toString()) as Said));
    const browser = { family: 'chromium', name: 'Chromium', version: '150.0', os: 'linux' };
    const common = {
      protocol: companionProtocol,
      profileId: 'profile-of-a-test',
      runId: 'run-of-a-test',
      extensionVersion: '0.1.0',
    };
    this.#post({ id: 1, method: 'hello', params: { ...common, pairKey: null, browser } });
  }

  get calls(): Said[] {
    return this.heard.filter(({ method }) => method === 'call');
  }

  get cancelled(): unknown[] {
    return this.heard.filter(({ method }) => method === 'cancel').map(({ params }) => (params as { id: unknown }).id);
  }

  /** The call with this number, counted from 0, once it has come. */
  async call(number: number): Promise<Said> {
    await until(() => this.calls.length > number, `call ${number} comes`);
    return this.calls[number] as Said;
  }

  answer({ id }: Said, text: string, tabId?: number): void {
    const tab = { tabId, windowId: 1, title: '', url: 'about:blank', active: true };
    const content = [{ type: 'text', text }];
    this.#post({ id, result: { content, ...(tabId === undefined ? {} : { tab }) } });
  }

  #post(message: object): void {
    this.#channel.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
  }
}

/** Lines on spec 000's socket. */
export class LineClient {
  readonly socket: Socket;
  readonly replies: Said[] = [];
  #rest = '';

  constructor(socketPath: string) {
    this.socket = connect(socketPath);
    this.socket.on('error', () => {});
    this.socket.on('data', chunk => {
      const lines = (this.#rest + String(chunk)).split('\n');
      this.#rest = lines.pop() ?? '';
      this.replies.push(...lines.map(line => JSON.parse(line) as Said));
    });
    onTestFinished(() => void this.socket.destroy());
  }

  async reply(number: number): Promise<Said> {
    await until(() => this.replies.length > number, `reply ${number} comes`);
    return this.replies[number] as Said;
  }
}

export async function openClockedHub() {
  buildOnce();
  const clock = new PlayedClock();
  const hub = new HubInProcess(clock);
  clock.install();
  const channels: FrameChannel[] = [];
  onTestFinished(async () => {
    for (const channel of channels) channel.close();
    await hub.end();
    clock.restore();
  });
  await hub.start();
  await hub.request('clients:set-start', { clientId: 'compat-claudezilla', start: 'own-tabs' });
  const settle = async () => {
    for (let number = 0; number < 10; number += 1) await turn();
  };
  const connectRelay = async () => {
    const argv = [`chrome-extension://${extensionIds.chromium}/`];
    const hello = { argv, pid: process.pid };
    const channel = await connectToHub({ home: hub.home, role: 'relay', hello });
    channels.push(channel);
    const extension = new HandPlayedExtension(channel);
    const isConnected = () =>
      Object.values(hub.hub.snapshot().browsers).some(({ state }) => state.kind === 'connected');
    await until(isConnected, 'the extension is let in');
    return extension;
  };
  const zilla = () => {
    const client = new LineClient(hub.claudezilla.socket);
    const write = (line: object) => {
      const authToken = readFileSync(hub.claudezilla.token, 'utf8');
      client.socket.write(`${JSON.stringify({ ...line, authToken })}\n`);
    };
    const say = (command: string, params: object) => write({ command, params });
    const sayFlat = (command: string, params: object) => write({ command, ...params });
    return { client, say, sayFlat };
  };
  const mcp = async (start: 'ask' | 'own-tabs' = 'own-tabs') => {
    const { clientId, clientSecret } = await hub.client('A test', start);
    const program = { path: null, pid: process.pid, folder: null };
    const hello = { clientId, instanceId: 'instance of a test', program };
    const channel = await connectToHub({ home: hub.home, role: 'mcp', hello, clientSecret });
    channels.push(channel);
    const heard: Said[] = [];
    channel.onFrame(frame => heard.push(JSON.parse(frame.toString()) as Said));
    const say = (message: object) => channel.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
    const answerTo = async (id: number) => {
      await until(() => heard.some(said => said['id'] === id), `request ${id} is answered`);
      return heard.find(said => said['id'] === id) as Said;
    };
    return { channel, say, answerTo, heard };
  };
  return { hub, settle, connectRelay, zilla, mcp, pass: (ms: number) => clock.advance(ms, settle) };
}

/** The agent of spec 000 that `openZillaScene` plays. */
export const agentId = `agent_d35b49c6a1f04d3b8e2a7c9d0f1e2b3a_${process.pid}`;

/** The same with our extension, and an agent of spec 000 that has a tab of its own. */
export async function openZillaScene() {
  const made = await openClockedHub();
  const extension = await made.connectRelay();
  const { client, say, sayFlat } = made.zilla();
  say('createWindow', { agentId });
  extension.answer(await extension.call(0), '{"tabId":7}', 7);
  await client.reply(0);
  return { ...made, extension, client, say, sayFlat };
}
