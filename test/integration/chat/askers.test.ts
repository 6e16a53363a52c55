// Who asks in a conversation decides in whose name its calls are made, and who may use it: the parts of a hub, put together without its ways in.
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { theUser } from '../../../electron/core/chat/chat-askers.ts';
import { ChatServices } from '../../../electron/core/chat/chat-services.ts';
import { createAgentServices } from '../../../electron/core/composition/agent-parts.ts';
import { createBaseParts } from '../../../electron/core/composition/base-parts.ts';
import { createBoot } from '../../../electron/core/composition/boot.ts';
import { Closers } from '../../../electron/core/composition/closers.ts';
import { followEvents } from '../../../electron/core/composition/follow-events.ts';
import { createRegistries } from '../../../electron/core/composition/registries.ts';
import { nodePlatform } from '../../../electron/core/platform/node-platform.ts';
import { repositoryRoot } from '../../support/provided.ts';
import { createTempHome } from '../../support/temp-home.ts';
import { nativeModel, says } from '../../unit/core/chat/scripted-run.ts';
import type { ChatAsker } from '../../../electron/core/chat/chat-askers.ts';
import type { ModelEvent, ModelRequest } from '../../../electron/core/models/model-answer.ts';

type Parts = Awaited<ReturnType<typeof openParts>>;

let parts: Parts;
beforeEach(async () => {
  parts = await openParts();
});
afterEach(() => parts.end());

async function openParts() {
  const temp = createTempHome();
  const closers = new Closers();
  const base = nodePlatform();
  const boot = createBoot(
    {
      ...base,
      machine: { ...base.machine, homeDir: temp.folder },
      env: { DBUS_SYSTEM_BUS_ADDRESS: '' },
      say: () => {},
      peerInode: async () => null,
      connectionProcess: async () => null,
      listProcesses: async () => [],
      open: () => ({ url: null, page: null }),
      quit: () => {},
      version: '0.1.0',
      shell: 'headless',
      home: temp.home,
      runtimeDir: join(temp.home, 'run'),
      appDir: repositoryRoot,
      distDir: join(repositoryRoot, 'dist'),
      nodePath: process.execPath,
      mcpPort: 0,
      wellKnownRoot: temp.folder,
      log: pino({ level: 'silent' }),
    },
    closers,
  );
  const own = await createBaseParts(boot);
  const registries = await createRegistries(boot, own);
  const agentServices = createAgentServices(boot, own, registries);
  followEvents(boot.events, own, registries);
  const asked: ModelRequest[] = [];
  let answer: (request: ModelRequest) => AsyncIterable<ModelEvent> = async function* () {
    yield* says('Done.');
  };
  const { clients, agents, prompts, servers } = registries;
  const chat = await ChatServices.open({
    ...{ agentServices, clients, prompts, servers, table: own.store.chats, mask: own.mask },
    models: {
      meant: () => ({ model: nativeModel, trouble: null }),
      ready: () => [],
      costOf: () => null,
      stream: request => {
        asked.push(request);
        return answer(request);
      },
    },
    plugin: () => null,
    now: () => Date.now(),
    randomBytes: size => boot.platform.randomBytes(size),
    tell: () => {},
    counted: () => {},
  });
  const answerWith = (next: typeof answer) => {
    answer = next;
  };
  const end = async () => {
    await chat.stop();
    await closers.close();
    temp.remove();
  };
  return {
    ...chat,
    chats: chat.chats,
    questions: chat.questions,
    clients,
    agents,
    events: boot.events,
    asked,
    answerWith,
    end,
  };
}

async function askedBy(asker: ChatAsker): Promise<string> {
  const { id } = await parts.chats.create({}, asker);
  await parts.questions.ask(id, { text: 'Hello' }, asker);
  return id;
}

test('The user asks as Chat, a client as itself, a page as its origin through its client.', async () => {
  const { client } = await parts.clients.create('Harbor', 'ask');
  await askedBy(theUser);
  await askedBy({ kind: 'client', id: client.id });
  await askedBy({ kind: 'origin', id: 'https://shop.example', clientId: client.id });
  const agents = parts.agents.connected().map(({ clientId, origin, transport }) => ({ clientId, origin, transport }));
  expect(agents).toEqual([
    { clientId: 'chat', origin: undefined, transport: 'chat' },
    { clientId: client.id, origin: undefined, transport: 'chat' },
    { clientId: client.id, origin: 'https://shop.example', transport: 'chat' },
  ]);
  expect(parts.asked.map(({ asker }) => [asker.kind, asker.id])).toEqual([
    ['user', 'chat'],
    ['client', client.id],
    ['origin', 'https://shop.example'],
  ]);
});

test('A conversation is there for the user and for who began it, and for nobody else.', async () => {
  const [one, other] = await Promise.all(
    ['One', 'Other'].map(async name => (await parts.clients.create(name, 'ask')).client),
  );
  const asker: ChatAsker = { kind: 'client', id: one!.id };
  const id = await askedBy(asker);
  const own = await askedBy(theUser);
  const foreign: readonly ChatAsker[] = [
    { kind: 'client', id: other!.id },
    { kind: 'origin', id: one!.id, clientId: one!.id },
  ];
  for (const who of foreign) {
    await expect(parts.chats.expect(id, who)).rejects.toThrow('There is no such conversation');
    await expect(parts.questions.send(id, { text: 'Mine?' }, who)).rejects.toThrow('There is no such conversation');
    await expect(parts.chats.remove(id, who)).rejects.toThrow('There is no such conversation');
    expect((await parts.chats.list({ text: '', count: 10 }, who)).rows).toEqual([]);
  }
  await expect(parts.chats.expect(own, asker)).rejects.toThrow('There is no such conversation');
  expect((await parts.chats.list({ text: '', count: 10 }, asker)).rows.map(row => row.id)).toEqual([id]);
  expect((await parts.chats.list({ text: '', count: 10 }, theUser)).rows).toHaveLength(2);
});

test('A client whose credential is revoked ends its answer, and asks no more.', async () => {
  const { client } = await parts.clients.create('Harbor', 'ask');
  const asker: ChatAsker = { kind: 'client', id: client.id };
  parts.answerWith(async function* ({ signal }) {
    yield { kind: 'started', providerId: 'ollama', model: 'qwen2.5:7b' };
    await new Promise(resolve => signal.addEventListener('abort', resolve, { once: true }));
  });
  const { id } = await parts.chats.create({}, asker);
  const answer = parts.questions.ask(id, { text: 'Hello' }, asker);
  await expect.poll(() => parts.asked.length).toBe(1);
  await parts.clients.revoke(client.id);
  await parts.events.settle({ kind: 'clientRevoked', clientId: client.id });
  expect((await answer).steps.at(-1)).toMatchObject({ kind: 'stopped' });
  await expect(parts.questions.ask(id, { text: 'Again' }, asker)).rejects.toThrow('is not connected any more');
  // No question stands there that nobody answers.
  expect((await parts.chats.expect(id, theUser)).path()).toHaveLength(2);
});

test('Chat has no credential: nobody comes as it, it is not revoked, and shows once it was used.', async () => {
  expect(parts.clients.verifyToken('ph_chat_-')).toBeNull();
  expect(parts.clients.hasCredential('chat')).toBe(false);
  await expect(parts.clients.revoke('chat')).rejects.toThrow('is a part of Pilothouse');
  expect(parts.clients.get('chat')?.lastSeenAt).toBeNull();
  await askedBy(theUser);
  expect(parts.clients.get('chat')).toMatchObject({ verified: true, lastSeenAt: expect.any(Number) });
});
