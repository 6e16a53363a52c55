// Elements of a page of spec 000's extension, for the time of one call: the very one that a ref was given to, or that is at a place, gets a selector of its own, by which the extension's commands find it.
import { HubError } from '../../../../contract/errors.ts';
import { isRecord, jsonIn } from '../../../../contract/json.ts';
import {
  elementExpression,
  heldSelector,
  holdExpression,
  holdFocusExpression,
  holdPlaceExpression,
  outlineExpression,
  releaseExpression,
} from '../../../../native-host/dialects/claudezilla/claudezilla-element-scripts.ts';
import { QuotedError } from '../../wire/rpc-error.ts';
import { isSameElement, KnownRefs } from './known-refs.ts';
import type { CompanionCall } from '../../../../contract/companion.ts';
import type {
  ElementsKey,
  FoundElement,
  OutlineOptions,
  ScriptElement,
  ScriptOutline,
} from '../../../../native-host/dialects/claudezilla/claudezilla-element-scripts.ts';
import type { CallResult } from '../browser-link.ts';
import type { PageCall } from './watched-call.ts';

/** Sends one call to the extension, which has until the end of the whole call, and no longer than `mostMs` where that is named; `signal` in place of the whole call's. */
export type Tell = (call: CompanionCall, mostMs?: number, signal?: AbortSignal) => Promise<CallResult>;

/** What is done with the element that a call names by `selector`. */
type Act = (named: PageCall) => Promise<CallResult>;

/** How long the end of a call waits for the answer that its element is let go. */
const releaseMs = 2_000;

export class HeldElements {
  readonly refs = new KnownRefs();
  readonly #key: ElementsKey;
  #calls = 0;

  constructor(key: ElementsKey) {
    this.#key = key;
  }

  /** Null where the extension runs no scripts, or the root is not on the page. */
  async read(call: PageCall, options: OutlineOptions, tell: Tell): Promise<ScriptOutline | null> {
    const said = await valueOf(call, outlineExpression(this.#key, options), tell);
    return isRecord(said) && Array.isArray(said.lines) ? (said as unknown as ScriptOutline) : null;
  }

  /** The element that the ref was given to. Rejects with ERR_TOOL_FAILED where it has left the page, or is called otherwise by now. */
  async expectElement(call: PageCall, ref: string, tell: Tell): Promise<ScriptElement> {
    const known = this.refs.get(call.tabId, ref);
    const found = known && foundIn(await valueOf(call, elementExpression(this.#key, known.number), tell), call);
    if (known && isSame(known, found)) return known;
    throw gone(call, ref);
  }

  /** With a selector in place of its ref: it finds that element wherever it stands by now, and nothing once it has left. */
  async whileNamed(call: PageCall, tell: Tell, act: Act): Promise<CallResult> {
    const { ref, ...args } = call.args;
    if (!isText(ref)) return act(call);
    const known = this.refs.get(call.tabId, ref);
    if (!known) throw gone(call, ref);
    const hold = (word: string) => holdExpression(this.#key, known.number, word);
    return this.#while(hold, { ...call, args }, tell, {
      called: ref,
      act,
      missing: found => (isSame(known, found) ? null : gone(call, ref)),
    });
  }

  /** With a selector of what is at that place of the viewport. */
  async whileAtPlace(call: PageCall, place: readonly unknown[], tell: Tell, act: Act): Promise<CallResult> {
    const { coordinate: _, ...args } = call.args;
    const [x = 0, y = 0] = place.map(Number);
    const hold = (word: string) => holdPlaceExpression(this.#key, x, y, word);
    return this.#while(hold, { ...call, args }, tell, {
      called: `(${x}, ${y})`,
      act,
      missing: found => (found ? null : failedOn(call, `nothing is at ${x}, ${y}`)),
    });
  }

  /** With a selector of what has the focus, into which its user would type now. */
  async whileFocused(call: PageCall, tell: Tell, act: Act): Promise<CallResult> {
    return this.#while(word => holdFocusExpression(this.#key, word), call, tell, {
      called: 'what has the focus',
      act,
      missing: found => (found ? null : failedOn(call, 'nothing has the focus; click a field first, or send its ref')),
    });
  }

  async #while(
    hold: (word: string) => string,
    call: PageCall,
    tell: Tell,
    { called, act, missing }: { called: string; act: Act; missing: (found: FoundElement | null) => HubError | null },
  ): Promise<CallResult> {
    this.#calls += 1;
    const word = `c${this.#key}n${this.#calls}`;
    const selector = heldSelector(word);
    // Until it is known, the script may have held one, or may be about to.
    let said: unknown;
    try {
      said = await valueOf(call, hold(word), tell);
      const problem = missing(foundIn(said, call));
      if (problem) throw problem;
      // It is there, or it has left and does not come back.
      return inWords(await act({ ...call, args: { ...call.args, selector, selector_timeout: 0 } }), selector, called);
    } catch (error) {
      throw inWordsOf(error, call, selector, called);
    } finally {
      if (said !== null) await this.#release(call, isRecord(said) ? Number(said.number) : null, word, tell);
    }
  }

  /** Also where the asker has left or the time is over. The page may be another one by now: then the attribute is gone with it. */
  async #release(call: PageCall, number: number | null, word: string, tell: Tell): Promise<void> {
    const unlessLate: Tell = each => tell(each, releaseMs, AbortSignal.timeout(releaseMs));
    await valueOf(call, releaseExpression(this.#key, number, word), unlessLate).catch(() => null);
  }
}

/** The value of a script; null where it could not be run. */
export async function valueOf({ tabId, decided }: PageCall, expression: string, tell: Tell): Promise<unknown> {
  const { content, isError } = await tell({ tool: 'javascript_tool', args: { text: expression }, tabId, decided });
  const said = content.find(block => typeof block.text === 'string')?.text;
  return isError || said === undefined ? null : (jsonIn(String(said)) ?? null);
}

export function failedOn({ tool }: PageCall, why: string): HubError {
  return new HubError('ERR_TOOL_FAILED', `${tool}: ${why}.`);
}

/** Nothing where the page is of another site than the call was decided for. */
function foundIn(said: unknown, { decided }: PageCall): FoundElement | null {
  return isRecord(said) && said.from === (decided.origin ?? 'null') ? (said as unknown as FoundElement) : null;
}

function isSame(known: ScriptElement & { readonly since: number }, found: FoundElement | null): boolean {
  return found !== null && found.since === known.since && isSameElement(known, found);
}

/** For a ref whose element has left, or is another one by now. */
export function gone(call: PageCall, ref: string): HubError {
  return failedOn(call, `${ref.slice(0, 50)} is not on the page any more; call read_page again`);
}

/** The selector of one call says nothing to its asker. */
function inWords(result: CallResult, selector: string, called: string): CallResult {
  const content = result.content.map(block =>
    typeof block.text === 'string' ? { ...block, text: block.text.replaceAll(selector, called) } : block,
  );
  return { ...result, content };
}

function inWordsOf(error: unknown, call: PageCall, selector: string, called: string): unknown {
  if (!(error instanceof HubError) || !error.message.includes(selector)) return error;
  if (error.message.startsWith(`Element not found: ${selector}`)) return gone(call, called);
  return new QuotedError(error.code, error.message.replaceAll(selector, called));
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
