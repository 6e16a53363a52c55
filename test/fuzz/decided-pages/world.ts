// A hub's router with its real neighbours, before a played browser on the other end of a wire that takes its time.
import { AsyncLocalStorage } from 'node:async_hooks';
import { toolResult } from '../../../electron/core/agent-connections/mcp-reply.ts';
import { AgentRegistry } from '../../../electron/core/agents/agent-registry.ts';
import { GroupNames } from '../../../electron/core/agents/group-names.ts';
import { Gateway } from '../../../electron/core/gateway/gateway.ts';
import { CallLimiter } from '../../../electron/core/limits/call-limits.ts';
import { grantsOf } from '../../../electron/core/permissions/answer.ts';
import { GrantRegistry } from '../../../electron/core/permissions/grant-registry.ts';
import { LearningMode } from '../../../electron/core/permissions/learning-mode.ts';
import { PromptQueue } from '../../../electron/core/permissions/prompt-queue.ts';
import { noRules } from '../../../electron/core/permissions/rule-index.ts';
import { CallsUnderWay } from '../../../electron/core/router/calls-under-way.ts';
import { createExecutor } from '../../../electron/core/router/execute.ts';
import { PauseQueue } from '../../../electron/core/router/pause-queue.ts';
import { Router } from '../../../electron/core/router/router.ts';
import { SecretMask } from '../../../electron/core/secrets/secret-mask.ts';
import { TabRegistry } from '../../../electron/core/tabs/tab-registry.ts';
import { ToolCatalogue } from '../../../electron/core/tools/tool-catalogue.ts';
import { buildBrowser, buildClient, buildRequest, buildState, noon } from '../../support/hub-fixtures.ts';
import { noTasks } from '../../support/no-tasks.ts';
import { createShortcuts } from '../../support/shortcuts.ts';
import { RecordingTap } from '../../unit/core/wire/recording-tap.ts';
import { PlayedBrowser, playIn, type Shown } from './played-browser.ts';
import { connect, type SentCall } from './played-wire.ts';
import { Steps } from './steps.ts';
import type { CompanionCall } from '../../../contract/companion.ts';
import type { RunMode } from '../../../contract/entities.ts';
import type { Scope } from '../../../contract/permissions.ts';
import type { CallOptions } from '../../../electron/core/browsers/browser-link.ts';
import type { Answer } from '../../../electron/core/permissions/answer.ts';
import type { AuditLine } from '../../../electron/core/router/audit-lines.ts';
import type { HubView } from '../../../electron/core/router/plan-call.ts';

export const origins = ['https://a.example', 'https://b.example', 'https://c.example'] as const;
export const scopes = ['browser:activeTab.read', 'browser:activeTab.interact', 'browser:tabs.create'] as const;
export const browserId = 'b1';
const agentCount = 2;

let lastTab = 0;

/** Which call it is that something happens for, however it comes to happen. */
const callOf = new AsyncLocalStorage<number>();
const callId = () => callOf.getStore() ?? -1;

/** An entry of the audit, and the call that it is of. */
export interface Entry extends AuditLine {
  readonly callId: number;
}

export function createWorld(tabCount: number, hasDebugger: boolean) {
  const steps = new Steps();
  const browser = new PlayedBrowser(steps, hasDebugger, callId);
  playIn(browser);
  const state = buildState();
  const now = () => noon;
  let mode: RunMode = 'running';
  const underWay = new CallsUnderWay();
  const recheck = () => {
    prompts.recheck();
    pauses.recheck();
    underWay.recheck();
  };
  const grants = new GrantRegistry({
    state,
    now,
    monotonic: now,
    rows: [],
    lastId: 0,
    onChanged: recheck,
    persist: { add: async () => {}, used: () => {}, remove: async () => {}, ended: () => {} },
  });
  const tabs = new TabRegistry({
    state,
    now,
    onEnded: (id, tabId) => grants.tabEnded(id, tabId),
    onOwner: recheck,
  });
  let randoms = 0;
  const agents = new AgentRegistry({
    state,
    now,
    randomBytes: size => Buffer.alloc(size, (randoms += 1)),
    onLeft: agentId => tabs.orphan(agentId),
    onMode: recheck,
  });
  const clients = new Map(
    Array.from({ length: agentCount }, (_, index) => [
      `client-${index}`,
      buildClient({ id: `client-${index}`, start: 'ask' }),
    ]),
  );
  const agentIds = [...clients.values()].map(
    client =>
      agents.connect({ client, instance: client.id, transport: 'stdio', program: null, disconnect: () => {} }).id,
  );
  const sent: SentCall[] = [];
  const audit: Entry[] = [];
  const link = connect(steps, sent, callId, reported => tabs.report(browserId, reported));
  const pauses = new PauseQueue();
  const prompts = new PromptQueue({
    state,
    now,
    store: async (prompt, answer) => {
      await grants.addAll(grantsOf(prompt, answer));
    },
  });
  const limiter = new CallLimiter({ settings: { get: async () => null, set: async () => {} }, onRun: () => {} });
  const gateway = new Gateway({
    servers: () => ({
      optionsOf: () => null,
      list: () => [],
      clientFor: () => Promise.reject(new Error('There is no server.')),
      keptFor: () => null,
      relearn: () => {},
    }),
    learnTools: () => {},
    needsOwnRun: () => {},
    tasks: noTasks(),
    defaultTimeoutMs: () => 30_000,
  });
  const catalogue = new ToolCatalogue(state);
  const view: HubView = {
    now,
    mode: () => mode,
    client: id => clients.get(id) ?? null,
    grants: () => grants.rules,
    policy: () => noRules,
    browserFor: () => buildBrowser({ id: browserId }),
    browser: id => buildBrowser({ id }),
    connectedBrowsers: () => [],
    ownTabs: agentId => tabs.ownedBy(agentId),
    tab: (id, tabId) => tabs.get(id, tabId),
    document: (id, tabId) => tabs.document(id, tabId),
    lastUsedTab: () => null,
    limits: (agent, run) => limiter.seen(agent, run),
    server: () => null,
    plugin: () => null,
    hasShortcut: () => false,
  };
  const router = new Router({
    catalogue,
    pageMoved: ({ id }) => new Error(`${id} has gone.`),
    prompts,
    pauses,
    learning: new LearningMode({
      now,
      kept: null,
      keep: async () => {},
      tell: () => {},
      show: () => {},
      addGrants: async () => [],
      onStarted: () => {},
    }),
    tap: new RecordingTap(),
    panelOpen: () => true,
    execute: createExecutor({
      agents,
      pageOffers: { call: () => Promise.reject(new Error('No page offers tools here.')) },
      groupNames: new GroupNames(),
      browsers: { call: (_id: string, call: CompanionCall, options: CallOptions) => link.call(call, options) } as never,
      tabs,
      catalogue,
      shortcuts: createShortcuts(),
      view,
      version: '0.1.0',
      // No agent asks about itself here.
      listings: {} as never,
      about: {} as never,
      servers: gateway.requests,
      plugins: { call: () => Promise.reject(new Error('There is no plugin.')) },
      callTimeoutMs: () => 30_000,
      uploads: { os: 'linux', ownFolders: [] },
      pictures: { save: async () => '' },
    }),
    grantUsed: () => {},
    limiter,
    underWay,
    audit: line => audit.push({ ...line, callId: callId() }),
    mask: new SecretMask(() => []),
    digestKey: Buffer.alloc(32),
    view,
  });
  const tabIds = Array.from({ length: tabCount }, () => (lastTab += 1));
  const report = () => link.report(browser.tabs);
  tabIds.forEach((tabId, index) => {
    browser.show(tabId, { origin: origins[0], frame: null });
    const agentId = agentIds[index % agentIds.length] ?? '';
    tabs.claim(agentId, browserId, { tabId, windowId: 1, title: '', url: `${origins[0]}/`, active: false });
  });
  return {
    steps,
    browser,
    sent,
    audit,
    prompts: () => Object.values(state.snapshot().prompts),
    answer: (promptId: string, answer: Answer) => prompts.answer(promptId, answer),
    tabs,
    tabIds,
    agentIds,
    /** How the rules as they are stand to this: an agent that does or reads something there. */
    ruleFor: (agentId: string, tabId: number, scope: Scope, origin: string): 'allow' | 'deny' | 'ask' => {
      const { clientId } = agents.expect(agentId);
      const rules = grants
        .all()
        .filter(
          grant =>
            grant.subject.id === clientId &&
            grant.scope === scope &&
            grant.resource.kind === 'site' &&
            grant.resource.origin === origin,
        );
      const tab = tabs.get(browserId, tabId);
      // What is under way in a tab that closes ends by itself.
      const isOwner = !tab || (tab.owner.kind === 'agent' && tab.owner.agentId === agentId);
      const mayNow = mode === 'running' || (mode === 'read-only' && scope === 'browser:activeTab.read');
      if (!isOwner || !mayNow || rules.some(({ effect }) => effect === 'deny')) return 'deny';
      return rules.length > 0 ? 'allow' : 'ask';
    },
    setMode: (next: RunMode) => {
      mode = next;
      recheck();
    },
    setRule: async (agentId: string, effect: 'allow' | 'deny', scope: Scope, origin: string) => {
      const subject = { kind: 'client' as const, id: agents.expect(agentId).clientId };
      await grants.add({
        subject,
        effect,
        scope,
        lifetime: 'always',
        tools: null,
        reading: false,
        resource: { kind: 'site', origin },
        agentId: null,
        tab: null,
      });
    },
    revoke: async (choice: number) => {
      const all = [...grants.all()];
      const grant = all[choice % Math.max(1, all.length)];
      if (grant) await grants.revoke(grant.id);
    },
    navigate: (tabId: number, shown: Shown) => {
      if (!browser.has(tabId)) return;
      browser.show(tabId, shown);
      void steps.wait('reports').then(report);
    },
    call: (id: number, agentId: string, name: string, args: Record<string, unknown>, signal: AbortSignal) =>
      callOf.run(id, async () => {
        const params = { name, arguments: args };
        const agentOf = () => agents.expect(agentId);
        const answer = await router.call({ agentOf, params, request: buildRequest({ signal }), policy: {} });
        return toolResult(answer, false);
      }),
    end: () => {
      pauses.stop();
      agents.returning.stop();
    },
  };
}
