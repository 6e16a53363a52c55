// What the user lets single agents do: kept for their return, over restarts too.
import { expect, test } from 'vitest';
import { foreign } from '../../../../contract/reason.ts';
import { AgentModes } from '../../../../electron/core/agents/agent-modes.ts';
import { AgentRegistry } from '../../../../electron/core/agents/agent-registry.ts';
import { inEnglish } from '../../../../words/english.ts';
import { buildClient, buildState, noon } from '../../../support/hub-fixtures.ts';
import type { z } from 'zod';

function disk() {
  const kept = new Map<string, string>();
  return {
    get: async <T>(key: string, schema: z.ZodType<T>) => {
      const text = kept.get(key);
      return text === undefined ? null : schema.parse(JSON.parse(text));
    },
    set: async (key: string, value: unknown) => void kept.set(key, JSON.stringify(value)),
    text: () => [...kept.values()].join(''),
  };
}

async function registry(settings: ReturnType<typeof disk>) {
  const modes = new AgentModes(settings);
  await modes.load();
  let made = 0;
  const randomBytes = (size: number) => Buffer.alloc(size, (made += 1));
  const agents = new AgentRegistry({ state: buildState(), now: () => noon, randomBytes, onLeft: () => {}, modes });
  const ended: string[] = [];
  const come = (instance: string) =>
    agents.connect({
      client: buildClient(),
      instance,
      transport: 'stdio',
      program: null,
      disconnect: reason => ended.push(inEnglish(reason)),
    });
  return { agents, come, ended };
}

test('A mode holds for its agent alone, and again after a restart of the hub.', async () => {
  const settings = disk();
  const first = await registry(settings);
  const { id } = first.come('secret-instance');
  const other = first.come('another');
  await first.agents.setMode(id, 'paused');
  expect([first.agents.get(id)?.mode, first.agents.get(other.id)?.mode]).toEqual(['paused', undefined]);
  const second = await registry(settings);
  expect([second.come('secret-instance').mode, second.come('another').mode]).toEqual(['paused', undefined]);
  expect(settings.text()).not.toContain('secret-instance');
});

test('Running again is nothing to be kept.', async () => {
  const settings = disk();
  const { agents, come } = await registry(settings);
  const { id } = come('one');
  await agents.setMode(id, 'read-only');
  await agents.setMode(id, 'running');
  expect([agents.get(id)?.mode, settings.text()]).toEqual([undefined, '[]']);
});

test('Stopped means disconnected, one or all.', async () => {
  const { agents, come, ended } = await registry(disk());
  const { id } = come('one');
  come('two');
  await agents.setMode(id, 'stopped');
  expect([ended, agents.connected().length]).toEqual([['The user stopped this agent.'], 1]);
  agents.disconnectAll(foreign('The user stopped all agents.'));
  expect([ended.length, agents.connected().length]).toEqual([2, 0]);
});
