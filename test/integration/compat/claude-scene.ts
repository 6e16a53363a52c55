// What the tests of the Claude wires begin with: a real hub, a real relay with an extension of spec 001 behind it, raw clients.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { encodeFrame, FrameSplitter } from '../../../native-host/framing/frame-codec.ts';
import { textOf } from '../../../native-host/framing/frame-pieces.ts';
import { usePlace } from '../../support/hub-process.ts';
import { repositoryRoot } from '../../support/provided.ts';
import { startRelay } from '../native-host/relay-child.ts';
import type { HubPlace, HubProcess } from '../../support/hub-process.ts';
import type { PanelClient } from '../../support/panel-client.ts';
import type { RelayChild } from '../native-host/relay-child.ts';

export const claudeOrigin = 'chrome-extension://fcoeoabgfenejglbffodgkkbkcdhcgfn/';
export const user = userInfo().username;
const relayScript = path.join(repositoryRoot, 'dist/relay/relay.cjs');

/** A client of spec 001's socket that knows nothing but frames. */
export class RawClient {
  readonly socket: Socket;
  readonly closed: Promise<unknown>;
  readonly #frames: unknown[] = [];
  readonly #takers: ((value: unknown) => void)[] = [];

  private constructor(socket: Socket) {
    this.socket = socket;
    this.closed = once(socket, 'close');
    const splitter = new FrameSplitter(2 ** 31);
    socket.on('error', () => {});
    socket.on('data', chunk =>
      splitter.push(chunk, pieces => {
        const value: unknown = JSON.parse(textOf(pieces));
        const taker = this.#takers.shift();
        if (taker) taker(value);
        else this.#frames.push(value);
      }),
    );
  }

  static async connect(address: string): Promise<RawClient> {
    const socket = connect(address);
    await once(socket, 'connect');
    const client = new RawClient(socket);
    onTestFinished(() => void socket.destroy());
    return client;
  }

  send(value: unknown): void {
    this.socket.write(encodeFrame(JSON.stringify(value)));
  }

  execute(tool: string, args: object = {}): Promise<unknown> {
    this.send({ method: 'execute_tool', params: { client_id: 'claude-code', tool, args } });
    return this.take();
  }

  take(): Promise<unknown> {
    return this.#frames.length > 0
      ? Promise.resolve(this.#frames.shift())
      : new Promise(resolve => this.#takers.push(resolve));
  }

  /** Frames that came and were not taken. */
  get waiting(): readonly unknown[] {
    return this.#frames;
  }

  async close(): Promise<void> {
    this.socket.end();
    await this.closed;
  }
}

export interface ToolRequest {
  readonly client_id: string;
  readonly tool: string;
  readonly args: Record<string, unknown>;
}

/** An extension of spec 001 behind a relay: `answer` gives the `result` or `error` of each request, or null for silence. */
export class SpecExtension {
  readonly relay: RelayChild;
  /** Every frame from the host, in order. */
  readonly heard: Record<string, unknown>[] = [];
  answer: (request: ToolRequest) => object | null | Promise<object | null>;
  /** The same for every method but execute_tool. */
  answerMethod: (request: Record<string, unknown>) => object | null = () => ({ result: { done: true } });

  constructor(relay: RelayChild, answer: SpecExtension['answer']) {
    this.relay = relay;
    this.answer = answer;
    void this.#listen();
  }

  get requests(): ToolRequest[] {
    return this.heard.filter(({ method }) => method === 'execute_tool').map(({ params }) => params as ToolRequest);
  }

  say(value: object): void {
    this.relay.send(JSON.stringify(value));
  }

  async #listen(): Promise<void> {
    for (;;) {
      const frame = JSON.parse((await this.relay.take()).toString()) as Record<string, unknown>;
      this.heard.push(frame);
      if (frame.type === 'tool_request' && frame.method !== 'execute_tool') {
        const body = this.answerMethod(frame);
        if (body) this.say({ type: 'tool_response', ...body });
        continue;
      }
      if (frame.type === 'tool_request') void this.#reply(frame.params as ToolRequest);
    }
  }

  async #reply(request: ToolRequest): Promise<void> {
    const body = await this.answer(request);
    if (body) this.say({ type: 'tool_response', ...body });
  }
}

export const textResult = (text: string) => ({ result: { content: [{ type: 'text', text }] } });
/** As the real extension answers: the text is JSON. */
export const contextResult = (...tabIds: number[]) =>
  textResult(
    JSON.stringify({
      availableTabs: tabIds.map(tabId => ({ tabId, title: 'T', url: 'https://example.com/' })),
      tabGroupId: 3,
    }),
  );

/** The tabs of its group, which has none at first: `createIfEmpty` makes the first one, and every other call is `answer`'s. */
export function withGroup(
  answer: (request: ToolRequest) => object | null | Promise<object | null>,
  firstTab = 7,
): SpecExtension['answer'] {
  const tabs: number[] = [];
  return request => {
    const { tool, args } = request;
    if (tool === 'tabs_create_mcp') {
      tabs.push(firstTab + tabs.length);
      return textResult(`Created new tab. Tab ID: ${tabs.at(-1)}`);
    }
    if (tool !== 'tabs_context_mcp') return answer(request);
    if (args.createIfEmpty === true && tabs.length === 0) tabs.push(firstTab);
    return contextResult(...tabs);
  };
}

export interface ClaudeScene {
  readonly place: HubPlace;
  readonly hub: HubProcess;
  readonly panel: PanelClient;
  /** `claude-code-mcp-<user>.sock`, switched on. */
  readonly socketPath: string;
  /** `claude-mcp-browser-bridge-<user>`, not switched on. */
  readonly bridgeFolder: string;
  /** A relay with an extension; resolves when its browser is connected, after approval where it is asked for. */
  extend(answer: SpecExtension['answer']): Promise<SpecExtension>;
  startRelay(origin?: string): RelayChild;
}

/** A hub with spec 001's socket open, and a user who answers everything that is asked in one way, for always. */
export async function openScene(effect: 'allow' | 'deny' = 'allow'): Promise<ClaudeScene> {
  const place = usePlace();
  const hub = await place.serve();
  const panel = await place.panel(hub);
  await panel.request('endpoints:set', { endpointId: 'claude-code-frames', on: true });
  const relays: RelayChild[] = [];
  const start = (origin = claudeOrigin) => {
    const relay = startRelay(relayScript, place.home, [origin]);
    relays.push(relay);
    return relay;
  };
  const stop = answerAll(panel, effect);
  onTestFinished(async () => {
    await stop();
    for (const { child, exited } of relays) {
      child.stdin?.end();
      await exited;
    }
  });
  const tmp = path.join(place.folder, 'tmp');
  return {
    place,
    hub,
    panel,
    socketPath: path.join(tmp, `claude-code-mcp-${user}.sock`),
    bridgeFolder: path.join(tmp, `claude-mcp-browser-bridge-${user}`),
    startRelay: start,
    extend: async answer => {
      const extension = new SpecExtension(start(), answer);
      const mine = connectedTo(extension.relay);
      await panel.waitFor(
        ({ browsers }) => Object.values(browsers).some(b => mine(b) || b.state.kind === 'pending'),
        'the browser comes',
      );
      const pending = Object.values(panel.snapshot.browsers).find(({ state }) => state.kind === 'pending');
      if (pending) await panel.request('browsers:approve', { browserId: pending.id });
      await panel.waitFor(({ browsers }) => Object.values(browsers).some(mine), 'the browser is connected');
      return extension;
    },
  };
}

type Browser = PanelClient['snapshot']['browsers'][string];

export function connectedTo({ child }: RelayChild): (browser: Browser) => boolean {
  return ({ state }) => state.kind === 'connected' && state.relayPid === child.pid;
}

function answerAll(panel: PanelClient, effect: 'allow' | 'deny'): () => Promise<void> {
  const end = new AbortController();
  const loop = (async () => {
    while (!end.signal.aborted) {
      for (const { id: promptId, breadths } of Object.values(panel.snapshot.prompts)) {
        // What is always asked about has but one.
        const breadth = breadths.length === 1 ? { breadth: 'tool' as const } : {};
        await panel.request('prompts:answer', { promptId, effect, lifetime: 'always', ...breadth }).catch(() => {});
      }
      await sleep(10);
    }
  })();
  return () => {
    end.abort();
    return loop;
  };
}
