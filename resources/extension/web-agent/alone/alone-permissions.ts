// Permissions of pages while no hub is there: what a member needs is asked for, granted and looked at here.

import { untilAborted } from '../../../../contract/until-aborted.ts';
import { findTool, idOf, keyOf, toolsOf } from '../../boxed/boxed-server.ts';
import { keptServers } from '../../boxed/server-store.ts';
import { PageFault } from '../page-fault.ts';
import { invalid, textsOf } from './asked-alone.ts';
import type { PageScope } from '../../../../contract/web-agent.ts';
import type { BoxedServer, FoundTool } from '../../boxed/boxed-server.ts';
import type { AloneGrants, Asker } from './alone-grants.ts';
import type { AloneQuestions } from './alone-questions.ts';
import type { AskedAlone } from './asked-alone.ts';
import type { ShownTool } from './question-messages.ts';

/** What something needs that is there without a hub. To ask for another one would be to ask for nothing. */
export const aloneScopes = [
  'model:prompt',
  'model:list',
  'mcp:tools.list',
  'mcp:tools.call',
  'browser:activeTab.read',
] as const satisfies readonly PageScope[];

const maxReasonChars = 300;
const maxShownChars = 300;
/** Tools in one question; of more a page names those that it needs. */
const maxAsked = 200;

export function isAloneScope(scope: unknown): scope is (typeof aloneScopes)[number] {
  return aloneScopes.some(one => one === scope);
}

export class AlonePermissions {
  readonly grants: AloneGrants;
  readonly #questions: AloneQuestions;
  /** One question of an origin after the other: what is answered first may be the answer to the next. */
  readonly #asking = new Map<string, Promise<unknown>>();

  constructor(grants: AloneGrants, questions: AloneQuestions) {
    this.grants = grants;
    this.#questions = questions;
  }

  /** Asks about what nobody has decided; what was denied is not asked about again. */
  async askMissing(asked: AskedAlone, scopes: readonly PageScope[]): Promise<void> {
    const { signal } = asked;
    const { origin } = asked.opened;
    const before = this.#asking.get(origin) ?? Promise.resolve();
    const work = before.then(() => this.#ask(asked, scopes));
    const over = work.catch(() => {});
    this.#asking.set(origin, over);
    try {
      await untilAborted(work, signal);
    } finally {
      if (this.#asking.get(origin) === over) this.#asking.delete(origin);
    }
  }

  async #ask(asked: AskedAlone, scopes: readonly PageScope[]): Promise<void> {
    const { opened, signal } = asked;
    signal.throwIfAborted();
    const missing: PageScope[] = [];
    for (const scope of new Set(scopes.filter(isAloneScope)))
      if (await this.#isOpen(opened, scope)) missing.push(scope);
    const tools = missing.includes('mcp:tools.call') ? await this.#undecidedTools(asked) : [];
    const shown = missing.filter(scope => scope !== 'mcp:tools.call' || tools.length > 0);
    if (shown.length === 0) return;
    const { origin, embeddedIn = null, tabId } = opened;
    const about = { origin, embeddedIn, tabId, reason: reasonOf(asked), scopes: shown, tools };
    const answered = await this.#questions.ask(about, signal);
    if (!answered || answered.scopes.length === 0) return;
    // The document that asked may have been left while it was answered.
    signal.throwIfAborted();
    await this.grants.put(opened, answered);
    // And a server may have been removed.
    await this.grants.keepTools(new Set(toolsOf(await keptServers()).map(keyOf)));
    if (signal.aborted) this.grants.tabShows(opened.tabId, null);
  }

  /** Tools are allowed one by one: there may be others. */
  async #isOpen(asker: Asker, scope: PageScope): Promise<boolean> {
    const standing = await this.grants.standing(asker, scope);
    return standing === 'not-granted' || (scope === 'mcp:tools.call' && standing !== 'denied');
  }

  /** Those that it names, else all, but for those that it may call already. */
  async #undecidedTools(asked: AskedAlone): Promise<ShownTool[]> {
    const servers = await this.servers(asked.opened);
    const allowed = await this.grants.allowedTools(asked.opened);
    const names = textsOf(asked, 'tools');
    const named = names.flatMap(name => findTool(servers, name) ?? []);
    const keys = new Map((names.length > 0 ? named : toolsOf(servers)).map(one => [keyOf(one), one]));
    const open = [...keys].filter(([key]) => !allowed.has(key)).slice(0, maxAsked);
    return open.map(([key, found]) => shownTool(key, found));
  }

  /** Those of this browser that pages of this origin may be offered: of the web alone. */
  async servers({ origin }: Pick<Asker, 'origin'>): Promise<BoxedServer[]> {
    return /^https?:/.test(origin) ? keptServers() : [];
  }

  /** Throws where this very tool is not allowed: denied, not among those that are, or not decided. */
  async expectMayCall({ opened }: AskedAlone, found: FoundTool): Promise<void> {
    const { origin } = opened;
    const scope = 'mcp:tools.call';
    const allowed = await this.grants.allowedTools(opened);
    if (allowed.has(keyOf(found))) return;
    const standing = await this.grants.standing(opened, scope);
    if (standing === 'denied') throw denied(origin, scope);
    if (standing === 'not-granted') throw missingScope(origin, scope, [scope]);
    const toolName = idOf(found);
    throw new PageFault(
      'ERR_TOOL_NOT_ALLOWED',
      `Permission to call ${toolName} was not given to ${origin}; ask for it with agent.requestPermissions({scopes: ['${scope}'], tools: ['${toolName}']}).`,
      { toolName, allowedTools: await this.allowedTools(opened) },
    );
  }

  /** By the names that pages know. */
  async allowedTools(asker: Asker): Promise<string[]> {
    const allowed = await this.grants.allowedTools(asker);
    return toolsOf(await this.servers(asker))
      .filter(one => allowed.has(keyOf(one)))
      .map(idOf);
  }

  /** Throws ERR_PERMISSION_DENIED for what is denied, and ERR_SCOPE_REQUIRED for what nobody has decided. */
  async expectGranted({ opened }: AskedAlone, scopes: readonly PageScope[]): Promise<void> {
    for (const scope of scopes) {
      const standing = await this.grants.standing(opened, scope);
      if (standing === 'denied') throw denied(opened.origin, scope);
      if (standing === 'not-granted') throw missingScope(opened.origin, scope, scopes);
    }
  }

  async typesOf(asker: Asker, scopes: readonly PageScope[]): Promise<Record<string, string>> {
    const rows = scopes.map(async scope => [scope, await this.grants.standing(asker, scope)] as const);
    return Object.fromEntries(await Promise.all(rows));
  }
}

function shownTool(key: string, found: FoundTool): ShownTool {
  const { description = '' } = found.tool;
  return { key, id: idOf(found), description: description.slice(0, maxShownChars) };
}

function reasonOf({ payload }: AskedAlone): string | null {
  const { reason } = payload;
  return typeof reason === 'string' && reason !== '' ? reason.slice(0, maxReasonChars) : null;
}

/** What `agent.requestPermissions` asks for. */
export function wantedScopes(asked: AskedAlone): string[] {
  const scopes = [...new Set(textsOf(asked, 'scopes'))];
  if (scopes.length > 0) return scopes;
  throw invalid('agent.requestPermissions needs "scopes", a list of at least one.');
}

function denied(origin: string, scope: PageScope): PageFault {
  const text = `Permission "${scope}" was denied to ${origin} while Pilothouse was not there; its user can take that back in the companion's pop-up.`;
  return new PageFault('ERR_PERMISSION_DENIED', text, { origin, scope, requiredScope: scope, missingScopes: [scope] });
}

function missingScope(origin: string, scope: PageScope, missingScopes: readonly PageScope[]): PageFault {
  const text = `Permission "${scope}" is required; call agent.requestPermissions({scopes}) first.`;
  return new PageFault('ERR_SCOPE_REQUIRED', text, { origin, scope, requiredScope: scope, missingScopes });
}
