// Calls that come together: no more of them begin than their origin and their run may have.
import { expect, test } from 'vitest';
import { runMetaKey } from '../../../../contract/limits.ts';
import { buildClient } from '../../../support/hub-fixtures.ts';
import { createWorld } from './router-world.ts';

const origin = 'https://shop.example';

async function createPages() {
  const made = createWorld();
  made.world.client = buildClient({ start: 'own-tabs' });
  made.world.agent = { origin };
  let running = 0;
  const most = { running: 0, all: 0 };
  made.world.execute = async () => {
    running += 1;
    most.all += 1;
    most.running = Math.max(most.running, running);
    await new Promise(resolve => setImmediate(resolve));
    running -= 1;
    return { content: [] };
  };
  return { ...made, most };
}

const tool = 'get_page_text';

test('of eight calls of one origin that come in one turn two are carried out, and their places come back', async () => {
  const { call, most } = await createPages();
  const answers = await Promise.all(Array.from({ length: 8 }, () => call(tool, { tabId: 42 }).result));
  expect(most).toEqual({ running: 2, all: 2 });
  expect(answers.filter(({ isError }) => isError)).toHaveLength(6);
  expect((await call(tool, { tabId: 42 }).result).isError).toBeUndefined();
});

test('a run of two calls begins two of five that come in one turn', async () => {
  const { call, most, world } = await createPages();
  world.agent = {};
  const meta = { [runMetaKey]: { id: 'r', maxCalls: 2 } };
  await Promise.all(Array.from({ length: 5 }, () => call(tool, { tabId: 42 }, undefined, { meta }).result));
  expect(most.all).toBe(2);
});
