// What the shell says outside the window, in each language of the panel: tray, notifications, the question on closing.
import type { Scope } from '../../contract/permissions.ts';
import type { Reason } from '../../contract/reasons.ts';
import type { RunMode, ShownServer } from './shell-state.ts';

/** Names from outside come in ready to be drawn, and are put in as they are. */
export interface ShellWords {
  readonly open: string;
  readonly quit: string;
  readonly start: string;
  readonly stop: string;
  readonly servers: string;
  readonly look: string;
  /** What the menu offers. */
  readonly modes: Readonly<Record<RunMode, string>>;
  /** What the tooltip says of a mode; of running, how many agents are connected. */
  readonly now: (mode: RunMode, agents: number) => string;
  readonly nothingWaits: string;
  readonly questions: (count: number) => string;
  readonly toApprove: (count: number) => string;
  readonly moreQuestions: (count: number) => string;
  readonly moreServers: (count: number) => string;
  /** Under a question whose arguments stand in the panel alone. */
  readonly argumentsHidden: (characters: number) => string;
  readonly allow: (uses: number) => string;
  readonly deny: (uses: number) => string;
  /** What a question is about, after "wants to". */
  readonly scopes: Readonly<Record<Scope, string>>;
  readonly wants: (verb: string, where: string) => string;
  /** A web page asks for itself: its origin, and how many permissions. */
  readonly siteAsks: (origin: string) => string;
  readonly siteWants: (scopes: number, others: number) => string;
  readonly pagesAsk: (count: number) => string;
  readonly asks: (asker: string, verb: string) => string;
  readonly unanswered: (what: string, others: number) => string;
  readonly states: Readonly<Record<ShownServer['kind'], string>>;
  readonly crashed: (name: string, kind: ShownServer['kind']) => string;
  /** Of one that runs elsewhere. */
  readonly away: (name: string) => string;
  /** What the hub says, such as why a server crashed. */
  readonly reason: (reason: Reason) => string;
  readonly logTells: string;
  readonly drifted: (name: string) => string;
  readonly differing: (tools: number) => string;
  readonly connects: (name: string) => string;
  readonly waitsForYou: string;
  /** A change of the rules: one that waits for an answer, and one that was made; by which program, which may be unknown. */
  readonly asksForRules: (program: string | null) => string;
  readonly changedRules: (program: string | null) => string;
  readonly changesToConfirm: (count: number) => string;
  readonly answerInPanel: string;
  /** A file of that name is no bundle that can be opened; why follows. */
  readonly bundleRefused: (file: string) => string;
  readonly closing: { readonly question: string; readonly detail: string; readonly buttons: readonly string[] };
}
