// One call of a browser tool for an agent of spec 000's wire: the hub's own way, its refusals in the words of that wire.
import { HubError, toErrorValue } from '../../../../contract/errors.ts';
import { isRecord } from '../../../../contract/json.ts';
import { maxClaudezillaLineBytes } from '../../../../native-host/dialects/claudezilla/claudezilla.ts';
import { tabIdOf } from '../../../../native-host/dialects/claudezilla/claudezilla-arguments.ts';
import { commandOf } from '../../../../native-host/dialects/claudezilla/claudezilla-commands.ts';
import { textOf } from '../../../../native-host/dialects/claudezilla/claudezilla-results.ts';
import { inItsNames } from '../../../../native-host/dialects/claudezilla/claudezilla-words.ts';
import { composedCall } from '../../agent-connections/composed-calls.ts';
import { refusalError, toolVerdict } from '../../agent-connections/mcp-reply.ts';
import { shortAgentId } from '../../agent-connections/refusal-sentence.ts';
import { foreignExtension } from '../../browsers/foreign/foreign-extensions.ts';
import { usualTimeoutMs } from '../../tools/call-timeout.ts';
import { QuotedError } from '../../wire/rpc-error.ts';
import type { ErrorCode, ErrorValue } from '../../../../contract/errors.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { Agent } from '../../../../contract/schemas/entities.ts';
import type { ToolCallParams, ToolResult } from '../../../../contract/schemas/messages.ts';
import type { ClaudezillaRequest } from '../../../../native-host/dialects/claudezilla/claudezilla.ts';
import type { AgentServices } from '../../agent-connections/agent-services.ts';
import type { CallBounds, RunCall } from '../../agents/agent-wire.ts';
import type { BrowserRegistry } from '../../browsers/browser-registry.ts';
import type { AgentCall, CallAnswer } from '../../router/agent-call.ts';
import type { TabRegistry } from '../../tabs/tab-registry.ts';
import type { Verdict } from '../../trace/tap.ts';
import type { IncomingRequest } from '../../wire/incoming-request.ts';
import type { ClaudezillaAgent, ClaudezillaAgents } from './claudezilla-agents.ts';

/** One command on its way: who asks what, and the request that it came with. */
export interface CommandCall {
  readonly asker: ClaudezillaAgent;
  /** The same object for all that comes on one connection. */
  readonly connection: object;
  readonly wanted: ClaudezillaRequest;
  readonly request: IncomingRequest;
  /** Its agent as it was when the command came in. */
  readonly arrivedAs: Agent;
  /** When the time that the asker named is over, by `performance.now`; null where it named none. */
  readonly until: number | null;
  /** Told how each call that it makes of the hub ended; the last one stands in the trace. */
  readonly onVerdict: (verdict: Verdict) => void;
  /** Told how long it waited for the user outside its calls, in milliseconds. */
  readonly onWaited: (ms: number) => void;
}

/** A call of a tool, and what is kept of its bounds. */
export type OneCall = (tool: string, args: Record<string, unknown>, bounds?: CallBounds) => Promise<ToolResult>;

export interface ClaudezillaCallsOptions
  extends Pick<AgentServices, 'router' | 'catalogue' | 'shortcuts' | 'firstTabs' | 'images'> {
  readonly agents: ClaudezillaAgents;
  readonly browsers: BrowserRegistry;
  readonly tabs: TabRegistry;
}

const foreignKinds = {
  'claude-frames': "Claude's extension",
  claudezilla: "Claudezilla's extension",
} as const;

export class ClaudezillaCalls {
  readonly #options: ClaudezillaCallsOptions;

  constructor(options: ClaudezillaCallsOptions) {
    this.#options = options;
  }

  /** The browser that the asker's calls go to, or null. */
  browserOf(asker: ClaudezillaAgent) {
    return this.#options.browsers.forAgent(this.#options.agents.agent(asker));
  }

  /** Whether the extension in the asker's browser is another's. */
  isForeign(asker: ClaudezillaAgent): boolean {
    return foreignExtension(this.browserOf(asker)?.extensionId ?? '') !== null;
  }

  /** Whether the asker's browser has an extension of this same wire, which takes its commands as they are. */
  speaksOwn(asker: ClaudezillaAgent): boolean {
    return foreignExtension(this.browserOf(asker)?.extensionId ?? '')?.wire === 'claudezilla';
  }

  /** `Work (the companion extension in chromium)`, `Claude in Chrome (Claude's extension)`. */
  browserKind(asker: ClaudezillaAgent): string {
    const browser = this.browserOf(asker);
    if (!browser) return 'the companion extension';
    const wire = foreignExtension(browser.extensionId)?.wire;
    const kind = wire ? foreignKinds[wire] : `the companion extension in ${browser.family}`;
    return `${browser.name} (${kind})`;
  }

  /** Through every gate. Rejects with HubError in the wire's own words when it is refused or fails. */
  async call(
    asked: CommandCall,
    tool: string,
    args: Record<string, unknown>,
    more: Pick<AgentCall, 'own' | keyof CallBounds> = {},
  ): Promise<ToolResult> {
    const { agents, router } = this.#options;
    const { asker, request, arrivedAs, until } = asked;
    const policy = { maxReplyBytes: maxClaudezillaLineBytes, lacksDialogTool: true };
    const params = { name: tool, arguments: args };
    const agentOf = () => agents.agent(asker);
    const bounds = until === null ? {} : { withinMs: Math.min(leftUntil(until), more.withinMs ?? Infinity) };
    const answer = await router.call({ agentOf, arrivedAs, params, request, policy, ...more, ...bounds });
    asked.onVerdict(toolVerdict(answer));
    if (answer.kind === 'result' && !answer.result.isError) return answer.result;
    const { code, message, data, reason } = errorOf(answer);
    const details = isRecord(data?.['details']) ? { details: data['details'] } : {};
    const tabId = typeof args.tabId === 'number' ? args.tabId : null;
    const time = code === 'ERR_TOOL_TIMEOUT' ? timeSpent(asked, params, reason) : {};
    // Whoever calls a tool by its name knows the others by theirs.
    const said = isQuoted(answer) || !commandOf(asked.wanted.command) ? message : inItsNames(message);
    throw new HubError(code, this.#inItsWords(code, said, asked, tabId), { ...details, ...time });
  }

  /** The tool of that name, with the arguments as they came; its answer is MCP's. Each call that it is made of is carried out by `one`. Rejects as `call` does. */
  async callNamed(asked: CommandCall, tool: string, one: OneCall): Promise<Pick<ToolResult, 'content'>> {
    const { agents, browsers, catalogue, shortcuts, tabs, firstTabs, images } = this.#options;
    const { asker, wanted } = asked;
    let failed: unknown;
    const run: RunCall = async ({ name, arguments: args = {} }, bounds) => {
      try {
        return await one(name, args, bounds);
      } catch (error) {
        failed = error;
        return { content: [{ type: 'text', text: toErrorValue(error).message }], isError: true };
      }
    };
    const fit = { maxBytes: maxClaudezillaLineBytes, scaler: images };
    const services = { browsers, catalogue, shortcuts, tabs, firstTabs, fit, agent: () => agents.agent(asker) };
    const tabId = tabIdOf(wanted.arguments);
    const args = { ...wanted.arguments, ...(tabId !== null && { tabId }) };
    const result = await composedCall(services, run)({ name: tool, arguments: args });
    if (!result.isError) return { content: result.content };
    // Of several calls the answers before the one that failed are told too.
    if (failed === undefined || result.content.length > 1) throw new HubError('ERR_TOOL_FAILED', textOf(result));
    throw failed;
  }

  /** How the owner of a tab reads to everybody else. */
  ownerOf(browserId: string, tabId: number): string | null {
    const owner = this.#options.tabs.get(browserId, tabId)?.owner;
    if (!owner) return null;
    if (owner.kind === 'you') return 'the user';
    return shortAgentId(this.#options.agents.claimedBy(owner.agentId) ?? owner.agentId);
  }

  #inItsWords(code: ErrorCode, sentence: string, { asker, wanted }: CommandCall, tabId: number | null): string {
    if (code === 'ERR_NOT_OWNER' && tabId === null)
      return 'NO_TABS: All tabs have been closed. Call firefox_create_window to open a new tab.';
    const browser = this.browserOf(asker);
    if (tabId === null || browser?.state.kind !== 'connected') return sentence;
    const owner = this.ownerOf(browser.id, tabId);
    if (owner === null) return `Tab ${tabId} not found in Claudezilla window`;
    return code === 'ERR_NOT_OWNER' ? ownershipText(wanted, tabId, owner, asker.claimed) : sentence;
  }
}

function leftUntil(until: number): number {
  return Math.max(0, until - performance.now());
}

/** What its asker is told of the time that ran out: how long it was, and whether the user was waited for. */
function timeSpent(
  { wanted }: CommandCall,
  { name, arguments: args = {} }: ToolCallParams,
  reason: Reason | undefined,
) {
  const ended = reason?.kind === 'call-timed-out' ? reason : null;
  const forUser = ended?.waitsFor === 'question' || ended?.waitsFor === 'pause';
  if (wanted.namesTimeout && args.timeout === undefined) return { timeoutMs: wanted.timeoutMs, forUser };
  return { timeoutMs: ended ? ended.seconds * 1_000 : usualTimeoutMs(name, args), forUser };
}

/** Whether it is no sentence of the hub's or its companion's. */
function isQuoted(answer: CallAnswer<ToolResult>): boolean {
  return answer.kind === 'result' || (answer.kind === 'failure' && answer.error instanceof QuotedError);
}

/** What ended the call, in the hub's words. */
function errorOf(answer: CallAnswer<ToolResult>): ErrorValue {
  switch (answer.kind) {
    case 'result':
      return { code: 'ERR_TOOL_FAILED', message: textOf(answer.result) };
    case 'refusal':
      return toErrorValue(refusalError(answer.refusal));
    case 'failure':
      return toErrorValue(answer.error);
  }
}

/** Spec 000 "Response Format" for the flat form; the real system's words for its own, with the owner's id cut as the spec has it. */
export function ownershipText(wanted: ClaudezillaRequest, tabId: number, owner: string, asker: string | null): string {
  if (wanted.command === 'closeTab')
    return `OWNERSHIP: Tab ${tabId} was created by ${owner}. You (${asker ?? 'unknown'}) cannot close another agent's tab.`;
  const verb = commandOf(wanted.command)?.verb ?? wanted.command;
  const you = wanted.form === 'real' && asker !== null ? `, you are ${asker}` : '';
  return `OWNERSHIP: Cannot ${verb} tab ${tabId} (owned by ${owner}${you})`;
}
