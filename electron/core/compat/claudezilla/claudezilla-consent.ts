// handleConsent of spec 000's wire: finds the button that agrees to cookies, as the real system does, and clicks it by a call of its own, which is decided about as what it is.
import { HubError } from '../../../../contract/errors.ts';
import { isRecord } from '../../../../contract/json.ts';
import { tabIdOf } from '../../../../native-host/dialects/claudezilla/claudezilla-arguments.ts';
import { unheededParams } from '../../../../native-host/dialects/claudezilla/claudezilla-params.ts';
import { jsonOf, textOf } from '../../../../native-host/dialects/claudezilla/claudezilla-results.ts';
import { hasDetail, readTreeText, tokensOf } from '../../../../native-host/dialects/claudezilla/claudezilla-tree.ts';
import { pause } from '../../platform/wait.ts';
import type { ClaudezillaCalls, CommandCall } from './claudezilla-calls.ts';

type Result = Record<string, unknown>;

interface Button {
  readonly ref: string;
  readonly name: string;
  readonly method: 'cmp-selector' | 'text-match';
}

/** Buttons of well-known consent managers: Google, OneTrust, Quantcast, Didomi, Cookiebot, Usercentrics, and what others are called. */
const selectors = [
  '#L2AGLb',
  '.fc-cta-consent',
  '#onetrust-accept-btn-handler',
  '#accept-recommended-btn-handler',
  '.qc-cmp2-summary-buttons button[mode="primary"]',
  '#didomi-notice-agree-button',
  '#CybotCookiebotDialogBodyLevelButtonLevelOptinAllowAll',
  '[data-testid="uc-accept-all-button"]',
  'button[id*="accept"][id*="cookie"]',
  'button[id*="consent"][id*="accept"]',
].join(', ');
/** What such a button says where nothing else tells; the same words as the real system. */
const agreeing = /^(i agree|accept all|accept all cookies|allow all|allow all cookies|agree|got it|consent)$/i;
const bounds = { usual: 3_000, least: 1_000, most: 10_000 };
const lookEveryMs = 500;

export class ClaudezillaConsent {
  readonly #calls: ClaudezillaCalls;

  constructor(calls: ClaudezillaCalls) {
    this.#calls = calls;
  }

  /** Looks until the button has come or the time for it is over. Rejects as the calls do that it is made of. */
  async dismiss(asked: CommandCall): Promise<Result> {
    const { arguments: params } = asked.wanted;
    const startedAt = performance.now();
    const until = startedAt + scanMs(params.scanTimeout);
    const elapsed = () => Math.round(performance.now() - startedAt);
    const ignored = unheededParams('handleConsent', params, true);
    const also = ignored.length > 0 ? { ignored } : {};
    for (;;) {
      const button = await this.#find(asked);
      if (button) {
        await this.#calls.call(asked, 'computer', { action: 'left_click', ref: button.ref, ...tabOf(asked) });
        const { name: buttonText, method } = button;
        return { ...tabOf(asked), found: true, clicked: true, buttonText, method, elapsed: elapsed(), ...also };
      }
      if (performance.now() + lookEveryMs > until) break;
      await pause(lookEveryMs, asked.request.signal);
    }
    return {
      ...tabOf(asked),
      found: false,
      clicked: false,
      buttonText: null,
      method: null,
      elapsed: elapsed(),
      ...also,
    };
  }

  async #find(asked: CommandCall): Promise<Button | null> {
    const text = textOf(await this.#calls.call(asked, 'read_page', { filter: 'interactive', ...tabOf(asked) }));
    const buttons = tokensOf(readTreeText(text).lines).filter(
      ({ role, details }) => /^(button|link)$/.test(role) && !hasDetail(details, 'disabled'),
    );
    const said = buttons.find(({ role, name }) => role === 'button' && agreeing.test(name.trim()));
    const known = await this.#known(asked);
    if (known) return { ...known, method: 'cmp-selector' };
    return said ? { ref: said.ref, name: said.name, method: 'text-match' } : null;
  }

  /** An extension that knows no selectors, and a page that has none of these, has nothing to tell. */
  async #known(asked: CommandCall): Promise<Omit<Button, 'method'> | null> {
    try {
      const found = jsonOf(await this.#calls.call(asked, 'find', { selector: selectors, limit: 10, ...tabOf(asked) }));
      const elements = Array.isArray(found.elements) ? found.elements.filter(isRecord) : [];
      const seen = elements.find(({ ref, visible }) => typeof ref === 'string' && visible !== false);
      return seen ? { ref: String(seen.ref), name: String(seen.name ?? '').slice(0, 50) } : null;
    } catch (error) {
      const isForWant = error instanceof HubError && /^ERR_TOOL_(FAILED|NOT_FOUND)$/.test(error.code);
      if (isForWant) return null;
      throw error;
    }
  }
}

function tabOf({ wanted }: CommandCall): { tabId?: number } {
  const tabId = tabIdOf(wanted.arguments);
  return tabId === null ? {} : { tabId };
}

function scanMs(asked: unknown): number {
  const { usual, least, most } = bounds;
  return typeof asked === 'number' && Number.isFinite(asked) ? Math.min(Math.max(asked, least), most) : usual;
}
