// The one way of a call: what is carried out, what is refused in which form, and what the trace and the audit say of it.
import { describe, expect, test } from 'vitest';
import { HubError } from '../../../../contract/errors.ts';
import {
  agentId,
  buildBrowser,
  buildClient,
  buildGrant,
  buildServer,
  noon,
  otherAgentId,
} from '../../../support/hub-fixtures.ts';
import { createWorld, doneResult, turn } from './router-world.ts';
import type { ErrorCode } from '../../../../contract/errors.ts';

const navigate = { url: 'https://example.org/', tabId: 42 };
const reached = [{ tool: 'navigate', tabId: 42, args: navigate }];

/** The form of a refusal that MCP agents read. */
const refusal = (code: ErrorCode, message: string) => ({
  content: [{ type: 'text', text: `${message} [${code}]` }],
  isError: true,
  _meta: { 'dev.pilothouse/code': code },
});

const remedy = `pilothouse grants allow --client ${buildClient().id} --scope browser:navigate --site https://example.org`;
/** The same where a permission is lacking: with what it is. How the user grants it is told to the user alone. */
const lacking = (message: string) => {
  const { content, isError, _meta } = refusal('ERR_SCOPE_REQUIRED', message);
  const resource = { kind: 'site', origin: 'https://example.org' };
  const permission = { scope: 'browser:navigate', tool: 'navigate', resource };
  return { content, isError, _meta: { ..._meta, 'dev.pilothouse/permission': permission } };
};

const line = (fields: object) => ({
  at: noon,
  clientId: buildClient().id,
  agentId,
  what: 'navigate',
  scope: 'browser:navigate',
  place: {
    kind: 'at-tab',
    tab: 42,
    site: 'https://example.org',
    inFrame: false,
    page: 'https://example.com',
    browser: 'Work',
  },
  where: 'tab 42, https://example.org',
  ...fields,
});

describe('A call that a rule allows', () => {
  test('It is carried out at once, and its rule stands in the verdict and in the audit.', async () => {
    const { world, executed, audit, call, prompt } = createWorld();
    world.client = buildClient({ start: 'own-tabs' });
    const { request, result } = call('navigate', navigate);
    expect(await result).toBe(doneResult);
    const rule = 'own-tabs';
    expect({ executed, audit, verdict: request.verdict, prompt: prompt() }).toEqual({
      executed: reached,
      audit: [line({ rule, outcome: 'allow' })],
      verdict: { outcome: 'ok', code: null, reason: null, rule, waitedMs: 0 },
      prompt: undefined,
    });
  });

  test('Who still holds its answer learns that it would be refused by now, and the audit has that.', async () => {
    const { world, audit, call } = createWorld();
    world.client = buildClient({ start: 'own-tabs' });
    const { request, result } = call('get_page_text');
    await result;
    expect(request.refusedSince?.()).toBeNull();
    world.mode = 'paused';
    expect(request.refusedSince?.()).toMatchObject({ code: 'ERR_PAUSED' });
    expect(audit.map(({ rule, outcome }) => [rule, outcome])).toEqual([
      ['own-tabs', 'allow'],
      ['mode paused', 'stopped'],
    ]);
  });

  test('A call without tabId reaches the tab that its asker owns.', async () => {
    const { world, executed, call } = createWorld();
    world.client = buildClient({ start: 'own-tabs' });
    await call('get_page_text').result;
    expect(executed).toEqual([{ tool: 'get_page_text', tabId: 42, args: {} }]);
  });

  test('A result with isError is passed on as it is, and counts as an error with its text.', async () => {
    const { world, call } = createWorld();
    world.client = buildClient({ start: 'own-tabs' });
    const failed = { content: [{ type: 'text', text: 'No such element.' }], isError: true };
    world.execute = async () => failed;
    const { request, result } = call('navigate', navigate);
    expect(await result).toBe(failed);
    expect(request.verdict).toMatchObject({ outcome: 'error', code: null, reason: 'No such element.' });
  });

  test('A target that fails becomes a result that names the code.', async () => {
    const { world, call } = createWorld();
    world.client = buildClient({ start: 'own-tabs' });
    world.execute = async () => Promise.reject(new HubError('ERR_TOOL_TIMEOUT', 'Work did not answer.'));
    const { request, result } = call('navigate', navigate);
    expect(await result).toEqual(refusal('ERR_TOOL_TIMEOUT', 'Work did not answer.'));
    expect(request.verdict).toEqual({
      outcome: 'error',
      code: 'ERR_TOOL_TIMEOUT',
      reason: 'Work did not answer.',
      rule: 'own-tabs',
      waitedMs: 0,
    });
  });
});

describe('A call that a gate refuses', () => {
  test('It is not carried out; the result ends in the code, and trace and audit name the rule.', async () => {
    const { executed, audit, call } = createWorld();
    const { request, result } = call('navigate', navigate, otherAgentId);
    const reason = 'OWNERSHIP: Cannot navigate tab 42 (owned by agent_e7f8...)';
    expect(await result).toEqual(refusal('ERR_NOT_OWNER', reason));
    const why = { kind: 'owner', tabId: 42, act: 'navigate', owner: 'agent', agentId };
    expect({ executed, audit, verdict: request.verdict }).toEqual({
      executed: [],
      audit: [line({ agentId: otherAgentId, rule: 'owner 42', outcome: 'deny', why })],
      verdict: { outcome: 'refused', code: 'ERR_NOT_OWNER', reason, why, rule: 'owner 42', waitedMs: 0 },
    });
  });

  test.each([
    ['its agentId', { agentId }],
    ['its owner', { owner: agentId, ownerId: agentId }],
    ['its client', { clientId: buildClient().id, client: buildClient() }],
    ['its browser', { browserId: 'b1' }],
  ])('Attack 13: an agent that names %s of another agent gets nothing by it.', async (_what, forged) => {
    const { world, executed, call } = createWorld();
    world.client = buildClient({ start: 'own-tabs' });
    const { result } = call('navigate', { ...navigate, ...forged }, otherAgentId);
    expect(await result).toMatchObject({ _meta: { 'dev.pilothouse/code': 'ERR_NOT_OWNER' } });
    expect(executed).toEqual([]);
  });

  test('One for a tool of a server that is away is in the audit, with the time that a pause had held it.', async () => {
    const { world, catalogue, pauses, call, audit, executed } = createWorld();
    catalogue.setServerTools('everything', []);
    world.server = buildServer({ state: { kind: 'stopped', since: noon } });
    world.mode = 'paused';
    const { request, result } = call('everything__echo');
    await turn();
    expect(audit).toEqual([]);
    world.mode = 'read-only';
    world.now += 500;
    pauses.recheck();
    expect(await result).toMatchObject({ isError: true });
    expect(request.verdict).toMatchObject({
      outcome: 'refused',
      code: 'ERR_SERVER_UNAVAILABLE',
      rule: 'no-server',
      waitedMs: 500,
    });
    expect(audit).toMatchObject([
      { what: 'everything/echo', where: 'server everything', rule: 'no-server', outcome: 'deny' },
    ]);
    expect(executed).toEqual([]);
  });

  test('A tool that nobody has is named.', async () => {
    const { request, result } = createWorld().call('everything__shout');
    const reason = 'There is no tool "everything__shout"; tools/list names the 1 of "everything".';
    expect(await result).toEqual(refusal('ERR_TOOL_NOT_FOUND', reason));
    expect(request.verdict).toMatchObject({ outcome: 'error', code: 'ERR_TOOL_NOT_FOUND', reason });
  });

  test('Without an open panel a call that needs an answer is refused at once.', async () => {
    const { world, tap, executed, audit, call, prompt } = createWorld();
    world.panelOpen = false;
    const { request, result } = call('navigate', navigate);
    const reason =
      "browser:navigate needs the user's approval, and no Pilothouse window is open. Ask the user to open it, then call again. " +
      'The user can allow it in Pilothouse under Permissions.';
    expect(await result).toEqual(lacking(reason));
    const lacks = lacking(reason)._meta['dev.pilothouse/permission'];
    const why = { kind: 'undecided', since: 'no-panel', hasOthers: false, ...lacks, remedy };
    expect({ executed, audit, verdict: request.verdict, prompt: prompt(), waited: tap.entries[0]?.waited }).toEqual({
      executed: [],
      audit: [line({ rule: 'no-panel', outcome: 'deny', why })],
      verdict: { outcome: 'refused', code: 'ERR_SCOPE_REQUIRED', reason, why, rule: 'no-panel', waitedMs: 0 },
      prompt: undefined,
      waited: false,
    });
  });
});

describe('A call that waits for the user', () => {
  test('The trace says that it waits, and nothing is carried out meanwhile.', async () => {
    const { tap, executed, audit, call, prompt } = createWorld();
    call('navigate', navigate);
    await turn();
    expect({ waited: tap.entries[0]?.waited, executed, audit }).toEqual({ waited: true, executed: [], audit: [] });
    expect(prompt()).toMatchObject({
      clientId: buildClient().id,
      agentId,
      scope: 'browser:navigate',
      tool: 'navigate',
      resource: { kind: 'any' },
      tab: { browserId: 'b1', tabId: 42 },
      argumentsText: JSON.stringify(navigate),
      calls: 1,
    });
  });

  test('Secrets among its arguments are masked on the card, and long ones are cut.', async () => {
    const { call, prompt } = createWorld();
    call('everything/echo', { password: 'hunter2-hunter2', text: 'x'.repeat(5_000) });
    await turn();
    const { argumentsText = '', argumentsChars } = prompt() ?? {};
    expect([argumentsText.length, argumentsChars]).toEqual([2_000, 5_029]);
    expect(argumentsText.startsWith('{"password":"••••","text":"xxx')).toBe(true);
  });

  test('Allowed for this use it is carried out, and the next one is asked about again.', async () => {
    const { world, executed, audit, grants, call, prompt, answer } = createWorld();
    const { request, result } = call('navigate', navigate);
    await turn();
    world.now += 3_000;
    await answer('allow', 'use');
    expect(await result).toBe(doneResult);
    const rule = 'this-use';
    expect({ executed, audit, grants: grants.all(), verdict: request.verdict }).toEqual({
      executed: reached,
      audit: [line({ at: noon + 3_000, rule, outcome: 'allow' })],
      grants: [],
      verdict: { outcome: 'ok', code: null, reason: null, rule, waitedMs: 3_000 },
    });
    call('navigate', navigate);
    await turn();
    expect(prompt()).toMatchObject({ id: '2' });
  });

  test.each(['once', 'agent', 'always'] as const)(
    'Allowed with the lifetime %s it is carried out by a grant, and so is the next one.',
    async lifetime => {
      const { executed, grants, call, prompt, answer } = createWorld();
      const first = call('navigate', navigate);
      await turn();
      await answer('allow', lifetime);
      await first.result;
      const second = call('navigate', navigate);
      expect(await second.result).toBe(doneResult);
      expect([first, second].map(({ request }) => request.verdict?.rule)).toEqual(['grant 1', 'grant 1']);
      expect({ executed, uses: grants.all()[0]?.uses, prompt: prompt() }).toEqual({
        executed: [...reached, ...reached],
        uses: 2,
        prompt: undefined,
      });
    },
  );

  test('A permission for once ends after ten minutes to the millisecond.', async () => {
    const { world, call, prompt, answer } = createWorld();
    call('navigate', navigate);
    await turn();
    await answer('allow', 'once');
    world.now = noon + 599_999;
    expect(await call('navigate', navigate).result).toBe(doneResult);
    world.now = noon + 600_000;
    call('navigate', navigate);
    await turn();
    expect(prompt()).toMatchObject({ id: '2' });
  });

  test('A permission for once ends with its tab.', async () => {
    const { tabs, grants, call, answer } = createWorld();
    call('navigate', navigate);
    await turn();
    await answer('allow', 'once');
    tabs.report('b1', []);
    expect(grants.all()).toEqual([]);
  });

  test('Denied for this use it is refused in the user’s name.', async () => {
    const { executed, audit, call, answer } = createWorld();
    const { request, result } = call('navigate', navigate);
    await turn();
    await answer('deny', 'use');
    const reason = 'The user refused navigate this time (browser:navigate).';
    expect(await result).toEqual(refusal('ERR_PERMISSION_DENIED', reason));
    expect({ executed, audit, verdict: request.verdict }).toMatchObject({
      executed: [],
      audit: [{ rule: 'this-use', outcome: 'deny' }],
      verdict: { outcome: 'refused', rule: 'this-use', reason },
    });
  });

  test('Denied for ever the next one is refused without a question.', async () => {
    const { executed, call, prompt, answer } = createWorld();
    call('navigate', navigate);
    await turn();
    await answer('deny', 'always');
    const { request, result } = call('navigate', navigate);
    expect(await result).toMatchObject({ isError: true });
    expect({ executed, rule: request.verdict?.rule, prompt: prompt() }).toEqual({
      executed: [],
      rule: 'grant 1',
      prompt: undefined,
    });
  });

  test('An answer that could not be stored carries nothing out.', async () => {
    const { world, executed, audit, grants, call, answer } = createWorld();
    const { request, result } = call('navigate', navigate);
    await turn();
    world.disk = () => Promise.reject(new Error('The disk is full.'));
    await expect(answer('allow', 'always')).rejects.toThrow('The disk is full.');
    const reason =
      "Waiting for the user's approval (browser:navigate). Call again. The user can allow it in Pilothouse under Permissions.";
    expect(await result).toEqual(lacking(reason));
    expect({ executed, grants: grants.all(), verdict: request.verdict, audit }).toMatchObject({
      executed: [],
      grants: [],
      verdict: { outcome: 'refused', rule: 'not-answered' },
      audit: [{ rule: 'not-answered', outcome: 'undecided' }],
    });
  });

  test('An answer on one call does not carry out another one that joined its card.', async () => {
    const { executed, call, prompt, answer } = createWorld();
    const shown = call('navigate', navigate);
    const joined = call('navigate', { url: 'https://bank.example/', tabId: 42 });
    await turn();
    await answer('allow', 'use');
    await shown.result;
    await turn();
    expect({ executed, text: prompt()?.argumentsText, verdict: joined.request.verdict }).toEqual({
      executed: reached,
      text: '{"url":"https://bank.example/","tabId":42}',
      verdict: null,
    });
  });
});

describe('What changed while the user thought', () => {
  type Made = ReturnType<typeof createWorld>;
  test.each<[string, ErrorCode, (made: Made) => void]>([
    [
      'all agents were stopped',
      'ERR_PAUSED',
      ({ world }) => {
        world.mode = 'stopped';
      },
    ],
    [
      'only reading is allowed now',
      'ERR_READ_ONLY',
      ({ world }) => {
        world.mode = 'read-only';
      },
    ],
    [
      'the credential was revoked',
      'ERR_PERMISSION_DENIED',
      ({ world }) => {
        world.client = null;
      },
    ],
    [
      'the browser went away',
      'ERR_BROWSER_UNAVAILABLE',
      ({ world }) => {
        world.browser = buildBrowser({ state: { kind: 'away', since: noon } });
      },
    ],
    ['the tab was closed', 'ERR_INVALID_ARGUMENTS', ({ tabs }) => tabs.report('b1', [])],
    ['the tab was taken back', 'ERR_NOT_OWNER', ({ tabs }) => tabs.release('b1', 42)],
    ['the tab lost its owner', 'ERR_NOT_OWNER', ({ tabs }) => tabs.orphan(agentId)],
  ])('When %s an allowed call is not carried out.', async (_what, code, change) => {
    const made = createWorld();
    const { request, result } = made.call('navigate', navigate);
    await turn();
    change(made);
    await made.answer('allow', 'use');
    expect(await result).toMatchObject({ isError: true, _meta: { 'dev.pilothouse/code': code } });
    expect({ executed: made.executed, outcome: request.verdict?.outcome }).toEqual({
      executed: [],
      outcome: 'refused',
    });
  });

  test('A denial that comes meanwhile decides before the answer.', async () => {
    const { executed, grants, call, answer } = createWorld();
    const { result } = call('navigate', navigate);
    await turn();
    await grants.add({
      subject: { kind: 'client', id: buildClient().id },
      agentId: null,
      effect: 'deny',
      scope: 'browser:navigate',
      tools: null,
      reading: false,
      resource: { kind: 'site', origin: 'https://example.org' },
      lifetime: 'always',
      tab: null,
    });
    await expect(answer('allow', 'use')).rejects.toThrow('Prompt none has ended');
    expect(await result).toMatchObject({ isError: true, _meta: { 'dev.pilothouse/code': 'ERR_PERMISSION_DENIED' } });
    expect(executed).toEqual([]);
  });

  test('A grant that comes from elsewhere answers first, and the card goes.', async () => {
    const { executed, grants, call, prompt } = createWorld();
    const { request, result } = call('navigate', navigate);
    await turn();
    const { id: _id, createdAt: _at, expiresAt: _until, uses: _uses, lastUsedAt: _last, ...allow } = buildGrant();
    await grants.add(allow);
    expect(await result).toBe(doneResult);
    expect({ executed, rule: request.verdict?.rule, prompt: prompt() }).toEqual({
      executed: reached,
      rule: 'grant 1',
      prompt: undefined,
    });
  });

  test('With the scope for other tools only, the refusal says that this tool is not on the list.', async () => {
    const { world, grants, call } = createWorld();
    const { id: _id, createdAt: _at, expiresAt: _until, uses: _uses, lastUsedAt: _last, ...allow } = buildGrant();
    await grants.add({ ...allow, tools: ['tabs_create'] });
    world.panelOpen = false;
    expect(await call('navigate', navigate).result).toMatchObject({
      _meta: { 'dev.pilothouse/code': 'ERR_TOOL_NOT_ALLOWED' },
    });
  });
});

describe('An asker that left', () => {
  const cancelled = { code: 'ERR_CANCELLED', message: 'The asker cancelled this call.' };

  test('Cancelled while it waits a call is never carried out, and its card goes.', async () => {
    const { executed, audit, call, prompt, cancel } = withCancel();
    await turn();
    cancel();
    await expect(call.result).rejects.toMatchObject(cancelled);
    expect({ executed, audit, prompt: prompt() }).toEqual({ executed: [], audit: [], prompt: undefined });
  });

  test('Cancelled in the moment of the answer a call is not carried out.', async () => {
    const { executed, prompts, call, cancel } = withCancel();
    await turn();
    const answering = prompts.answer('1', { effect: 'allow', lifetime: 'always', breadth: 'scope' });
    await answering.then(cancel);
    await expect(call.result).rejects.toMatchObject(cancelled);
    expect(executed).toEqual([]);
  });

  test('Cancelled before it began a call is not carried out.', async () => {
    const { world, executed, call } = createWorld();
    world.client = buildClient({ start: 'own-tabs' });
    const { result } = call('navigate', navigate, agentId, { signal: AbortSignal.abort() });
    await expect(result).rejects.toMatchObject(cancelled);
    expect(executed).toEqual([]);
  });

  function withCancel() {
    const made = createWorld();
    const call = made.call('navigate', navigate);
    return { ...made, call, cancel: call.cancel };
  }
});
