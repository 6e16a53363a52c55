// Harbor's extension of the second generation as a program: it starts the hub's launcher as its browser or its tests do, and speaks its wire.
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { until } from '../../support/panel-client.ts';
import { startLauncher } from '../native-host/relay-child.ts';
import type { PanelClient } from '../../support/panel-client.ts';
import type { RelayChild } from '../native-host/relay-child.ts';

export type WireMessage = Readonly<Record<string, unknown>>;

interface Answered {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

export class HarborExtension {
  readonly relay: RelayChild;
  /** Everything that came, in order. */
  readonly heard: WireMessage[] = [];
  readonly #waiting = new Map<string, (answer: Answered) => void>();
  #last = 0;

  /** `argv` is what the browser passes; that of Harbor's own tests when absent. */
  constructor(home: string, argv: readonly string[] = ['--native-messaging']) {
    this.relay = startLauncher(path.join(home, 'launcher/relay'), argv);
    void this.#listen();
    onTestFinished(() => this.leave());
  }

  /** As the browser does when the extension drops its port. */
  async leave(): Promise<void> {
    this.relay.child.stdin?.end();
    await this.relay.exited;
  }

  say(message: unknown): void {
    this.relay.send(JSON.stringify(message));
  }

  /** The answer as it came, without what is the same in each. */
  ask(method: string, params: unknown = {}): Promise<Answered> {
    this.#last += 1;
    const id = `r${this.#last}`;
    this.say({ type: 'rpc', id, method, params });
    return new Promise(resolve => this.#waiting.set(id, resolve));
  }

  /** Its result. Rejects with the code and the message of an error. */
  async rpc(method: string, params: unknown = {}): Promise<unknown> {
    const { result, error } = await this.ask(method, params);
    if (error) throw new Error(`${error.code} ${error.message}`);
    return result;
  }

  hears(isIt: (message: WireMessage) => boolean, what: string): Promise<void> {
    return until(() => this.heard.some(isIt), what);
  }

  async #listen(): Promise<void> {
    for (;;) {
      const message = JSON.parse((await this.relay.take()).toString()) as WireMessage;
      this.heard.push(message);
      const { type, id, ...answer } = message;
      if (type !== 'rpc_response') continue;
      this.#waiting.get(String(id))?.(answer);
      this.#waiting.delete(String(id));
    }
  }
}

/** The user lets the extension do all of these for good. */
export async function allow(panel: PanelClient, ...scopes: readonly string[]): Promise<void> {
  for (const scope of scopes) {
    const subject = { kind: 'client', id: 'compat-harbor' };
    const reply = await panel.send('grants:set', { subject, effect: 'allow', scope });
    if (!reply.ok) throw new Error(reply.error.message);
  }
}

/** Approves the next server that waits for it, and waits until it runs. */
export async function approveServer(panel: PanelClient, serverId: string): Promise<void> {
  await panel.waitFor(({ servers }) => servers[serverId]?.state.kind === 'blocked', `${serverId} waits`);
  await panel.request('servers:approve', { serverId, hash: panel.snapshot.servers[serverId]?.hash ?? '' });
}

/** A script as Harbor's own tests have it: it knows no handshake. */
export const echoScript = `
async function main() {
  while (true) {
    const request = JSON.parse(await MCP.readLine());
    let response = { jsonrpc: '2.0', id: request.id, error: { code: -32601, message: 'Method not found' } };
    if (request.method === 'tools/list')
      response = { jsonrpc: '2.0', id: request.id, result: { tools: [
        { name: 'echo', description: 'Echoes', inputSchema: { type: 'object', properties: { message: { type: 'string' } } } },
      ] } };
    if (request.method === 'tools/call')
      response = { jsonrpc: '2.0', id: request.id, result: { content: [
        { type: 'text', text: request.params.name + ': ' + request.params.arguments.message + (process.env.MARK ?? '') },
      ] } };
    MCP.writeLine(JSON.stringify(response));
  }
}
main();
`;
