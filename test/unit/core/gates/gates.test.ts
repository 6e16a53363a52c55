// The gates: what passes each, what each refuses in which words, and which of them speaks first.
import { describe, expect, test } from 'vitest';
import { ruleCode } from '../../../../contract/call-rules.ts';
import { foreign } from '../../../../contract/reason.ts';
import { refusalError } from '../../../../electron/core/agent-connections/mcp-reply.ts';
import { runGates as verdictOf } from '../../../../electron/core/gates/gates.ts';
import { refusalRule } from '../../../../electron/core/gates/refusal.ts';
import {
  agentId,
  buildAgent,
  buildBrowser,
  buildBrowserTarget,
  buildClient,
  buildGatedCall,
  buildGrant,
  buildServer,
  buildTab,
  noon,
  otherAgentId,
} from '../../../support/hub-fixtures.ts';
import type { RunMode } from '../../../../contract/entities.ts';
import type { Server } from '../../../../contract/schemas/servers.ts';
import type { BrowserTarget } from '../../../../electron/core/gates/gate.ts';

/** A verdict as its asker and the trace are told of it. */
function runGates(...call: Parameters<typeof verdictOf>) {
  const said = verdictOf(...call);
  if (said.kind === 'pass') return said.rule ? { ...said, rule: ruleCode(said.rule) } : said;
  if (said.kind === 'ask') return said;
  const { code, message, data } = refusalError(said.refusal);
  return { kind: said.kind, code, rule: ruleCode(refusalRule(said.refusal)), message, ...(data && { data }) };
}

function deny(code: string, rule: string, message: string, data?: Record<string, unknown>) {
  return { kind: 'deny', code, rule, message, ...(data && { data }) };
}

const revoked = deny(
  'ERR_PERMISSION_DENIED',
  'client-revoked',
  'The credential of Claude Code was revoked. Ask the user for a new one.',
);
const paused = {
  kind: 'wait',
  code: 'ERR_PAUSED',
  rule: 'mode paused',
  message: 'All agents are paused by the user. Call again when they run.',
};
const noBrowser = deny(
  'ERR_BROWSER_UNAVAILABLE',
  'no-browser',
  'No browser is connected. Ask the user to connect one in Pilothouse under Connect.',
);
const notOwner = deny('ERR_NOT_OWNER', 'owner 42', 'OWNERSHIP: Cannot navigate tab 42 (owned by agent_0a1b...)');

function serverCall(state: Server['state'] | null, fields: Parameters<typeof buildGatedCall>[0] = {}) {
  const server = state && buildServer({ state });
  return buildGatedCall({
    tool: 'everything/echo',
    scope: 'servers:call',
    resources: [{ kind: 'server', serverId: 'everything' }],
    target: { kind: 'server', serverId: 'everything', server },
    ...fields,
  });
}

const ownedByOther = () => buildTab({ owner: { kind: 'agent', agentId: otherAgentId, since: noon } });

describe('The mode gate', () => {
  test('A stopped hub refuses every call at once.', () => {
    expect(runGates(buildGatedCall({ mode: 'stopped', readOnly: true }))).toMatchObject({
      kind: 'deny',
      code: 'ERR_PAUSED',
      rule: 'mode stopped',
    });
  });

  test.each([
    ['running', 'paused', 'mode paused agent'],
    ['read-only', 'paused', 'mode paused agent'],
    ['paused', 'read-only', 'mode paused'],
    ['paused', 'stopped', 'mode stopped agent'],
    ['running', 'read-only', 'mode read-only agent'],
  ] as const)('Of %s for all and %s for this agent the stricter holds: %s.', (mode, own, rule) => {
    expect(runGates(buildGatedCall({ mode, agent: buildAgent({ mode: own }) }))).toMatchObject({ rule });
  });

  test('A paused hub lets every call wait.', () => {
    expect(runGates(buildGatedCall({ mode: 'paused', readOnly: true }))).toEqual(paused);
  });

  test('A hub that is set to reading refuses a tool that acts.', () => {
    expect(runGates(buildGatedCall({ mode: 'read-only' }))).toEqual(
      deny(
        'ERR_READ_ONLY',
        'mode read-only',
        'navigate acts, and the user allows reading only now. Use a reading tool, or call again later.',
      ),
    );
  });

  test('A hub that is set to reading lets a reading tool on to the next gates.', () => {
    expect(
      runGates(
        buildGatedCall({ mode: 'read-only', readOnly: true, tool: 'read_page', scope: 'browser:activeTab.read' }),
      ),
    ).toEqual({ kind: 'ask' });
  });
});

describe('The approved gate', () => {
  test('Who came without a credential and was shut out is refused everything; who was let in, or is new, is not refused here.', () => {
    const came = (admitted?: boolean) =>
      buildGatedCall({
        client: buildClient({ verified: false, ...(admitted !== undefined && { admitted }) }),
        grants: [buildGrant()],
      });
    expect(runGates(came(false))).toEqual(
      deny(
        'ERR_PERMISSION_DENIED',
        'client-shut-out',
        'The user shut Claude Code out. They can let it in again in Pilothouse under Agents.',
      ),
    );
    expect([runGates(came(true)).kind, runGates(came()).kind]).toEqual(['pass', 'pass']);
  });

  test('A credential that was revoked meanwhile is refused.', () => {
    expect(runGates(buildGatedCall({ client: null, grants: [buildGrant()] }))).toEqual(revoked);
  });
});

describe('The target gate', () => {
  test('Without any browser the refusal says what the user can do.', () => {
    const target = buildBrowserTarget({ browser: null, tabId: null, tab: null });
    expect(runGates(buildGatedCall({ target }))).toEqual(noBrowser);
  });

  test.each([
    ['pending', { kind: 'pending', since: noon, code: 'K7-42' }],
    ['away', { kind: 'away', since: noon }],
    ['denied', { kind: 'denied', since: noon }],
  ] as const)('A browser that is %s takes no call.', (_kind, state) => {
    const target = buildBrowserTarget({ browser: buildBrowser({ state }) });
    expect(runGates(buildGatedCall({ target }))).toEqual(
      deny(
        'ERR_BROWSER_UNAVAILABLE',
        'no-browser',
        'Work is not connected now. Ask the user to start it, then call again.',
      ),
    );
  });

  test('A call without tabId by an agent that owns no tab is told to open one.', () => {
    const target = buildBrowserTarget({ tabId: null, tab: null });
    expect(runGates(buildGatedCall({ target }))).toEqual(
      deny('ERR_NOT_OWNER', 'no-own-tab', 'You own no tab. Call tabs_create first.'),
    );
  });

  test('A tab that is not open is named together with its browser.', () => {
    const target = buildBrowserTarget({ tabId: 7, tab: null });
    expect(runGates(buildGatedCall({ target }))).toEqual(
      deny('ERR_INVALID_ARGUMENTS', 'no-tab', 'Tab 7 is not open in Work. Call tabs_context for your tabs.'),
    );
  });

  test.each([
    [{ kind: 'running', since: noon, pid: 1 }],
    [{ kind: 'degraded', since: noon, pid: 1, reason: foreign('slow') }],
    [{ kind: 'starting', since: noon, pid: null }],
    [{ kind: 'crashed', since: noon, reason: foreign('exit 1') }],
    [{ kind: 'waiting', since: noon, until: noon, reason: foreign('exit 1') }],
  ] as const)('An MCP server that is $kind takes calls, or will in a moment.', state => {
    expect(runGates(serverCall(state))).toEqual({ kind: 'ask' });
  });

  test.each([
    [{ kind: 'blocked', since: noon, by: 'approval', reason: foreign('new') }],
    [{ kind: 'stopped', since: noon }],
    [{ kind: 'stopping', since: noon, pid: null }],
    [{ kind: 'failed', since: noon, reason: foreign('exit 1') }],
    [{ kind: 'unauthorized', since: noon, reason: foreign('token') }],
  ] as const)('An MCP server that is $kind takes none.', state => {
    expect(runGates(serverCall(state))).toEqual(
      deny(
        'ERR_SERVER_UNAVAILABLE',
        'no-server',
        `The MCP server everything is ${state.kind}. Ask the user to start it in Pilothouse under Servers.`,
      ),
    );
  });

  test('An MCP server that is gone is called unknown.', () => {
    expect(runGates(serverCall(null))).toMatchObject({
      message: 'The MCP server everything is not known. Ask the user to start it in Pilothouse under Servers.',
    });
  });
});

describe('What the hub carries out itself', () => {
  test('It needs no browser.', () => {
    const target = buildBrowserTarget({ browser: null, tabId: null, tab: null, needsTab: false, inHub: true });
    expect(runGates(buildGatedCall({ target, scope: 'browser:tabs.read', readOnly: true, resources: [] }))).toEqual({
      kind: 'pass',
      rule: 'own-tabs',
      grant: null,
    });
  });

  const away = buildBrowser({ state: { kind: 'away', since: noon } });
  const next = buildBrowser({ id: 'b2', name: 'Home' });

  test.each([
    ['Home (b2)', ''],
    ['Home (b2), Lab (b3)', ', or call select_browser to choose among Home (b2), Lab (b3)'],
  ])('A browser that is away is named with those that are there: %s.', (others, choice) => {
    const target = buildBrowserTarget({ browser: away, others, next });
    expect(runGates(buildGatedCall({ target }))).toMatchObject({
      message: `Work is not connected now. Call again and you go on in Home (b2)${choice}. Numbers of your tabs in Work mean no tabs there.`,
    });
  });

  test('Whoever was moved is told so before a tab is used, and then of a tab that may be meant elsewhere.', () => {
    const said = (parts: Partial<BrowserTarget>) => runGates(buildGatedCall({ target: buildBrowserTarget(parts) }));
    expect(said({ browser: next, moved: { from: 'Work', byUser: true } })).toMatchObject({
      code: 'ERR_TAB_MOVED',
      message: expect.stringContaining('The user moved you from Work to Home (b2)'),
    });
    expect(said({ browser: next, moved: { from: 'Work', byUser: true }, needsTab: false })).toMatchObject({
      kind: 'ask',
    });
    expect(said({ browser: next, elsewhere: { browser: 'Work', isHere: false } })).toMatchObject({
      message: expect.stringContaining('Tab 42 is yours in Work, and your calls go to Home (b2).'),
    });
    expect(said({ browser: next, elsewhere: { browser: 'Work', isHere: true } })).toMatchObject({
      message: expect.stringContaining('You have a tab 42 in Work and one in Home (b2)'),
    });
  });
});

describe('The inheritance gate', () => {
  const tab = { browserId: 'b1', tabId: 7 };
  const shop = 'https://shop.example';
  const grantTo = (origin: string, fields: Parameters<typeof buildGrant>[0] = {}) =>
    buildGrant({ id: '9', subject: { kind: 'origin', id: origin }, scope: 'agents:invoke', ...fields });
  const callFor = (grants: ReturnType<typeof buildGrant>[], worksFor = [{ origin: shop, tab }]) =>
    buildGatedCall({
      ...{ scope: 'agents:invoke', tool: 'page/agent.agents.invoke', resources: [], grants },
      agent: { ...buildAgent({ origin: 'https://bank.example' }), worksFor },
      target: { kind: 'hub', what: { kind: 'at-page', member: 'agent.agents.invoke' } },
    });
  const own = grantTo('https://bank.example');

  test('What a page does for another one both have to be allowed.', () => {
    expect(runGates(callFor([own]))).toMatchObject({
      ...{ kind: 'deny', code: 'ERR_PERMISSION_DENIED', rule: 'for-another' },
      message: expect.stringContaining(`works for ${shop} now`),
    });
    expect(runGates(callFor([own, grantTo(shop)]))).toMatchObject({ kind: 'pass' });
    expect(runGates(callFor([own], []))).toMatchObject({ kind: 'pass' });
    expect(runGates(callFor([own, grantTo(shop, { effect: 'deny' })]))).toMatchObject({ kind: 'deny' });
  });

  test('What the other was allowed holds in its own tab, and for nobody’s agent.', () => {
    expect(runGates(callFor([own, grantTo(shop, { lifetime: 'once', tab })]))).toMatchObject({ kind: 'pass' });
    const elsewhere = { browserId: 'b1', tabId: 8 };
    expect(runGates(callFor([own, grantTo(shop, { lifetime: 'once', tab: elsewhere })]))).toMatchObject({
      kind: 'deny',
    });
    expect(runGates(callFor([own, grantTo(shop, { agentId })]))).toMatchObject({ kind: 'deny' });
  });

  test('Nobody is asked in the name of the other.', () => {
    expect(runGates(callFor([]))).toMatchObject({ kind: 'deny', rule: 'for-another' });
  });
});

describe('The plan gate', () => {
  const plan = { domains: ['other.example'], approach: [], since: noon };
  const own = { client: buildClient({ start: 'own-tabs' }) } as const;

  test('Only an agent with a plan is held to one.', () => {
    expect(runGates(buildGatedCall(own))).toMatchObject({ kind: 'pass' });
    expect(runGates(buildGatedCall({ ...own, agent: buildAgent({ plan }) }))).toMatchObject({ kind: 'deny' });
  });

  test('A page of another site is refused, also where a grant allows it; closing its tab is not.', () => {
    const agent = buildAgent({ plan });
    expect(runGates(buildGatedCall({ agent, grants: [buildGrant()] }))).toEqual(
      deny(
        'ERR_PERMISSION_DENIED',
        'off-plan',
        'Your plan is for other.example, and https://example.com is not in it. Call update_plan with another plan, which the user is asked about.',
      ),
    );
    expect(runGates(buildGatedCall({ ...own, agent, scope: 'browser:tabs.create' }))).toMatchObject({ kind: 'pass' });
  });

  test('001: a call that its own program holds to domains is refused elsewhere, and gains nothing there.', () => {
    const heldTo = ['other.example'];
    const away = runGates(buildGatedCall({ agent: { ...buildAgent(), heldTo }, grants: [buildGrant()] }));
    expect(away.kind).toBe('deny');
    expect(JSON.stringify(away)).toContain('Your program holds this call to other.example (allowed_domains)');
    const there = { ...buildAgent(), heldTo: ['example.com'] };
    expect(runGates(buildGatedCall({ agent: there }))).toEqual({ kind: 'ask' });
    // Of both the narrower holds.
    expect(JSON.stringify(runGates(buildGatedCall({ agent: { ...there, plan } })))).toContain(
      'Your plan is for other.example',
    );
    // Domains that are none hold it everywhere.
    expect(runGates(buildGatedCall({ agent: { ...buildAgent(), heldTo: [''] } }))).toMatchObject({ kind: 'deny' });
  });

  test('A page of the plan passes on to the permission.', () => {
    const agent = buildAgent({ plan: { ...plan, domains: ['example.com'] } });
    expect(runGates(buildGatedCall({ agent }))).toEqual({ kind: 'ask' });
  });
});

describe('The owner gate', () => {
  test('A tab of another agent is refused in the words of the claudezilla wire.', () => {
    const owner = { kind: 'agent', agentId, since: noon } as const;
    const call = buildGatedCall({
      agent: { ...buildGatedCall().agent, id: otherAgentId },
      target: buildBrowserTarget({ tab: buildTab({ owner }) }),
    });
    expect(runGates(call)).toEqual(
      deny('ERR_NOT_OWNER', 'owner 42', 'OWNERSHIP: Cannot navigate tab 42 (owned by agent_e7f8...)'),
    );
  });

  test("A tab of the user's own is refused without an agent's name.", () => {
    const target = buildBrowserTarget({ tab: buildTab({ owner: { kind: 'you' } }), verb: 'click in' });
    expect(runGates(buildGatedCall({ target }))).toMatchObject({
      message: 'OWNERSHIP: Cannot click in tab 42 (owned by the user)',
    });
  });

  test('A tab that lost its owner is nobody’s, its last owner included.', () => {
    const target = buildBrowserTarget({ tab: buildTab({ owner: { kind: 'none', agentId, since: noon } }) });
    expect(runGates(buildGatedCall({ target }))).toMatchObject({ code: 'ERR_NOT_OWNER', rule: 'owner 42' });
  });

  test('A tool that needs no tab asks for no owner.', () => {
    const target = buildBrowserTarget({ needsTab: false, tabId: null, tab: null });
    expect(runGates(buildGatedCall({ target, scope: 'browser:tabs.create' }))).toEqual({ kind: 'ask' });
  });
});

describe('The permission gate', () => {
  test('A grant lets the call pass and is the rule of it.', () => {
    const grant = buildGrant();
    expect(runGates(buildGatedCall({ grants: [grant] }))).toEqual({ kind: 'pass', rule: 'grant 24', grant });
  });

  test('A call that nothing speaks of becomes a question.', () => {
    expect(runGates(buildGatedCall())).toEqual({ kind: 'ask' });
  });

  test('A denial names the client, the scope and the grant to revoke.', () => {
    expect(runGates(buildGatedCall({ grants: [buildGrant({ effect: 'deny' })] }))).toMatchObject(
      deny(
        'ERR_PERMISSION_DENIED',
        'grant 24',
        'The user does not let Claude Code open addresses in its tabs (browser:navigate). They can revoke grant 24 in Pilothouse under Permissions.',
        {
          permission: {
            scope: 'browser:navigate',
            tool: 'navigate',
            resource: { kind: 'site', origin: 'https://example.com' },
          },
        },
      ),
    );
  });

  test('A client that may only read is told so, and where that is changed.', () => {
    expect(runGates(buildGatedCall({ client: buildClient({ start: 'read-only' }) }))).toEqual(
      deny(
        'ERR_READ_ONLY',
        'read-only-client',
        'Claude Code may only read, and navigate acts. The user can change that in Pilothouse under Agents.',
      ),
    );
  });

  test('A client that works in its own tabs passes without a grant.', () => {
    expect(runGates(buildGatedCall({ client: buildClient({ start: 'own-tabs' }) }))).toEqual({
      kind: 'pass',
      rule: 'own-tabs',
      grant: null,
    });
  });
});

describe('What the user is always asked about', () => {
  const own = { client: buildClient({ start: 'own-tabs' }), asksUser: true } as const;

  test('Neither the start of its client nor a grant for all of its scope answers.', () => {
    expect(runGates(buildGatedCall(own))).toEqual({ kind: 'ask' });
    expect(runGates(buildGatedCall({ ...own, grants: [buildGrant()] }))).toEqual({ kind: 'ask' });
  });

  test('A grant that names its tool does, and so does any that denies.', () => {
    const grant = buildGrant({ tools: ['navigate'] });
    expect(runGates(buildGatedCall({ ...own, grants: [grant] }))).toMatchObject({ kind: 'pass', rule: 'grant 24' });
    expect(runGates(buildGatedCall({ ...own, grants: [buildGrant({ effect: 'deny' })] }))).toMatchObject({
      kind: 'deny',
    });
  });
});

describe('What the user is asked about unless a rule names that very site', () => {
  const site = 'http://127.0.0.1:3000';
  const about = (at: string) => ({ asksUser: 'site' as const, resources: [{ kind: 'site' as const, origin: at }] });

  test('A rule for that site answers, and neither one for all sites nor a wildcard above it.', () => {
    const named = buildGrant({ resource: { kind: 'site', origin: site } });
    expect(runGates(buildGatedCall({ ...about(site), grants: [named] }))).toMatchObject({ kind: 'pass' });
    expect(runGates(buildGatedCall({ ...about(site), grants: [buildGrant()] }))).toEqual({ kind: 'ask' });
    const wild = buildGrant({ resource: { kind: 'site', origin: 'https://*.shop.example' } });
    expect(runGates(buildGatedCall({ ...about('https://api.shop.example'), grants: [wild] }))).toEqual({ kind: 'ask' });
  });
});

describe('The order of the gates', () => {
  const worst = (mode: RunMode) =>
    buildGatedCall({
      mode,
      client: null,
      target: buildBrowserTarget({ browser: null, tab: ownedByOther() }),
      grants: [buildGrant({ effect: 'deny' })],
    });

  test('Paused speaks before the credential.', () => {
    expect(runGates(worst('paused'))).toEqual(paused);
  });

  test('The credential speaks before the target.', () => {
    expect(runGates(worst('running'))).toEqual(revoked);
  });

  test('The target speaks before the owner.', () => {
    expect(runGates({ ...worst('running'), client: buildClient() })).toEqual(noBrowser);
  });

  test('The owner speaks before the permission.', () => {
    const target = buildBrowserTarget({ tab: ownedByOther() });
    expect(runGates({ ...worst('running'), client: buildClient(), target })).toEqual(notOwner);
  });

  test('No grant opens a tab of another agent.', () => {
    const resource = { kind: 'tab', browserId: 'b1', tabId: 42 } as const;
    const target = buildBrowserTarget({ tab: ownedByOther() });
    expect(runGates(buildGatedCall({ target, grants: [buildGrant({ resource })] }))).toEqual(notOwner);
  });
});

describe('A call of the user', () => {
  const client = { kind: 'client', id: buildClient().id } as const;
  const byUser = { subjects: [client] };

  test('It is asked about nowhere.', () => {
    const call = buildGatedCall({ tool: 'navigate' });
    expect(runGates(call)).toEqual({ kind: 'ask' });
    expect(runGates({ ...call, byUser })).toEqual({ kind: 'pass', rule: 'own-call' });
  });

  test('It acts in the tabs that are the user’s own, and only looks at those of an agent.', () => {
    const own = buildBrowserTarget({ tab: buildTab({ owner: { kind: 'you' } }) });
    expect(runGates(buildGatedCall({ target: own, byUser }))).toMatchObject({ kind: 'pass' });
    expect(runGates(buildGatedCall({ target: own }))).toMatchObject({ kind: 'deny', code: 'ERR_NOT_OWNER' });
    const others = buildBrowserTarget({ tab: ownedByOther() });
    expect(runGates(buildGatedCall({ target: others, byUser }))).toMatchObject({ kind: 'deny', code: 'ERR_NOT_OWNER' });
    expect(runGates(buildGatedCall({ target: others, byUser, readOnly: true }))).toMatchObject({ kind: 'pass' });
  });

  test('What is denied to the one whose call it repeats is denied to it.', () => {
    const grants = [buildGrant({ id: '7', effect: 'deny', subject: client })];
    const stranger = buildAgent({ clientId: 'you' });
    const call = buildGatedCall({ agent: stranger, grants });
    expect(runGates({ ...call, byUser })).toMatchObject({ kind: 'deny', rule: 'grant 7' });
    expect(runGates({ ...call, byUser: { subjects: [] } })).toMatchObject({ kind: 'pass', rule: 'own-call' });
  });
});
