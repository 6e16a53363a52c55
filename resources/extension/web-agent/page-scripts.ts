// Keeps the registered scripts of the Web Agent API in line with what the hub said about sites: those of the page's own world, which run before any script of the page.
import { tellOpenPages, tellPagesShownAgain } from './open-pages.ts';
import { idPrefix, type PlannedScript, planScripts } from './script-plan.ts';
import type { SiteWord } from './site-word.ts';

type Registered = chrome.scripting.RegisteredContentScript;

export class PageScripts {
  readonly #word: SiteWord;
  /** One change after the other. */
  #changing: Promise<void> = Promise.resolve();

  constructor(word: SiteWord) {
    this.#word = word;
    // An update takes away what was registered, and nothing else would start the background then.
    chrome.runtime.onInstalled.addListener(() => this.#change());
    chrome.runtime.onStartup.addListener(() => this.#change());
    tellPagesShownAgain(word);
  }

  start(): void {
    this.#change();
  }

  /** Keeps what a hub said about sites, and acts on it. */
  async take(said: unknown): Promise<void> {
    const before = await this.#word.read();
    if (!(await this.#word.take(said))) return;
    this.#change();
    await tellOpenPages(before, await this.#word.read()).catch((error: unknown) => console.warn(error));
  }

  #change(): void {
    this.#changing = this.#changing.then(() => this.#apply()).catch((error: unknown) => console.warn(error));
  }

  async #apply(): Promise<void> {
    const isChromium = 'debugger' in chrome;
    // Chromium takes no pattern of files from an extension that may not run there, and loads it anew when that changes. Firefox takes it
    // from each, and lets an add-on in from the moment on that its user says so.
    const files = !isChromium || (await chrome.extension.isAllowedFileSchemeAccess());
    const planned = planScripts(await this.#word.read(), { files, ports: isChromium });
    const there = (await chrome.scripting.getRegisteredContentScripts()).filter(({ id }) => id.startsWith(idPrefix));
    const { added, changed, gone } = differences(planned, there);
    // In this order no page goes without a script that it should have; one may get two, of which the first counts.
    if (added.length > 0) await chrome.scripting.registerContentScripts(added.map(toRegister));
    if (changed.length > 0) await chrome.scripting.updateContentScripts(changed.map(toRegister));
    if (gone.length > 0) await chrome.scripting.unregisterContentScripts({ ids: gone });
  }
}

interface Differences {
  readonly added: readonly PlannedScript[];
  readonly changed: readonly PlannedScript[];
  readonly gone: string[];
}

/** What is already registered as planned is left alone: pages would go without it while it is registered anew. */
export function differences(planned: readonly PlannedScript[], there: readonly Registered[]): Differences {
  const byId = new Map(there.map(script => [script.id, script]));
  const wanted = new Set(planned.map(({ id }) => id));
  return {
    added: planned.filter(({ id }) => !byId.has(id)),
    changed: planned.filter(script => {
      const now = byId.get(script.id);
      return now !== undefined && describe(now) !== describe(toRegister(script));
    }),
    gone: there.map(({ id }) => id).filter(id => !wanted.has(id)),
  };
}

/** Browsers return patterns in an order of their own, and leave out what is empty. */
function describe({ matches, excludeMatches, js, world, runAt, persistAcrossSessions }: Registered): string {
  const patterns = [matches, excludeMatches].map(list => (list ?? []).toSorted());
  return JSON.stringify([patterns, js, world, runAt, persistAcrossSessions]);
}

function toRegister({ id, matches, excludeMatches, js }: PlannedScript): Registered {
  return {
    ...{ id, world: 'MAIN', matches: [...matches], excludeMatches: [...excludeMatches], js: [...js] },
    ...{ runAt: 'document_start', allFrames: false, persistAcrossSessions: true },
  };
}
