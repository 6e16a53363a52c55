// Answers of an extension of others that gather over time (console messages, requests, recordings): they go out only where all that they may show may be seen.
import { dropsGif } from '../../../../contract/gif-drop.ts';
import { originOf } from '../../../../contract/sites.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { isBlank } from './foreign-group.ts';
import { ShownPages } from './shown-pages.ts';
import { onDecidedPage } from './watched-call.ts';
import type { HubError } from '../../../../contract/errors.ts';
import type { FailureReasons } from '../../../../contract/failure-reasons.ts';
import type { CallOptions, CallResult } from '../browser-link.ts';
import type { Kept } from './shown-pages.ts';
import type { PageCall, PageWatch, SeenTab } from './watched-call.ts';

export interface GatherOptions extends Pick<CallOptions, 'asker' | 'covers'> {
  /** For sentences: the browser's name. */
  readonly label: string;
  /** What the extension is asked with. */
  readonly params: Readonly<Record<string, unknown>>;
}

const keptBy: ReadonlyMap<string, Kept> = new Map([
  ['read_console_messages', 'console messages'],
  ['read_network_requests', 'requests'],
]);
/** With one of them an extension may leave something out, and perhaps also of what it empties. */
const filters = ['pattern', 'urlPattern', 'onlyErrors', 'level', 'type', 'status'];
/** What a recording has no frames of. */
const unfilmed = new Set(['read_page', 'get_page_text', 'find', ...keptBy.keys()]);

/** One for each connection of an extension: what was there before it is not known. */
export class GatheredAnswers {
  readonly shown = new ShownPages();
  /** By asker, the origins of the frames that the extension may have; null while it is not known what it has. */
  #frames: Map<string, Set<string | null>> | null = null;

  /** As `onDecidedPage`. Rejects with ERR_PERMISSION_DENIED in place of an answer that may show what its asker may not see. */
  onPage(call: PageCall, watch: PageWatch, options: GatherOptions): Promise<CallResult> {
    const kept = keptBy.get(call.tool);
    if (kept) return this.#read(call, kept, watch, options);
    if (call.tool === 'gif_creator') return this.#record(call, watch, options);
    if (unfilmed.has(call.tool)) return onDecidedPage(call, watch);
    const filmed = (tab: SeenTab | null) => {
      this.filmed(options.asker, tab?.url ?? null);
      return tab;
    };
    return onDecidedPage(call, {
      ...watch,
      before: async () => filmed(await watch.before()),
      after: async () => filmed(await watch.after()),
    });
  }

  /** The asker acted in a tab that shows that address; null where it is not known. */
  filmed(asker = '', url: string | null): void {
    if (!url) this.#frames = null;
    else if (!isBlank(url)) this.#frames?.set(asker, (this.#frames.get(asker) ?? new Set()).add(originOf(url)));
  }

  async #read(call: PageCall, kept: Kept, watch: PageWatch, options: GatherOptions): Promise<CallResult> {
    const { shown } = this;
    const { tabId, decided } = call;
    const empties = options.params.clear === true && filters.every(filter => isOpen(options.params[filter]));
    // As it was when the extension looked: another call may empty it meanwhile.
    const looked: { since: number | null } = { since: null };
    const act = async () => {
      const { moment } = shown;
      looked.since = shown.since(tabId, kept);
      const result = await watch.act();
      if (empties && !result.isError) {
        shown.emptied(tabId, kept, moment);
        if (decided.origin !== null) shown.note(tabId, decided.origin);
      }
      return result;
    };
    const result = await onDecidedPage(call, { ...watch, act });
    const { since } = looked;
    const withheld = since === null ? 'unknown' : unseen(shown.origins(tabId, since), call, 'call', options);
    if (withheld !== undefined) throw withheldLog(call, kept, withheld, empties, options);
    return result;
  }

  /** Frames are of all tabs of the extension's group, whoever works in them. An export is a file or goes to a page. */
  async #record(call: PageCall, watch: PageWatch, options: GatherOptions): Promise<CallResult> {
    const { asker = '', label, params } = options;
    const { action } = params;
    if (action !== 'start_recording' && action !== 'stop_recording' && action !== 'clear') {
      if (!this.#frames) throw withheldGif(label, { so: 'unknown', origin: null });
      if ([...this.#frames.keys()].some(other => other !== asker))
        throw withheldGif(label, { so: 'other-agent', origin: null });
      const origin = unseen([...(this.#frames.get(asker) ?? [])], call, 'picture', options);
      if (origin !== undefined) throw withheldGif(label, ofSite(origin));
    }
    const result = await onDecidedPage(call, watch);
    // A recording that goes on already is not begun anew.
    const begins = action === 'start_recording' && result.content.some(({ text }) => /\bcleared\b/i.test(String(text)));
    if (!result.isError && (action === 'clear' || begins)) this.#frames = new Map();
    return result;
  }
}

/** Whether a filter lets everything through; some versions want a pattern with every call. */
function isOpen(filter: unknown): boolean {
  return !filter || filter === '.*';
}

/**
 * The first that may not be seen; null stands for pages of no site, which may be where the page itself is of none. A call that hands
 * something to its page was not decided on for seeing that.
 */
function unseen(
  origins: readonly (string | null)[],
  { tool, decided }: PageCall,
  what: 'call' | 'picture',
  { params, covers = () => [] }: GatherOptions,
): string | null | undefined {
  const isSeen = tool !== 'gif_creator' || !dropsGif(params);
  const others = origins.filter(origin => origin !== decided.origin || (origin !== null && !isSeen));
  const asked = others.filter(origin => origin !== null);
  const readable = new Set<string | null>(asked.length > 0 ? covers({ origins: asked, what }) : []);
  return others.find(origin => !readable.has(origin));
}

function withheldLog(
  { tabId }: PageCall,
  kept: Kept,
  page: string | null,
  emptied: boolean,
  { label, params }: GatherOptions,
): HubError {
  const pages = page === 'unknown' ? ({ so: 'unknown', origin: null } as const) : ofSite(page);
  const reason = { kind: 'kept-withheld', browser: label, tab: tabId, kept, ...pages, emptied } as const;
  // With a filter it may have emptied something too.
  return hubError('ERR_PERMISSION_DENIED', reason, { details: { begun: Boolean(params.clear) } });
}

type GifFault = Pick<FailureReasons['gif-withheld'], 'so' | 'origin'>;

function withheldGif(browser: string, fault: GifFault): HubError {
  const details = { begun: false };
  return hubError('ERR_PERMISSION_DENIED', { kind: 'gif-withheld', browser, ...fault }, { details });
}

function ofSite(origin: string | null) {
  return { so: origin === null ? ('no-site' as const) : ('site' as const), origin };
}
