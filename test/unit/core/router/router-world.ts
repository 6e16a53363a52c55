// The router with its real neighbours - catalogue, tabs, questions, grants - and an executor that writes down what reaches it.
import { refusalError, toolResult, toolVerdict } from '../../../../electron/core/agent-connections/mcp-reply.ts';
import { RecentRefusals } from '../../../../electron/core/agents/recent-refusals.ts';
import { Gateway } from '../../../../electron/core/gateway/gateway.ts';
import { CallLimiter } from '../../../../electron/core/limits/call-limits.ts';
import { grantsOf } from '../../../../electron/core/permissions/answer.ts';
import { GrantRegistry } from '../../../../electron/core/permissions/grant-registry.ts';
import { LearningMode } from '../../../../electron/core/permissions/learning-mode.ts';
import { PromptQueue } from '../../../../electron/core/permissions/prompt-queue.ts';
import { noRules } from '../../../../electron/core/permissions/rule-index.ts';
import { CallsUnderWay } from '../../../../electron/core/router/calls-under-way.ts';
import { PauseQueue } from '../../../../electron/core/router/pause-queue.ts';
import { Router } from '../../../../electron/core/router/router.ts';
import { SecretMask } from '../../../../electron/core/secrets/secret-mask.ts';
import { TabRegistry } from '../../../../electron/core/tabs/tab-registry.ts';
import { ToolCatalogue } from '../../../../electron/core/tools/tool-catalogue.ts';
import { ToolListings } from '../../../../electron/core/tools/tool-listing.ts';
import {
  agentId,
  buildAgent,
  buildBrowser,
  buildClient,
  buildReportedTab,
  buildRequest,
  buildServer,
  buildState,
  noon,
} from '../../../support/hub-fixtures.ts';
import { noTasks } from '../../../support/no-tasks.ts';
import { createShortcuts, signIn, summarise } from '../../../support/shortcuts.ts';
import { RecordingTap } from '../wire/recording-tap.ts';
import type { RunMode } from '../../../../contract/entities.ts';
import type { HubError } from '../../../../contract/errors.ts';
import type { Breadth, Lifetime } from '../../../../contract/permissions.ts';
import type { Agent, Browser, Client } from '../../../../contract/schemas/entities.ts';
import type { ToolCallParams, ToolResult } from '../../../../contract/schemas/messages.ts';
import type { CallBounds } from '../../../../electron/core/agents/agent-wire.ts';
import type { AgentCall } from '../../../../electron/core/router/agent-call.ts';
import type { AuditLine } from '../../../../electron/core/router/audit-lines.ts';
import type { DescribeCall } from '../../../../electron/core/router/call-description.ts';
import type { Permit } from '../../../../electron/core/router/permit.ts';
import type { ClientOffer } from '../../../../electron/core/tools/own-tools.ts';
import type { Verdict } from '../../../../electron/core/trace/tap.ts';
import type { CallPolicy } from '../../../../electron/core/wire/incoming-request.ts';

/** Lets everything run that waits for nothing but its turn. */
export const turn = () => new Promise<void>(resolve => setImmediate(resolve));

export const doneResult: ToolResult = { content: [{ type: 'text', text: 'done' }] };

/** What a call may have beside its name and arguments. */
interface CallParts extends CallBounds {
  readonly signal?: AbortSignal;
  readonly policy?: CallPolicy;
  readonly own?: AgentCall['own'];
  readonly meta?: ToolCallParams['_meta'];
}

export function createWorld() {
  const world = {
    now: noon,
    mode: 'running' as RunMode,
    client: buildClient() as Client | null,
    agent: {} as Partial<Agent>,
    /** The one that the agents have chosen. */
    browser: buildBrowser() as Browser | null,
    others: [] as Browser[],
    server: buildServer(),
    /** What the user chose for the client. */
    offer: {} as ClientOffer,
    panelOpen: true,
    secrets: [] as string[],
    execute: async (_permit: Permit, _call: AgentCall): Promise<ToolResult> => doneResult,
    disk: async (): Promise<void> => {},
    describe: (async () => null) as DescribeCall,
  };
  const state = buildState();
  const now = () => world.now;
  const executed: { tool: string; tabId: number | null; args: unknown }[] = [];
  const audit: AuditLine[] = [];
  const tap = new RecordingTap();
  const offerOf = () => world.offer;
  const catalogue = new ToolCatalogue(state, null, undefined, offerOf);
  catalogue.setServerTools('everything', [{ name: 'echo' }]);
  const gateway = new Gateway({
    servers: () => ({
      optionsOf: id => (id === 'everything' ? buildServer().options : null),
      list: () => [],
      clientFor: id => Promise.reject(new Error(`No run of ${id}.`)),
      keptFor: () => null,
      relearn: () => {},
    }),
    learnTools: () => {},
    needsOwnRun: () => {},
    tasks: noTasks(),
    defaultTimeoutMs: () => 30_000,
  });
  const listings = new ToolListings({
    catalogue,
    offerOf,
    lists: (serverId, agent, name) => gateway.lists(serverId, agent, name),
  });
  const refusals = new RecentRefusals(now);
  const grants = new GrantRegistry({
    state,
    now,
    monotonic: now,
    rows: [],
    lastId: 0,
    onChanged: () => prompts.recheck(),
    persist: { add: () => world.disk(), used: () => {}, remove: async () => {}, ended: () => {} },
  });
  const tabs = new TabRegistry({ state, now, onEnded: (browserId, tabId) => grants.tabEnded(browserId, tabId) });
  tabs.claim(agentId, 'b1', buildReportedTab());
  const prompts = new PromptQueue({
    state,
    now,
    store: async (prompt, answer) => {
      await grants.addAll(grantsOf(prompt, answer));
    },
  });
  catalogue.onChange(() => prompts.toolsChanged());
  const limiter = new CallLimiter({ settings: { get: async () => null, set: async () => {} }, onRun: () => {} });
  const pauses = new PauseQueue();
  const underWay = new CallsUnderWay();
  const shortcuts = createShortcuts([summarise, signIn], {
    onChanged: () => {
      pauses.recheck();
      prompts.recheck();
      underWay.recheck();
    },
  });
  const learning = new LearningMode({
    now,
    kept: null,
    keep: async () => {},
    tell: () => {},
    show: change => state.setHub(change),
    addGrants: added => grants.addAll(added),
    onStarted: () => prompts.recheck(),
  });
  const router = new Router({
    catalogue,
    pageMoved: ({ id }) => new Error(`${id} has gone.`),
    prompts,
    pauses,
    learning,
    tap,
    panelOpen: () => world.panelOpen,
    describe: (...asked) => world.describe(...asked),
    execute: async (permit, asked) => {
      const { params } = asked;
      const { call, callable } = permit;
      const tabId = call.target.kind === 'browser' ? call.target.tabId : null;
      executed.push({ tool: callable.id, tabId, args: params.arguments });
      return world.execute(permit, asked);
    },
    grantUsed: id => grants.used(id),
    limiter,
    tasks: gateway.tasks,
    underWay,
    audit: line => audit.push(line),
    mask: new SecretMask(() => world.secrets),
    digestKey: new Uint8Array(32),
    view: {
      now,
      mode: () => world.mode,
      client: () => world.client,
      grants: () => grants.rules,
      policy: () => noRules,
      browserFor: () => world.browser,
      browser: id => [world.browser, ...world.others].find(browser => browser?.id === id) ?? null,
      connectedBrowsers: () => (world.browser ? [world.browser] : []),
      ownTabs: id => tabs.ownedBy(id),
      tab: (browserId, tabId) => tabs.get(browserId, tabId),
      document: (browserId, tabId) => tabs.document(browserId, tabId),
      lastUsedTab: (agent, browserId) => tabs.lastUsed(agent, browserId),
      limits: (agent, run) => limiter.seen(agent, run),
      server: id => (id === 'everything' ? world.server : null),
      plugin: () => null,
      hasShortcut: args => shortcuts.find(args) !== null,
    },
  });
  /** One call of an agent: its request, its end, and the way to cancel it. */
  const call = (name: string, args: Record<string, unknown> = {}, asker = agentId, parts: CallParts = {}) => {
    const { signal, policy = {}, own, withinMs, expectStill } = parts;
    const controller = new AbortController();
    const seq = tap.open({
      dir: 'in',
      from: { kind: 'agent', id: asker, label: 'Claude Code' },
      to: { kind: 'hub', id: 'hub', label: 'Hub' },
      kind: 'request',
      method: 'tools/call',
      tool: name,
      rpcId: '1',
      parent: null,
      tabId: null,
      message: { bytes: 0, payload: '', cut: false },
    });
    const request = buildRequest({ signal: signal ?? controller.signal, seq });
    const ended: { verdict: Verdict | null; refusedSince?: () => HubError | null } = { verdict: null };
    const made = {
      agentOf: () => buildAgent({ id: asker, ...world.agent }),
      params: { name, arguments: args, ...(parts.meta !== undefined && { _meta: parts.meta }) },
      request,
    };
    const result = router
      .call({
        ...made,
        policy,
        ...(own && { own }),
        ...(withinMs !== undefined && { withinMs }),
        ...(expectStill && { expectStill }),
      })
      .then(answer => {
        ended.verdict = toolVerdict(answer);
        const { refusedSince = () => null } = answer.kind === 'result' ? answer : {};
        ended.refusedSince = () => {
          const refusal = refusedSince();
          return refusal && refusalError(refusal);
        };
        return toolResult(answer, false);
      });
    // A test looks at the rejection of a cancelled call later.
    result.catch(() => {});
    return { request: ended, result, cancel: () => controller.abort() };
  };
  const prompt = () => Object.values(state.snapshot().prompts)[0];
  const answer = (effect: 'allow' | 'deny', lifetime: Lifetime, breadth: Breadth = 'scope') =>
    prompts.answer(prompt()?.id ?? 'none', { effect, lifetime, breadth });
  const browsers = { forAgent: () => world.browser, connected: () => (world.browser ? [world.browser] : []) };
  return {
    world,
    browsers,
    router,
    catalogue,
    listings,
    refusals,
    shortcuts,
    gateway,
    state,
    tap,
    tabs,
    grants,
    prompts,
    pauses,
    learning,
    executed,
    audit,
    underWay,
    call,
    prompt,
    answer,
  };
}
