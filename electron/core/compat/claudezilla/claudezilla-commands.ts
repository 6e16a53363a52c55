// What each command of spec 000's wire does: answered here from what the hub knows, or carried out by a browser tool.
import { HubError } from '../../../../contract/errors.ts';
import {
  expectAllowedScheme,
  toolArguments,
} from '../../../../native-host/dialects/claudezilla/claudezilla-arguments.ts';
import { commandOf } from '../../../../native-host/dialects/claudezilla/claudezilla-commands.ts';
import { namedTool } from '../../../../native-host/dialects/claudezilla/claudezilla-named-tools.ts';
import { readableParams } from '../../../../native-host/dialects/claudezilla/claudezilla-params.ts';
import { commandResult } from '../../../../native-host/dialects/claudezilla/claudezilla-results.ts';
import { metSurprise } from '../../tools/surprise.ts';
import { idOf, noBrowser } from '../tab-pool-registry.ts';
import type { FocusLoop } from '../../browsers/focus-loop.ts';
import type { TabRegistry } from '../../tabs/tab-registry.ts';
import type { CommandCall } from './claudezilla-calls.ts';
import type { ClaudezillaClearance } from './claudezilla-clearance.ts';
import type { ClaudezillaConsent } from './claudezilla-consent.ts';
import type { ClaudezillaOpening, ClaudezillaParts } from './claudezilla-opening.ts';
import type { ClaudezillaTabCommands } from './claudezilla-tab-commands.ts';
import type { ClaudezillaWindows } from './claudezilla-windows.ts';

type Result = Record<string, unknown>;
type Answer = (asked: CommandCall) => unknown;

export interface ClaudezillaCommandsOptions extends ClaudezillaParts {
  readonly opening: ClaudezillaOpening;
  readonly tabCommands: ClaudezillaTabCommands;
  readonly windows: ClaudezillaWindows;
  readonly consent: ClaudezillaConsent;
  readonly tabs: TabRegistry;
  readonly loop: FocusLoop;
  readonly version: string;
  readonly clearance: ClaudezillaClearance;
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
    const isCall = known.answer === 'tool' || (known.answer === 'consent' && calls.speaksOwn(asked.asker));
    if (isCall && known.tool) return this.#callTool(asked, known.tool);
    if (command !== 'ping') this.#options.clearance.expectLetIn(asked);
    const own = Object.hasOwn(this.#own, command) ? this.#own[command] : undefined;
    return own ? own(asked) : this.#options.loop.step(command, asked.wanted.arguments);
  }

  async #callTool(asked: CommandCall, tool: string): Promise<Result> {
    const { calls, windows } = this.#options;
    const { asker, wanted } = asked;
    if (wanted.command === 'navigate') expectAllowedScheme(wanted.arguments.url);
    const read = readableParams(wanted.arguments);
    const mapped = toolArguments(wanted.command, read, calls.browserKind(asker));
    const args = { ...mapped, ...windows.tabOfWindow(asked, mapped) };
    // Its extension reads a number that comes as a text for some of its params, and passes over others.
    const own = { command: wanted.command, params: read };
    const result = await calls.call(asked, tool, args, { own });
    const params = { ...read, ...this.#tabOf(asked, args) };
    const told = { isQuoted: calls.isForeign(asker), isSurprise: metSurprise(result) };
    return commandResult(wanted.command, result, params, told);
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
    // In the real system the extension answers both: without a browser there is nothing that would work.
    ping: asked => this.#withBrowser(asked, () => ({ pong: true, timestamp: this.#options.now() })),
    version: asked =>
      this.#withBrowser(asked, () => ({
        extension: this.#options.version,
        host: this.#options.version,
        browser: this.#options.calls.browserKind(asked.asker),
        features: ['focus-loop', 'orphan-cleanup'],
      })),
    // Its tabs are its own, so that no call of it opens anything in a window of another kind.
    canNavigate: () => ({ canNavigate: true }),
    setPrivateMode: asked => this.#options.windows.setPrivateMode(asked),
    // The two ask the browser before they look at the pool, and their calls wait.
    getTabs: asked => this.#options.windows.tabs(asked),
    getActiveTab: asked => this.#options.windows.activeTab(asked),
    getWindowMode: asked => this.#afterPause(asked, () => this.#options.windows.mode(asked)),
    getWindows: asked => this.#afterPause(asked, () => this.#options.windows.windows(asked)),
    handleConsent: asked => this.#afterPause(asked, () => this.#options.consent.dismiss(asked)),
    requestTabSpace: asked => this.#inMode(asked, false, () => this.#options.tabCommands.requestTabSpace(asked)),
    getSlotRequests: asked => this.#inMode(asked, false, () => this.#options.tabCommands.getSlotRequests(asked)),
    grantTabSpace: asked => this.#afterPause(asked, () => this.#options.tabCommands.grantTabSpace(asked)),
    createWindow: asked => this.#inMode(asked, true, () => this.#options.opening.createWindow(asked)),
    closeTab: asked => this.#options.tabCommands.closeTab(asked),
    closeWindow: asked => this.#afterPause(asked, () => this.#options.tabCommands.closeWindow(asked)),
    cleanupOrphanedTabs: asked => this.#inMode(asked, true, () => this.#cleanUp(asked)),
    goodbye: asked => this.#goodbye(asked),
  };

  /** Throws ERR_BROWSER_UNAVAILABLE where the asker has none. */
  #withBrowser<T>({ asker }: CommandCall, answer: () => T): T {
    if (this.#options.calls.browserOf(asker)?.state.kind === 'connected') return answer();
    throw noBrowser();
  }

  #cleanUp(asked: CommandCall): Promise<Result> {
    return this.#options.tabCommands.cleanUp(asked, this.#options.agents.find(expectId(asked)));
  }

  async #goodbye(asked: CommandCall): Promise<Result> {
    const { agents, pools, tabCommands } = this.#options;
    const leaving = agents.find(expectId(asked));
    if (!leaving || leaving.gone) return { tabsClosed: 0, message: 'Agent had no tabs to clean up' };
    try {
      return await this.#afterPause({ ...asked, asker: leaving }, () => tabCommands.goodbye(asked, leaving));
    } catch (error) {
      if (error instanceof HubError && error.code === 'ERR_BROWSER_UNAVAILABLE')
        return { tabsClosed: 0, message: 'No Claudezilla window active' };
      // Nobody is asked to make room for it any more, although its tabs stay.
      pools.stopWaiting(idOf(leaving));
      throw error;
    } finally {
      agents.leave(leaving, { kind: 'left-goodbye' });
    }
  }

  /** What it looks at before its first call it looks at when nothing is paused any more. */
  async #afterPause<T>(asked: CommandCall, answer: () => T): Promise<Awaited<T>> {
    await this.#options.clearance.awaitPause(asked);
    return await answer();
  }

  /** What is carried out here beside the router keeps to the user's mode as the router's calls do. */
  async #inMode<T>(asked: CommandCall, acts: boolean, answer: () => T): Promise<Awaited<T>> {
    await this.#options.clearance.obtain(asked, acts);
    return await answer();
  }
}

function expectId({ wanted }: CommandCall): string {
  if (wanted.agentId !== null) return wanted.agentId;
  throw new HubError('ERR_INVALID_ARGUMENTS', 'agentId is required');
}
