// What each command of spec 000's wire does: answered here from what the hub knows, or carried out by a browser tool.
import { HubError } from '../../../contract/errors.ts';
import { listedTabs } from '../../../native-host/dialects/claude-tools.ts';
import { expectAllowedScheme, toolArguments } from '../../../native-host/dialects/claudezilla-arguments.ts';
import { commandOf } from '../../../native-host/dialects/claudezilla-commands.ts';
import { namedTool } from '../../../native-host/dialects/claudezilla-named-tools.ts';
import { commandResult } from '../../../native-host/dialects/claudezilla-results.ts';
import { refusalError, toolVerdict } from '../agent-connections/mcp-reply.ts';
import { approvedGate } from '../gates/approved-gate.ts';
import { modeGate } from '../gates/mode-gate.ts';
import { maxPoolTabs, shown } from './tab-pool.ts';
import { idOf } from './tab-pool-registry.ts';
import type { RunMode } from '../../../contract/entities.ts';
import type { Client } from '../../../contract/schemas/entities.ts';
import type { ListedTab } from '../../../native-host/dialects/claude-tools.ts';
import type { FocusLoop } from '../browsers/focus-loop.ts';
import type { Refusal } from '../gates/refusal.ts';
import type { TabRegistry } from '../tabs/tab-registry.ts';
import type { CommandCall } from './claudezilla-calls.ts';
import type { ClaudezillaOpening, ClaudezillaParts } from './claudezilla-opening.ts';
import type { ClaudezillaTabCommands } from './claudezilla-tab-commands.ts';
import type { TabPool } from './tab-pool.ts';

type Result = Record<string, unknown>;
type Answer = (asked: CommandCall) => unknown;

export interface ClaudezillaCommandsOptions extends ClaudezillaParts {
  readonly opening: ClaudezillaOpening;
  readonly tabCommands: ClaudezillaTabCommands;
  readonly tabs: TabRegistry;
  readonly loop: FocusLoop;
  readonly version: string;
  readonly mode: () => RunMode;
  /** Under which all who speak this wire are known. */
  readonly client: () => Client | null;
}

export class ClaudezillaCommands {
  readonly #options: ClaudezillaCommandsOptions;

  constructor(options: ClaudezillaCommandsOptions) {
    this.#options = options;
  }

  /** The result keys of the command. Rejects with HubError; `data.details` is what is said beyond the sentence. */
  async answer(asked: CommandCall): Promise<unknown> {
    const { command } = asked.wanted;
    const known = commandOf(command) ?? namedTool(command);
    if (!known) throw new HubError('ERR_TOOL_NOT_FOUND', `Command not allowed: ${command}`);
    const { calls } = this.#options;
    if (known.answer === 'named' && known.tool) return this.#callNamed(asked, known.tool);
    const isCall = known.answer === 'tool' || (known.answer === 'none' && calls.speaksOwn(asked.asker));
    if (isCall && known.tool) return this.#callTool(asked, known.tool);
    if (known.answer === 'none') {
      const kind = calls.browserKind(asked.asker);
      throw new HubError('ERR_TOOL_NOT_FOUND', `${command} has no counterpart in ${kind}; ${known.instead}.`);
    }
    this.#expectLetIn(asked);
    const own = Object.hasOwn(this.#own, command) ? this.#own[command] : undefined;
    return own ? own(asked) : this.#options.loop.step(command, asked.wanted.arguments);
  }

  /** Calls pass the gates; what is answered here has to ask by itself. */
  #expectLetIn(asked: CommandCall): void {
    const { client } = this.#options;
    const said = approvedGate({ client: client(), agent: this.#options.agents.agent(asked.asker) });
    if (said.kind === 'deny' && asked.wanted.command !== 'ping') refuse(asked, said.refusal);
  }

  async #callTool(asked: CommandCall, tool: string): Promise<Result> {
    const { calls } = this.#options;
    const { asker, wanted } = asked;
    if (wanted.command === 'navigate') expectAllowedScheme(wanted.arguments.url);
    const args = toolArguments(wanted.command, wanted.arguments, calls.browserKind(asker));
    const own = { command: wanted.command, params: wanted.arguments };
    const result = await calls.call(asked, tool, args, { own });
    return commandResult(wanted.command, result, { ...wanted.arguments, ...this.#tabOf(asked, args) });
  }

  /** A tab that is opened by the tool's own name takes a place in the pool as every other. */
  #callNamed(asked: CommandCall, wanted: string): Promise<unknown> {
    const { calls, opening } = this.#options;
    return calls.callNamed(asked, wanted, (tool, args, bounds) =>
      tool === 'tabs_create' ? opening.openNamed(asked, args, bounds) : calls.call(asked, tool, args, bounds),
    );
  }

  /** The tab that was meant, also when the asker named none. */
  #tabOf({ asker }: CommandCall, { tabId }: Result): { tabId?: number } {
    if (typeof tabId === 'number') return { tabId };
    const browser = this.#options.calls.browserOf(asker);
    const used = browser && this.#options.tabs.lastUsed(asker.agentId, browser.id);
    return used ? { tabId: used.tabId } : {};
  }

  readonly #own: Readonly<Record<string, Answer>> = {
    ping: () => ({ pong: true, timestamp: this.#options.now() }),
    version: asked => ({
      extension: this.#options.version,
      host: this.#options.version,
      browser: this.#options.calls.browserKind(asked.asker),
      features: ['focus-loop', 'orphan-cleanup'],
    }),
    canNavigate: () => ({ canNavigate: true }),
    getWindowMode: asked => {
      const windowExists = this.#poolOf(asked).tabs.length > 0;
      return { privateWindowsAvailable: false, currentWindowMode: windowExists ? 'normal' : null, windowExists };
    },
    setPrivateMode: ({ asker, wanted }) => {
      const { enabled } = wanted.arguments;
      if (typeof enabled !== 'boolean') throw new HubError('ERR_INVALID_ARGUMENTS', 'enabled (boolean) is required');
      const kind = this.#options.calls.browserKind(asker);
      if (enabled)
        throw new HubError('ERR_TOOL_NOT_FOUND', `setPrivateMode has no counterpart in ${kind}; it opens normal tabs.`);
      return { privateMode: false, message: 'New windows use regular browsing with persistent cookies.' };
    },
    getTabs: async asked => this.#listTabs(asked, await this.#readableTabs(asked)),
    getActiveTab: async asked => {
      const readable = await this.#readableTabs(asked);
      const browser = this.#options.calls.browserOf(asked.asker);
      const tab = browser && this.#options.tabs.lastUsed(asked.asker.agentId, browser.id);
      return tab ? { tabId: tab.tabId, ...pageOf(readable, tab.tabId) } : null;
    },
    getWindows: async asked => {
      await this.#readableTabs(asked);
      return windowsOf(this.#poolOf(asked));
    },
    requestTabSpace: asked => this.#inMode(asked, false, () => this.#options.tabCommands.requestTabSpace(asked)),
    getSlotRequests: asked => this.#inMode(asked, false, () => this.#options.tabCommands.getSlotRequests(asked)),
    grantTabSpace: asked => this.#options.tabCommands.grantTabSpace(asked),
    createWindow: asked => this.#inMode(asked, true, () => this.#options.opening.createWindow(asked)),
    closeTab: asked => this.#options.tabCommands.closeTab(asked),
    closeWindow: asked => this.#options.tabCommands.closeWindow(asked),
    cleanupOrphanedTabs: asked => this.#inMode(asked, true, () => this.#cleanUp(asked)),
    goodbye: asked => this.#goodbye(asked),
  };

  #cleanUp(asked: CommandCall): Promise<Result> {
    return this.#options.tabCommands.cleanUp(asked, this.#options.agents.find(expectId(asked)));
  }

  async #goodbye(asked: CommandCall): Promise<Result> {
    const { agents, tabCommands } = this.#options;
    const leaving = agents.find(expectId(asked));
    if (!leaving || leaving.gone) return { tabsClosed: 0, message: 'Agent had no tabs to clean up' };
    try {
      return await tabCommands.goodbye(asked, leaving);
    } catch (error) {
      if (!(error instanceof HubError) || error.code !== 'ERR_BROWSER_UNAVAILABLE') throw error;
      return { tabsClosed: 0, message: 'No Claudezilla window active' };
    } finally {
      agents.leave(leaving, { kind: 'left-goodbye' });
    }
  }

  /**
   * Seeing the pool goes through the gates like every reading of tabs, so it is refused when all is paused. These are the asker's own
   * tabs, as every agent is told of its own.
   */
  async #readableTabs(asked: CommandCall): Promise<readonly ListedTab[]> {
    const { content } = await this.#options.calls.call(asked, 'tabs_context', {});
    return listedTabs(content) ?? [];
  }

  /** Everybody sees who has places in the pool; which pages are in them is their owners' business. */
  #listTabs(asked: CommandCall, readable: readonly ListedTab[]): Result {
    const { tabs } = this.#poolOf(asked);
    const common = { tabCount: tabs.length, maxTabs: maxPoolTabs };
    if (tabs.length === 0) return { tabs: [], ...common, message: 'No Claudezilla window active' };
    const browserId = this.#options.calls.browserOf(asked.asker)?.id ?? '';
    const listed = tabs.map(({ tabId, agentId }) => {
      const active = this.#options.tabs.get(browserId, tabId)?.active ?? false;
      return { tabId, ...pageOf(readable, tabId), active, ownerId: shown(agentId, idOf(asked.asker)) };
    });
    return { windowId: tabs[0]?.windowId, tabs: listed, ...common };
  }

  #poolOf({ asker }: CommandCall): TabPool {
    return this.#options.pools.pool(this.#options.calls.browserOf(asker)?.id ?? '');
  }

  /** What is carried out here beside the router keeps to the user's mode as the router's calls do, but does not wait. */
  #inMode<T>(asked: CommandCall, acts: boolean, answer: () => T): T {
    const { agents, mode } = this.#options;
    const agent = agents.agent(asked.asker);
    const said = modeGate({ mode: mode(), agent, readOnly: !acts, tool: asked.wanted.command });
    return 'refusal' in said ? refuse(asked, said.refusal) : answer();
  }
}

function refuse({ wanted, onVerdict }: CommandCall, refusal: Refusal): never {
  const { code, message } = refusalError(refusal);
  const isReading = refusal.kind === 'mode' && refusal.mode === 'read-only';
  const reason = isReading
    ? `${wanted.command} acts, and the user allows reading only now. Use a reading command, or call again later.`
    : message;
  onVerdict({ ...toolVerdict({ kind: 'refusal', refusal, waitedMs: 0 }), reason });
  throw new HubError(code, reason);
}

function expectId({ wanted }: CommandCall): string {
  if (wanted.agentId !== null) return wanted.agentId;
  throw new HubError('ERR_INVALID_ARGUMENTS', 'agentId is required');
}

function pageOf(tabs: readonly ListedTab[], wanted: number): { url: string; title: string } {
  const { url = '', title = '' } = tabs.find(({ tabId }) => tabId === wanted) ?? {};
  return { url, title };
}

/** Only the windows in which the pool has tabs: the user's others are none of an agent's business. */
function windowsOf({ tabs }: TabPool): Result[] {
  const counts = new Map<number, number>();
  for (const { windowId } of tabs) counts.set(windowId, (counts.get(windowId) ?? 0) + 1);
  return [...counts].map(([windowId, tabCount]) => ({ windowId, private: false, focused: false, tabCount }));
}
