// Agents under load, one class for each wire of other programs, and all wires by name.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { WebSocket } from 'ws';
import { FrameChannel } from '../../../native-host/framing/frame-channel.ts';
import { McpLoad, overHttp, overSse } from './mcp-agents.ts';
import { type LoadAgent, type LoadClient, TabReader } from './tab-reader.ts';
import type { EndpointId } from '../../../contract/entities.ts';
import type { PanelClient } from '../../support/panel-client.ts';

interface Place {
  readonly panel: PanelClient;
  readonly client: LoadClient;
  readonly userHome: string;
  readonly number: number;
}

const capBytes = 64 * 1024 * 1024;

/** Opens every way in, lets every client work in its own tabs, and makes one with a credential. */
export async function approveClients(panel: PanelClient, home: string): Promise<LoadClient> {
  for (const clientId of ['compat-claude', 'compat-claude-bridge', 'compat-claudezilla'])
    await panel.request('clients:set-start', { clientId, start: 'own-tabs' });
  await panel.request('endpoints:set', { endpointId: 'claude-bridge', on: true });
  await panel.request('mcp-server:set', { change: { limits: { message: 0, mcp: 0 } } });
  const { client, http } = await panel.request('clients:create', { name: 'Load', start: 'own-tabs' });
  const secret = readFileSync(join(home, 'secrets/clients', client.id), 'utf8');
  const headers = { authorization: `Bearer ${http.token}` };
  return { home, clientId: client.id, secret, http: { url: new URL(http.url ?? ''), headers } };
}

/** Frames without ids: the answers come in the order of the questions. */
class FramesLoad extends TabReader {
  readonly #channel: FrameChannel;
  readonly #waiting: ((answer: string) => void)[] = [];

  private constructor(channel: FrameChannel) {
    super();
    this.#channel = channel;
    channel.onFrame(frame => this.#waiting.shift()?.(frame.toString()));
  }

  static async connect(path: string): Promise<FramesLoad> {
    const socket = connect(path);
    await once(socket, 'connect');
    return new FramesLoad(new FrameChannel(socket, { maxFrameBytes: capBytes }));
  }

  close(): void {
    this.#channel.close();
  }

  protected ask(name: string, args: object): Promise<string> {
    const tool = name === 'tabs_create' ? 'tabs_create_mcp' : name;
    return new Promise(resolve => {
      this.#waiting.push(resolve);
      this.#channel.send(JSON.stringify({ method: 'execute_tool', params: { client_id: 'claude-code', tool, args } }));
    });
  }
}

class BridgeLoad extends TabReader {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<string, (answer: string) => void>();
  #nextId = 1;

  private constructor(socket: WebSocket) {
    super();
    this.#socket = socket;
    socket.on('message', data => {
      const text = String(data);
      const { tool_use_id: id = '' } = JSON.parse(text) as { tool_use_id?: string };
      this.#waiting.get(id)?.(text);
      this.#waiting.delete(id);
    });
  }

  static async connect(address: string): Promise<BridgeLoad> {
    const socket = new WebSocket(address);
    await once(socket, 'open');
    return new BridgeLoad(socket);
  }

  close(): void {
    this.#socket.terminate();
  }

  protected ask(name: string, args: object): Promise<string> {
    const id = `toolu_${this.#nextId++}`;
    const tool = name === 'tabs_create' ? 'tabs_create_mcp' : name;
    return new Promise(resolve => {
      this.#waiting.set(id, resolve);
      this.#socket.send(JSON.stringify({ type: 'tool_call', tool_use_id: id, client_type: 'claude-code', tool, args }));
    });
  }
}

/** A connection for each command, as the real program does it: the token from its file, one line each way. */
class ClaudezillaLoad extends TabReader {
  readonly #socketPath: string;
  readonly #agentId: string;
  readonly #flat: boolean;

  constructor(socketPath: string, number: number, flat: boolean) {
    super();
    this.#socketPath = socketPath;
    this.#agentId = `agent_${String(number).repeat(32)}_${process.pid}`;
    this.#flat = flat;
  }

  close(): void {}

  protected ask(name: string, args: object): Promise<string> {
    const authToken = readFileSync(join(dirname(this.#socketPath), 'claudezilla-auth.token'), 'utf8');
    const command = name === 'tabs_create' ? 'createWindow' : 'getContent';
    const params = { ...args, agentId: this.#agentId };
    const line = this.#flat ? { command, ...params, authToken } : { command, params, authToken };
    return new Promise((resolve, reject) => {
      const socket = connect(this.#socketPath, () => socket.write(`${JSON.stringify(line)}\n`));
      let said = '';
      socket.on('data', chunk => {
        said += chunk.toString();
        if (said.endsWith('\n')) socket.destroy();
      });
      socket.on('error', reject);
      socket.on('close', () => (said.endsWith('\n') ? resolve(said) : reject(new Error('Closed without an answer.'))));
    });
  }
}

async function addressOf(panel: PanelClient, id: EndpointId): Promise<string> {
  await panel.waitFor(({ endpoints }) => endpoints[id]?.state.kind === 'listening', `${id} is open`);
  return panel.snapshot.endpoints[id]?.address.split(', ')[0] ?? '';
}

type Connect = (place: Place) => Promise<LoadAgent>;

const frames =
  (id: EndpointId): Connect =>
  async ({ panel }) =>
    FramesLoad.connect(await addressOf(panel, id));
const zilla =
  (flat: boolean): Connect =>
  async ({ panel, number }) =>
    new ClaudezillaLoad(await addressOf(panel, 'claudezilla'), number, flat);

export const agentWires = {
  pilothouse: ({ client }: Place) => McpLoad.connect(client),
  '/mcp': ({ client }: Place) => overHttp(client),
  '/sse': ({ client }: Place) => overSse(client),
  'claude-frames': frames('claude-code-frames'),
  'claude-frames in a folder': frames('claude-bridge-frames'),
  'claude-bridge': async ({ panel }: Place) => BridgeLoad.connect(await addressOf(panel, 'claude-bridge')),
  claudezilla: zilla(false),
  'claudezilla, flat': zilla(true),
} satisfies Record<string, Connect>;
