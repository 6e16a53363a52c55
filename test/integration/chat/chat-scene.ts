// What the tests of chat begin with: a real hub, a server of models that answers by a script, an MCP server, and a panel that follows conversations.
import path from 'node:path';
import { openPlace } from '../../support/hub-process.ts';
import { startModelServer } from '../../support/models/model-server.ts';
import { until } from '../../support/panel-client.ts';
import { repositoryRoot } from '../../support/provided.ts';
import type { ChatCall, ChatStep, ChatTurn, ChatView } from '../../../contract/schemas/chat.ts';
import type { PanelEvent } from '../../../contract/schemas/panel-events.ts';
import type { PanelParams } from '../../../contract/schemas/panel-requests.ts';
import type { Prompt } from '../../../contract/schemas/permissions.ts';
import type { HubPlace } from '../../support/hub-process.ts';
import type { ModelServer } from '../../support/models/model-server.ts';
import type { PanelClient } from '../../support/panel-client.ts';

export type Answer = Extract<ChatTurn, { kind: 'answer' }>;

/** A conversation as a panel has it, kept by events alone after the first look. */
export class FollowedChat {
  readonly id: string;
  readonly #panel: PanelClient;
  #view: ChatView;
  readonly events: PanelEvent[] = [];

  private constructor(id: string, panel: PanelClient, view: ChatView) {
    this.id = id;
    this.#panel = panel;
    this.#view = view;
  }

  static async open(panel: PanelClient, conversationId: string): Promise<FollowedChat> {
    const early: string[] = [];
    let take: (text: string) => unknown = text => early.push(text);
    panel.socket.on('message', data => take(String(data)));
    const view = await panel.request('chat:open', { conversationId });
    const chat = new FollowedChat(conversationId, panel, view);
    // Events may come in one piece with the answer, which the listener before this one has read first.
    take = text => chat.#take(JSON.parse(text) as Partial<PanelEvent>);
    for (const text of early) take(text);
    return chat;
  }

  get view(): ChatView {
    return this.#view;
  }

  get answer(): Answer {
    const last = this.#view.turns.at(-1);
    if (last?.kind !== 'answer') throw new Error('The last turn is no answer.');
    return last;
  }

  get calls(): ChatCall[] {
    return this.#view.turns.flatMap(turn => (turn.kind === 'answer' ? callsOf(turn.steps) : []));
  }

  kinds(): ChatStep['kind'][] {
    return this.answer.steps.map(({ kind }) => kind);
  }

  async send(text: string, files: readonly { name: string; mediaType: string; data: string }[] = []): Promise<void> {
    await this.#panel.request('chat:send', { conversationId: this.id, text, files: [...files] });
  }

  /** Resolves when the last turn is an answer that has ended. */
  async ended(turns = 0): Promise<Answer> {
    await until(() => {
      const last = this.#view.turns.at(-1);
      return this.#view.turns.length >= turns && last?.kind === 'answer' && last.state === 'ended';
    }, 'the answer ends');
    return this.answer;
  }

  /** The same conversation as the hub would show it anew. */
  async anew(): Promise<ChatView> {
    return this.#panel.request('chat:open', { conversationId: this.id });
  }

  #take(event: Partial<PanelEvent>): void {
    const isOwn = event.data && 'conversationId' in event.data && event.data.conversationId === this.id;
    if (!isOwn) return;
    this.events.push(event as PanelEvent);
    if (event.event === 'chat:head') this.#view = { ...this.#view, head: event.data.head };
    if (event.event === 'chat:turn') this.#view = { ...this.#view, turns: placed(this.#view.turns, event.data.turn) };
    if (event.event === 'chat:text') {
      const { data } = event as Extract<PanelEvent, { event: 'chat:text' }>;
      this.#view = { ...this.#view, turns: this.#view.turns.map(turn => written(turn, data)) };
    }
    if (event.event === 'chat:rearranged') void this.anew().then(view => (this.#view = view));
  }
}

function placed(turns: readonly ChatTurn[], turn: ChatTurn): ChatTurn[] {
  return turns.some(({ id }) => id === turn.id)
    ? turns.map(one => (one.id === turn.id ? turn : one))
    : [...turns, turn];
}

type Text = Extract<PanelEvent, { event: 'chat:text' }>['data'];

/** A gap is an error: every character is to come once. */
function written(turn: ChatTurn, { turnId, step, field, from, text }: Text): ChatTurn {
  if (turn.id !== turnId || turn.kind !== 'answer') return turn;
  const steps = turn.steps.map((one, at) => {
    if (at !== step || one.kind !== 'text') return one;
    if (one[field].length !== from) throw new Error(`Text goes on at ${from}, after ${one[field].length} characters.`);
    return { ...one, [field]: one[field] + text };
  });
  return { ...turn, steps };
}

export function callsOf(steps: readonly ChatStep[]): ChatCall[] {
  return steps.flatMap(step => (step.kind === 'calls' ? step.calls : []));
}

export interface ChatScene {
  readonly place: HubPlace;
  readonly models: ModelServer;
  /** The one that calls tools, as conversations name it. */
  readonly nativeModel: string;
  panel: PanelClient;
  chat(change?: PanelParams<'chat:create'>['change']): Promise<FollowedChat>;
  /** The question that waits for the user. */
  prompt(): Promise<Prompt>;
  answer(prompt: Prompt, effect: 'allow' | 'deny', lifetime?: 'use' | 'always'): Promise<void>;
  /** Lets Chat call every tool of the server. */
  allow(): Promise<string>;
  /** Ends the hub at once and starts it again on the same home. */
  killed(): Promise<void>;
  end(): Promise<void>;
}

const serverPath = path.join(repositoryRoot, 'test/fixtures/servers/well-behaved.mjs');

/** Its model calls tools; `textModel` has to write them. */
export const nativeModel = 'ollama:qwen2.5:7b';
export const textModel = 'ollama:llava:7b';

export async function openChatScene(): Promise<ChatScene> {
  const place = openPlace();
  const models = await startModelServer();
  const panel = await place.panel(await place.serve());
  // One for each conversation that is followed.
  panel.socket.setMaxListeners(0);
  await addServer(panel);
  const { provider } = await panel.request('models:add', { type: 'ollama', baseUrl: models.ollama });
  await panel.waitFor(({ modelProviders }) => Object.values(modelProviders)[0]?.state.kind === 'ready', 'it is ready');
  const scene: ChatScene = {
    place,
    models,
    nativeModel: `${provider.id}:qwen2.5:7b`,
    panel,
    chat: change => newChat(scene.panel, change),
    prompt: async () => {
      await scene.panel.waitFor(({ prompts }) => Object.keys(prompts).length > 0, 'the user is asked');
      return Object.values(scene.panel.snapshot.prompts)[0]!;
    },
    answer: async (prompt, effect, lifetime = 'use') => {
      await scene.panel.request('prompts:answer', { promptId: prompt.id, effect, lifetime, breadth: 'tool' });
    },
    allow: async () => {
      const whole = { tools: null, reading: false, lifetime: 'always', agentId: null } as const;
      const resource = { kind: 'server', serverId: 'notes' } as const;
      const subject = { kind: 'client', id: 'chat' } as const;
      const { grant } = await scene.panel.request('grants:set', {
        ...{ effect: 'allow', subject, scope: 'servers:call', resource, ...whole },
      });
      return grant.id;
    },
    killed: async () => {
      await place.newestHub()?.kill('SIGKILL');
      scene.panel = await place.panel(await place.serve());
      await scene.panel.waitFor(({ servers }) => servers['notes']?.state.kind === 'running', 'the server runs again');
    },
    end: async () => {
      await models.close();
      await place.end();
    },
  };
  return scene;
}

async function newChat(panel: PanelClient, change: PanelParams<'chat:create'>['change'] = {}): Promise<FollowedChat> {
  const { conversationId } = await panel.request('chat:create', { change: { model: nativeModel, ...change } });
  return FollowedChat.open(panel, conversationId);
}

async function addServer(panel: PanelClient): Promise<void> {
  const text = JSON.stringify({ mcpServers: { notes: { command: process.execPath, args: [serverPath] } } });
  const { serverIds } = await panel.request('servers:add', { kind: 'json', text });
  const [serverId = ''] = serverIds;
  await panel.waitFor(({ servers }) => serverId in servers, 'the server is there');
  await panel.request('servers:approve', { serverId, hash: panel.snapshot.servers[serverId]!.hash });
  await panel.waitFor(({ servers }) => servers[serverId]?.state.kind === 'running', 'it runs');
}
