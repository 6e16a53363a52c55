// What the companion's own pages say, each language has all of it.

import type { Risk } from '../../../../contract/asked-tools.ts';
import type { RunMode } from '../../../../contract/entities.ts';
import type { Breadth, Lifetime, Scope } from '../../../../contract/permissions.ts';
import type { PageFlag } from '../../../../contract/web-agent.ts';
import type { ToolGroup } from '../called-tools.ts';

export interface Words {
  readonly titles: { readonly prompt: string; readonly promptOf: (site: string) => string; readonly panel: string };
  readonly ask: {
    readonly counted: (at: number, of: number) => string;
    readonly refusedIn: (left: string) => string;
    readonly wants: string;
    readonly files: string;
    readonly encrypted: string;
    readonly notEncrypted: string;
    readonly onThisMachine: string;
    readonly tabIn: (tab: string, browser: string) => string;
    readonly first: string;
    /** The origin of the page around it follows. */
    readonly frameIn: string;
    readonly before: string;
    readonly readsAs: (name: string) => string;
    readonly looksLike: string;
    readonly says: string;
    readonly quoted: (text: string) => readonly [string, string, string];
    readonly asksFor: string;
    readonly isNew: string;
    readonly withModel: (model: string, where: string) => string;
    readonly ticksAbove: string;
  };
  readonly goes: { readonly stays: string; readonly to: (host: string) => string };
  readonly risks: Readonly<Record<Risk, string>>;
  readonly levels: Readonly<Record<Risk, string>>;
  readonly tools: {
    readonly head: string;
    readonly ticked: (ticked: number, of: number) => string;
    readonly all: string;
    readonly none: string;
    readonly filter: string;
    readonly nothing: string;
    readonly noTools: string;
    readonly ofPage: string;
    readonly reads: string;
    readonly destroys: string;
    readonly acts: string;
    readonly allOf: (group: string) => string;
    readonly page: string;
  };
  readonly how: {
    readonly head: string;
    readonly once: string;
    readonly always: string;
    readonly onceText: (tab: string, site: string) => string;
    readonly alwaysText: (site: string) => string;
    readonly keptAs: string;
    readonly kept: (given: {
      readonly origin: string;
      readonly scopes: number;
      readonly tools: number | null;
      readonly isOnce: boolean;
    }) => string;
  };
  readonly answer: { readonly allow: string; readonly deny: string; readonly leave: string };
  readonly ended: {
    readonly gone: (site: string) => string;
    readonly expired: (site: string) => string;
    readonly elsewhere: string;
    readonly away: string;
    readonly close: string;
    readonly changed: string;
    readonly failed: (message: string) => string;
    /** Where nobody has worded in this language why. */
    readonly failedUnsaid: string;
    readonly anew: string;
    readonly noHub: string;
    readonly nothing: string;
  };
  readonly hub: {
    readonly modes: Readonly<Record<RunMode, string>>;
    readonly away: string;
    readonly connecting: string;
    readonly notLetIn: string;
    /** `model`: whether the browser has one of its own. */
    readonly standalone: (model: boolean) => string;
    readonly showWaiting: (waiting: number) => string;
    readonly elsewhere: string;
  };
  readonly driver: {
    readonly label: string;
    readonly agent: readonly [string, string];
    readonly nobody: string;
    readonly you: readonly [string, string];
    readonly left: readonly [string, string];
    readonly since: (time: string) => string;
    readonly sinceLast: (time: string, tool: string, ago: string) => string;
    readonly agentsMayNot: (time: string) => string;
    readonly letIn: string;
    readonly unknown: string;
    readonly takeOver: string;
    readonly giveBack: string;
  };
  readonly prompt: {
    readonly label: string;
    readonly wants: (act: string) => string;
    readonly acts: Readonly<Partial<Record<Scope, string>>>;
    readonly otherAct: (tool: string) => string;
    readonly what: string;
    readonly arguments: string;
    readonly tool: string;
    readonly also: (count: number) => string;
    readonly cut: (chars: number) => string;
    readonly breadths: Readonly<Record<Breadth, (tool: string) => string>>;
    readonly lifetimes: Readonly<Record<Lifetime, string>>;
    readonly howMuch: string;
    readonly howLong: string;
    readonly risk: Readonly<Record<Risk, string>>;
    readonly told: string;
  };
  readonly site: {
    readonly label: string;
    readonly head: string;
    readonly fold: string;
    readonly unfold: string;
    readonly flagsAndTools: string;
    readonly may: (what: string) => string;
    readonly mayNot: (what: string) => string;
    readonly callTools: (count: number) => string;
    readonly callNone: string;
    /** Those groups, of which there is one at least, and so many others that are named. */
    readonly callEvery: (groups: readonly ToolGroup[], others: number) => string;
    /** The same of what is denied: `call tools of Notes`. */
    readonly callAny: (groups: readonly ToolGroup[], others: number) => string;
    /** Of tools that its page offers. */
    readonly toolStates: Readonly<Record<'offered' | 'off' | 'held' | 'unoffered', string>>;
    /** In place of a tool's name. */
    readonly allTools: string;
    readonly allReadingTools: string;
    readonly mayCall: string;
    readonly mayCallOf: (offerer: string) => string;
    /** Beside `allTools` and `allReadingTools`. */
    readonly mayCallAll: string;
    readonly mayCallAllOf: (offerer: string) => string;
    readonly noTools: string;
    readonly always: string;
    readonly left: (span: string) => string;
    readonly untilTab: string;
    readonly nothingYet: string;
    readonly revoke: string;
    readonly revokeWhat: (what: string) => string;
    readonly flagHead: string;
    readonly flags: Readonly<Record<PageFlag, string>>;
    readonly isDefault: string;
    readonly isChanged: string;
    readonly on: string;
    readonly off: string;
    readonly block: string;
    readonly unblock: string;
    readonly blocked: (site: string) => string;
    readonly notOffered: string;
    readonly none: string;
    /** What was decided without a hub, and holds only without one. */
    readonly alone: string;
  };
  readonly chat: {
    readonly label: string;
    readonly head: string;
    readonly conversations: string;
    readonly fresh: string;
    readonly untitled: string;
    readonly noneYet: string;
    readonly messages: string;
    readonly you: string;
    readonly me: string;
    readonly tokens: (count: number, seconds: string) => string;
    readonly thinking: string;
    readonly thisPage: string;
    readonly removePage: string;
    readonly addPage: string;
    readonly unreadable: Readonly<Record<'browser-page' | 'private' | 'failed', string>>;
    readonly ask: string;
    readonly send: string;
    readonly stop: string;
    readonly model: string;
    readonly noModel: string;
    readonly budget: (servers: number, calls: number, of: number) => string;
    readonly servers: (count: number, running: number) => string;
    readonly waits: string;
    readonly refused: string;
    readonly failedCall: string;
    readonly stoppedCall: string;
    readonly running: string;
    readonly stopped: string;
    readonly budgetOver: string;
    readonly error: string;
    readonly earlier: (count: number) => string;
    readonly queued: string;
    readonly needsHub: string;
    readonly noChat: string;
  };
}
