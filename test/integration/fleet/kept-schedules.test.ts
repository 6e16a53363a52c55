// Schedules with real processes of what a hub of a group keeps: calls that come back with a sample, and tasks; hubs are killed meanwhile at random and come back.
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { CreateMessageRequestSchema } from 'sdk-v1/types.js';
import { expect, onTestFinished, test } from 'vitest';
import { startNats } from '../../support/nats-server.ts';
import { until } from '../../support/panel-client.ts';
import { describeWith } from '../../support/provided.ts';
import { scheduleSeeds } from '../../support/schedule-seeds.ts';
import { fixturePath, openScene } from '../gateway/scene.ts';
import type { Client as ClientV1 } from 'sdk-v1/client/index.js';
import type { Scene } from '../gateway/scene.ts';

const serverPath = (name: string) => path.join(path.dirname(fixturePath), name);
const names = ['jun', 'kai', 'lea'] as const;
const count = 30;

const schedule = fc.record({
  calls: fc.array(fc.record({ waitMs: fc.nat(1_500), pauseMs: fc.nat(250), isTask: fc.boolean() }), {
    minLength: count,
    maxLength: count,
  }),
  kills: fc.array(fc.record({ at: fc.nat(count - 1), of: fc.nat(2) }), { minLength: 2, maxLength: 3 }),
});

/** Of a result: no schema of the SDK's stands between. */
const anything = { parse: (value: unknown) => value, safeParse: (data: unknown) => ({ success: true, data }) } as never;
interface Asking {
  request(asked: { method: string; params: Record<string, unknown> }, schema: never): Promise<unknown>;
}
interface Told {
  readonly task?: { readonly taskId: string };
  readonly content?: readonly { readonly text?: string }[];
}
const ask = (client: ClientV1, method: string, params: Record<string, unknown>) =>
  (client as unknown as Asking).request({ method, params }, anything) as Promise<Told>;
const textOf = ({ content = [] }: Told) => content.map(({ text }) => text).join('');

async function owner(scene: Scene, name: string): Promise<void> {
  await scene.addServer('asks', [serverPath('asking-once.mjs')], { instances: 'per-agent' });
  await scene.addServer('tasks', [serverPath('tasks.mjs')]);
  for (const serverId of ['asks', 'tasks']) {
    const whom = { hubs: ['mia'], roles: [], tools: null, readOnly: false, description: '' };
    await scene.panel.request('fleet:share', { serverId, share: serverId, ...whom });
  }
  expect(scene.panel.snapshot.hub.fleet?.name).toBe(name);
}

/** Everything of mia and its agents. */
async function allow({ panel }: Scene): Promise<void> {
  const subject = { kind: 'hub', id: 'mia' } as const;
  const whole = { tools: null, reading: false, lifetime: 'always', agentId: null } as const;
  for (const serverId of ['asks', 'tasks']) {
    const resource = { kind: 'server', serverId } as const;
    await panel.request('grants:set', { effect: 'allow', subject, scope: 'servers:call', resource, ...whole });
  }
}

async function use(mia: Scene, share: string): Promise<void> {
  const { serverId } = await mia.panel.request('fleet:use', { hub: null, share });
  await mia.panel.waitFor(({ servers }) => serverId in servers, 'it is added');
  const hash = mia.panel.snapshot.servers[serverId]?.hash ?? '';
  await mia.panel.request('servers:approve', { serverId, hash });
  await mia.panel.waitFor(({ servers }) => servers[serverId]?.state.kind === 'running', 'it runs');
  await mia.allow(serverId);
}

/** It may be asked again without a second thought. */
const isNowhere = (text: string) => /nothing was begun|does not take the call/.test(text);
/** It had begun, and says so. */
const isLost = (text: string) => /it was not run again/.test(text);

describeWith(['nats'], 'Schedules of what a group keeps', () => {
  const seeds = scheduleSeeds(40, 41);
  test(
    'Whoever is killed: what came back to a hub is answered by it or said to be lost, a task is its hub’s, and nothing runs twice.',
    async () => {
      const nats = await startNats();
      onTestFinished(() => nats.remove());
      const [mia, ...owners] = await Promise.all([openScene(), ...names.map(() => openScene())]);
      onTestFinished(async () => void (await Promise.all([mia, ...owners].map(scene => scene.end()))));
      await mia.panel.request('fleet:init', { address: nats.url });
      await mia.panel.request('fleet:join', { address: nats.url, name: 'mia' });
      for (const [of, name] of names.entries()) {
        const scene = owners[of];
        if (!scene) continue;
        await scene.panel.request('fleet:join', { address: nats.url, name });
        await owner(scene, name);
      }
      for (const share of ['asks', 'tasks']) await use(mia, share);
      for (const scene of owners) await allow(scene);
      const file = path.join(mia.place.folder, 'calls.txt');
      fs.writeFileSync(file, '');
      const waits = new Map<string, number>();
      const agent = await mia.agentV1({
        capabilities: { sampling: {} },
        prepare: client =>
          client.setRequestHandler(CreateMessageRequestSchema, async ({ params }) => {
            const [{ content } = { content: { type: 'text', text: '' } }] = params.messages;
            const name = 'text' in content ? content.text : '';
            await sleep(waits.get(name) ?? 0);
            return { role: 'assistant' as const, model: 'test', content: { type: 'text' as const, text: name } };
          }),
      });
      const sampled = (name: string) =>
        ask(agent, 'tools/call', { name: 'asks__ask', arguments: { name, file } }).then(textOf, String);
      const carriedOut = async (label: string, waitMs: number) => {
        const args = { seconds: waitMs / 1_000, label };
        const made = await ask(agent, 'tools/call', {
          name: 'tasks__slow_compute',
          arguments: args,
          task: { ttl: 60_000 },
        });
        if (!made.task) return textOf(made);
        return textOf(await ask(agent, 'tasks/result', { taskId: made.task.taskId }));
      };
      for (const seed of seeds) {
        const which = `schedule ${seed}`;
        const [given] = fc.sample(schedule, { seed, numRuns: 1 });
        const comesBack: Promise<void>[] = [];
        const said: Promise<{ readonly name: string; readonly isTask: boolean; readonly text: string }>[] = [];
        for (const [step, { waitMs, pauseMs, isTask }] of given?.calls.entries() ?? []) {
          for (const { of } of given?.kills.filter(kill => kill.at === step) ?? []) {
            const place = owners[of]?.place;
            const back = async () => {
              await place?.newestHub()?.kill('SIGKILL');
              await place?.serve();
            };
            // One that is on its way back is killed once it is there.
            comesBack[of] = (comesBack[of] ?? Promise.resolve()).then(back);
          }
          const name = `call-${seed}-${step}`;
          waits.set(name, waitMs);
          const answer = isTask ? carriedOut(name, waitMs).catch(String) : sampled(name);
          said.push(answer.then(text => ({ name, isTask, text })));
          await sleep(pauseMs);
        }
        const all = await Promise.all(said);
        await Promise.all(comesBack);
        const begun = fs.readFileSync(file, 'utf8').trim().split('\n');
        expect(begun.toSorted(), which).toEqual([...new Set(begun)].toSorted());
        const isDone = ({ name, isTask, text }: (typeof all)[number]) =>
          isTask ? text.startsWith(`Computed ${name}`) : text === `Said: ${name}`;
        const others = all.filter(one => !isDone(one));
        expect(others.length, which).toBeLessThan(all.length);
        const isOfTask = ({ isTask, text }: (typeof all)[number]) => isTask && /You have no task/.test(text);
        expect(
          others.filter(one => !isNowhere(one.text) && !isLost(one.text) && !isOfTask(one)),
          which,
        ).toEqual([]);
        // What had begun is never said to be nowhere.
        expect(
          others.filter(({ name, isTask, text }) => !isTask && isNowhere(text) && begun.includes(name)),
          which,
        ).toEqual([]);
        await until(async () => (await sampled('last')).startsWith('Said: '), 'all is as before');
        fs.writeFileSync(file, '');
      }
    },
    60_000 + seeds.length * 90_000,
  );
});
