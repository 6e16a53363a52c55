// A call stays bound to the browser and the tab that it was decided for, whatever its agent chooses and uses while it is under way.
import { describe, expect, test } from 'vitest';
import { HubError } from '../../../../contract/errors.ts';
import { agentId, buildBrowser, buildReportedTab, otherAgentId } from '../../../support/hub-fixtures.ts';
import { createWorld, doneResult, turn } from './router-world.ts';
import type { Permit } from '../../../../electron/core/router/permit.ts';

const home = buildBrowser({ id: 'b2', name: 'Home' });
const click = { action: 'left_click', coordinate: [1, 1] };
const named = { ...click, tabId: 42 };

/** A click that is allowed and under way in tab 42 of Work. */
async function clicking(args: object = named) {
  const made = createWorld();
  let permit: Permit | null = null;
  made.world.execute = given => {
    permit = given;
    return new Promise((_, reject) => given.signal.addEventListener('abort', () => reject(given.signal.reason)));
  };
  const { result } = made.call('computer', { ...args });
  await turn();
  await made.answer('allow', 'always');
  await turn();
  expect(made.executed).toMatchObject([{ tabId: 42 }]);
  const chooseHome = () => {
    made.world.others = [buildBrowser()];
    made.world.browser = home;
  };
  if (!permit) throw new Error('The click was not carried out.');
  const { expectAllowed } = permit as Permit;
  return { ...made, result, chooseHome, expectAllowed };
}

type Clicking = Awaited<ReturnType<typeof clicking>>;

const ends: readonly [string, string, (made: Clicking) => unknown][] = [
  ['takes the tab over', 'ERR_NOT_OWNER', ({ tabs }) => tabs.takeOver('b1', 42)],
  ['gives the tab to another agent', 'ERR_NOT_OWNER', ({ tabs }) => tabs.giveTo(otherAgentId, 'b1', 42)],
  ['pauses all', 'ERR_PAUSED', ({ world }) => (world.mode = 'paused')],
  ['allows reading only', 'ERR_READ_ONLY', ({ world }) => (world.mode = 'read-only')],
  ['stops the agent', 'ERR_PAUSED', ({ world }) => (world.agent = { mode: 'stopped' })],
  [
    'denies what it does',
    'ERR_PERMISSION_DENIED',
    ({ grants }) =>
      grants.add({
        effect: 'deny',
        scope: 'browser:activeTab.interact',
        subject: { kind: 'client', id: 'claude-code-1a2b3c' },
        lifetime: 'always',
        tools: null,
        reading: false,
        resource: { kind: 'any' },
        agentId: null,
        tab: null,
      }),
  ],
];

describe('After its agent has chosen another browser', () => {
  test.each(ends)('a call under way ends when the user %s.', async (_, code, end) => {
    const made = await clicking();
    made.chooseHome();
    made.underWay.recheck();
    expect(made.expectAllowed).not.toThrow();
    await end(made);
    expect(made.expectAllowed).toThrow();
    made.underWay.recheck();
    expect(await made.result).toMatchObject({ isError: true, _meta: { 'dev.pilothouse/code': code } });
  });

  test('a tab of the same number there says nothing about it.', async () => {
    const { tabs, chooseHome, expectAllowed } = await clicking();
    chooseHome();
    tabs.claim(otherAgentId, 'b2', buildReportedTab());
    expect(expectAllowed).not.toThrow();
  });

  test('a tab that closes ends nothing here, for the call may have closed it.', async () => {
    const { tabs, chooseHome, expectAllowed, world } = await clicking();
    chooseHome();
    tabs.report('b1', []);
    world.mode = 'stopped';
    expect(expectAllowed).not.toThrow();
  });

  test('a frame is decided on in the tab that the call is in.', async () => {
    const made = createWorld();
    const moved = { url: 'https://bank.example/', origin: 'https://bank.example', begun: false, inFrame: true };
    made.world.execute = async () => {
      if (made.executed.length > 1) return doneResult;
      made.world.others = [buildBrowser()];
      made.world.browser = home;
      made.tabs.claim(agentId, 'b2', buildReportedTab({ url: 'https://elsewhere.example/' }));
      made.tabs.takeOver('b1', 42);
      throw new HubError('ERR_TAB_MOVED', 'It moved.', { details: moved });
    };
    const { result } = made.call('computer', named);
    await turn();
    await made.answer('allow', 'always');
    expect(await result).toMatchObject({ isError: true, _meta: { 'dev.pilothouse/code': 'ERR_NOT_OWNER' } });
    expect(made.executed).toHaveLength(1);
  });
});

test('A call that named no tab is judged by the one that it went to, not by one that was used since.', async () => {
  const { tabs, world, expectAllowed } = await clicking(click);
  world.now += 1;
  tabs.claim(agentId, 'b1', buildReportedTab({ tabId: 43 }));
  expect(expectAllowed).not.toThrow();
  tabs.takeOver('b1', 42);
  expect(expectAllowed).toThrow();
});
