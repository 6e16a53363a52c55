// Running a shortcut: through the router's real gates, each action for itself, and only while it is what was called.
import { expect, test } from 'vitest';
import { composedCall } from '../../../../electron/core/agent-connections/composed-calls.ts';
import { FirstTabs } from '../../../../electron/core/agent-connections/first-tabs.ts';
import { toolResult } from '../../../../electron/core/agent-connections/mcp-reply.ts';
import { answerInHub } from '../../../../electron/core/router/hub-tools.ts';
import { withSurprise } from '../../../../electron/core/tools/surprise.ts';
import { agentId, buildAgent, buildClient, buildReportedTab, buildRequest } from '../../../support/hub-fixtures.ts';
import { signIn, summarise } from '../../../support/shortcuts.ts';
import { createWorld, turn } from '../router/router-world.ts';
import type { ToolCallParams, ToolResult } from '../../../../contract/schemas/messages.ts';
import type { RunCall } from '../../../../electron/core/agents/agent-wire.ts';
import type { HubToolServices } from '../../../../electron/core/router/hub-tools.ts';

const texts = ({ content }: ToolResult) => content.map(block => block['text']);
const consists = "The user's shortcut /sign-in has 3 actions: navigate, tabs_context_mcp, computer.";

function createScene() {
  const made = createWorld();
  const { world, browsers, catalogue, shortcuts, tabs, router } = made;
  world.client = buildClient({ start: 'own-tabs' });
  tabs.claim(agentId, 'b1', buildReportedTab({ tabId: 7 }));
  world.execute = async (permit, { params }) => {
    const { call, callable } = permit;
    if (call.target.kind === 'browser' && call.target.inHub)
      return answerInHub(made as unknown as HubToolServices, permit, params.arguments ?? {});
    return { content: [{ type: 'text', text: `${callable.id} done` }] };
  };
  const run: RunCall = async (params, bounds) => {
    const request = buildRequest();
    return toolResult(
      await router.call({ agentOf: () => buildAgent(), params, request, policy: {}, ...bounds }),
      false,
    );
  };
  const fit = { maxBytes: 1_000_000, scaler: { scale: async () => null } };
  const services = { browsers, catalogue, shortcuts, tabs, firstTabs: new FirstTabs(), fit };
  const call = composedCall({ ...services, agent: () => buildAgent() }, run);
  return { ...made, run: (args: ToolCallParams['arguments']) => call({ name: 'shortcuts_execute', arguments: args }) };
}

test('A prompt is answered with its text, and with whose words it is.', async () => {
  const { run, executed } = createScene();
  const result = await run({ command: 'summarise', tabId: 42 });
  expect(texts(result)).toEqual([
    "The user saved these instructions in Pilothouse as the shortcut /summarise. They are the user's own words for what you do now:\n\nRead the page in the tab and tell me in five lines what it says.",
  ]);
  expect(executed.map(({ tool }) => tool)).toEqual(['shortcuts_execute']);
});

test('Actions are carried out in order; the tab of the call is put into those that name none and take one.', async () => {
  const { run, executed } = createScene();
  const result = await run({ shortcutId: signIn.id, tabId: 42 });
  expect(result.isError).toBeUndefined();
  expect(texts(result)).toEqual([consists, 'navigate done', 'tabs_context done', 'computer done']);
  expect(executed.slice(1)).toEqual([
    { tool: 'navigate', tabId: 42, args: { url: 'https://example.com/in', tabId: 42 } },
    { tool: 'tabs_context', tabId: null, args: {} },
    { tool: 'computer', tabId: 7, args: { action: 'left_click', ref: 'ref_1', tabId: 7 } },
  ]);
});

test('Without a tab they go to the one that the agent used last, as its own calls do.', async () => {
  const { run, executed } = createScene();
  await run({ command: '/sign-in' });
  expect(executed[1]).toMatchObject({ tool: 'navigate', tabId: 7, args: { url: 'https://example.com/in' } });
});

test('A shortcut allows nothing: an action that is refused to the agent ends it.', async () => {
  const { world, run, executed } = createScene();
  world.mode = 'read-only';
  const result = await run({ command: 'sign-in', tabId: 42 });
  expect(result.isError).toBe(true);
  expect(texts(result)).toEqual([
    consists,
    expect.stringContaining('[ERR_READ_ONLY]'),
    'Action 1 of 3 (navigate) failed; the 2 after it were not carried out.',
  ]);
  expect(executed.map(({ tool }) => tool)).toEqual(['shortcuts_execute']);
});

test('A tab of another agent stays that agent’s.', async () => {
  const { tabs, run, executed } = createScene();
  tabs.claim('agent_other', 'b1', buildReportedTab({ tabId: 50 }));
  const result = await run({ command: 'sign-in', tabId: 50 });
  expect(texts(result)[1]).toContain('[ERR_NOT_OWNER]');
  expect(executed.map(({ tool }) => tool)).toEqual(['shortcuts_execute']);
});

test('The first surprise ends it, and is no error.', async () => {
  const { world, run, executed } = createScene();
  const { execute } = world;
  world.execute = async (permit, call) => withSurprise(await execute(permit, call), permit.callable.id === 'navigate');
  const result = await run({ command: 'sign-in', tabId: 42 });
  expect(result.isError).toBeUndefined();
  expect(texts(result).at(-1)).toBe('Action 1 of 3 (navigate) met a surprise; the 2 after it were not carried out.');
  expect(executed.map(({ tool }) => tool)).toEqual(['shortcuts_execute', 'navigate']);
});

test('One that there is not, and one with a timeout that is none, are refused before anything is carried out.', async () => {
  const { run, executed } = createScene();
  const unknown = await run({ command: 'nothing', tabId: 42 });
  expect(unknown.isError).toBe(true);
  expect(texts(unknown)).toEqual([
    'There is no shortcut "nothing"; there are /sign-in, /summarise. [ERR_INVALID_ARGUMENTS]',
  ]);
  expect(texts(await run({}))[0]).toContain('There is no shortcut without shortcutId and command;');
  const timed = await run({ command: 'sign-in', timeout: 20 });
  expect(texts(timed)[0]).toContain('The timeout of shortcuts_execute is 20;');
  expect(executed.filter(({ tool }) => tool !== 'shortcuts_execute')).toEqual([]);
});

const changes = {
  edited: { ...signIn, content: { kind: 'actions' as const, actions: [{ name: 'find', input: { query: 'x' } }] } },
  removed: null,
};
const stale = 'The user has changed or removed the shortcut /sign-in since it was called; call shortcuts_list.';

test.each(Object.entries(changes))(
  'While an action waits for the user its shortcut is %s: the question goes, and neither the old nor the new content is carried out.',
  async (_, next) => {
    const { world, run, executed, prompt, shortcuts } = createScene();
    world.client = buildClient({ start: 'ask' });
    const result = run({ command: 'sign-in', tabId: 42 });
    await expect.poll(prompt).toMatchObject({ tool: 'navigate' });
    await (next ? shortcuts.save(next) : shortcuts.remove(signIn.id));
    expect(texts(await result)).toEqual([
      consists,
      `${stale} [ERR_CANCELLED]`,
      'Action 1 of 3 (navigate) failed; the 2 after it were not carried out.',
    ]);
    expect(prompt()).toBeUndefined();
    expect(executed.map(({ tool }) => tool)).toEqual(['shortcuts_execute']);
  },
);

test('An action under way is stopped at its browser when its shortcut is removed, and those after it are not begun.', async () => {
  const { world, run, executed, shortcuts, audit } = createScene();
  const { execute } = world;
  let stopped = false;
  world.execute = async (permit, call) => {
    if (permit.callable.id !== 'navigate') return execute(permit, call);
    permit.onSent();
    return new Promise((_, reject) => {
      permit.signal.addEventListener('abort', () => {
        stopped = true;
        reject(new Error('It was stopped.'));
      });
    });
  };
  const result = run({ command: 'sign-in', tabId: 42 });
  await expect.poll(() => executed.length).toBe(2);
  await shortcuts.remove(signIn.id);
  expect(texts(await result)[1]).toBe(`${stale} [ERR_CANCELLED]`);
  expect({ stopped, executed: executed.length }).toEqual({ stopped: true, executed: 2 });
  expect(audit.filter(({ what }) => what === 'navigate').map(({ outcome }) => outcome)).toEqual(['allow', 'stopped']);
});

test('A prompt that is edited while all is paused is not answered, and a new description changes nothing.', async () => {
  const { world, run, pauses, shortcuts, executed } = createScene();
  world.mode = 'paused';
  const result = run({ command: 'summarise' });
  const other = run({ command: 'sign-in', tabId: 42 });
  await turn();
  await shortcuts.save({ ...summarise, content: { kind: 'prompt', text: 'Send it to everybody.' } });
  await shortcuts.save({ ...signIn, description: 'in' });
  expect(texts(await result)[0]).toContain('since it was called; call shortcuts_list. [ERR_CANCELLED]');
  expect(executed).toEqual([]);
  world.mode = 'running';
  pauses.recheck();
  expect(texts(await other)).toHaveLength(4);
});

test('The timeout of the call is that of all its actions.', async () => {
  const { world, run, executed } = createScene();
  const waits: (number | undefined)[] = [];
  const { execute } = world;
  world.execute = async (permit, call) => {
    waits.push(call.policy.timeoutMs);
    return execute(permit, call);
  };
  await run({ command: 'sign-in', tabId: 42, timeout: 30_000 });
  expect(executed).toHaveLength(4);
  for (const ms of waits) expect(ms).toBeLessThanOrEqual(30_000);
  expect(waits.every(ms => typeof ms === 'number')).toBe(true);
});
