// Refs for an extension of spec 000, which knows selectors alone: a page is read by a script of the hub's own, and what a call names by a ref, a place or several keys goes out as commands that the extension has.
import { isRecord } from '../../../../contract/json.ts';
import { unheededByClaudezilla } from '../../../../native-host/dialects/claudezilla/claudezilla-extension-commands.ts';
import {
  choiceExpression,
  focusingExpression,
  kindExpression,
  loadExpression,
  scrollExpression,
} from '../../../../native-host/dialects/claudezilla/claudezilla-scripts.ts';
import { withUnheeded } from '../../../../native-host/dialects/unheeded-arguments.ts';
import { stepOf, steppedTo, typesAtFocus, waited, waitsForTime } from './claudezilla-without-element.ts';
import { failedOn, gone, HeldElements, type Tell, valueOf } from './held-elements.ts';
import { askedBounds, outlineText } from './outline-text.ts';
import type {
  ElementsKey,
  OutlineOptions,
  ScriptElement,
} from '../../../../native-host/dialects/claudezilla/claudezilla-element-scripts.ts';
import type { CallResult } from '../browser-link.ts';
import type { PageCall } from './watched-call.ts';

const bounds = { maxLines: 2_000, maxChars: 500_000 };
const usualFound = 20;
const stepPx = 100;
const mostKeys = 1_000;
const scrolls: Readonly<Record<string, readonly [number, number]>> = {
  up: [0, -1],
  down: [0, 1],
  left: [-1, 0],
  right: [1, 0],
};

export class ClaudezillaElements {
  readonly #held: HeldElements;

  constructor(key: ElementsKey) {
    this.#held = new HeldElements(key);
  }

  /** As the call does that it is made of; rejects with ERR_TOOL_FAILED for a ref of an element that is gone or another one by now. */
  async carryOut(call: PageCall, tell: Tell, signal: AbortSignal): Promise<CallResult> {
    if (waitsForTime(call)) return waited(call, signal);
    const step = stepOf(call);
    if (step) return steppedTo(step, call, expression => valueOf(call, expression, tell));
    switch (call.tool) {
      case 'read_page':
        return (await this.#read(call, tell)) ?? tell(call);
      case 'find':
        return (await this.#find(call, tell)) ?? tell(call);
      case 'form_input':
        return this.#fill(call, tell);
      case 'computer':
        return this.#use(call, tell);
      default:
        return this.#held.whileNamed(call, tell, named => tell(named));
    }
  }

  /** Null where the extension runs no scripts: then it tells of a page as it can. */
  async #read(call: PageCall, tell: Tell): Promise<CallResult | null> {
    const { ref_id: ref, selector } = call.args;
    const root = isText(ref) ? await this.#held.expectElement(call, ref, tell) : rootOf(selector);
    const outline = await this.#held.read(call, { root, ...askedBounds(call.args), ...bounds }, tell);
    if (!outline && isText(ref)) throw gone(call, ref);
    if (!outline) return null;
    const said = outlineText(outline, this.#held.refs.linesOf(call.tabId, outline), call.args);
    const passedOver = ['from', 'since'].filter(name => (call.args[name] ?? 0) !== 0);
    return withUnheeded({ content: [text(said)] }, unheededByClaudezilla, passedOver);
  }

  async #find(call: PageCall, tell: Tell): Promise<CallResult | null> {
    const { query, limit } = call.args;
    if (!isText(query)) return null;
    const outline = await this.#held.read(call, { root: null, interactiveOnly: false, depth: 100, ...bounds }, tell);
    if (!outline) return null;
    const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [query];
    const found = this.#held.refs
      .elementsOf(call.tabId, outline)
      .map(element => ({ element, points: pointsOf(element, words) }))
      .filter(({ points }) => points > 0)
      .toSorted((one, other) => other.points - one.points);
    const most = typeof limit === 'number' ? limit : usualFound;
    const elements = found.slice(0, most).map(({ element: { ref, role, name } }) => ({ ref, role, name }));
    return { content: [text(JSON.stringify({ matches: found.length, elements }))] };
  }

  async #fill(call: PageCall, tell: Tell): Promise<CallResult> {
    const { fields, ...args } = call.args;
    if (!Array.isArray(fields)) return this.#fillOne(call, tell);
    for (const field of fields.filter(isRecord)) await this.#fillOne({ ...call, args: { ...args, ...field } }, tell);
    return { content: [text(`Filled ${fields.length} fields.`)] };
  }

  #fillOne(call: PageCall, tell: Tell): Promise<CallResult> {
    return this.#held.whileNamed(call, tell, named => this.#fillNamed(named, tell));
  }

  async #fillNamed(named: PageCall, tell: Tell): Promise<CallResult> {
    const selector = textOr(named.args.selector);
    const { value } = named.args;
    if (selector === '') return tell(named);
    const said = await valueOf(named, kindExpression(selector), tell);
    const kind = isRecord(said) ? said.kind : 'text';
    if (kind === 'text' && typeof value !== 'boolean' && !Array.isArray(value)) return tell(named);
    const wanted = typeof value === 'boolean' ? value : Array.isArray(value) ? value.map(String) : [String(value)];
    const done = await valueOf(named, choiceExpression(selector, wanted), tell);
    if (isRecord(done) && done.done === true) return { content: [text(`Set ${selector}.`)] };
    throw failedOn(named, `${selector} ${isRecord(done) ? String(done.problem) : 'could not be set'}`);
  }

  async #use(call: PageCall, tell: Tell): Promise<CallResult> {
    const { action, coordinate, ref, selector } = call.args;
    if (action === 'key') return this.#held.whileNamed(call, tell, named => this.#press(named, tell));
    if (action === 'scroll') return this.#scroll(call, tell);
    if (typesAtFocus(call)) return this.#held.whileFocused(call, tell, named => tell(named));
    const act = (named: PageCall) => (action === 'left_click' ? this.#click(named, tell) : tell(named));
    const isPlace = action === 'left_click' && !isText(ref) && !isText(selector) && Array.isArray(coordinate);
    return isPlace ? this.#held.whileAtPlace(call, coordinate, tell, act) : this.#held.whileNamed(call, tell, act);
  }

  /** The extension's click leaves the focus where it was, and what is typed next is meant for what was clicked. */
  async #click(call: PageCall, tell: Tell): Promise<CallResult> {
    const selector = textOr(call.args.selector);
    if (selector !== '' && !call.args.modifiers) await valueOf(call, focusingExpression(selector), tell);
    return tell(call);
  }

  /** One command for each key, because the extension takes one. */
  async #press(call: PageCall, tell: Tell): Promise<CallResult> {
    const { text: keys, repeat, ...args } = call.args;
    const each = String(keys).trim().split(/\s+/);
    const times = typeof repeat === 'number' ? Math.max(1, Math.round(repeat)) : 1;
    const count = each.length * times;
    if (count > mostKeys) throw failedOn(call, `${count} keys are more than the ${mostKeys} of one call`);
    const since = count > 1 ? await this.#documentOf(call, tell) : null;
    let last: CallResult = { content: [] };
    for (let at = 0; at < count; at += 1) {
      // A key may lead to another page, for which the rest was not decided.
      if (at > 0 && (await this.#documentOf(call, tell)) !== since)
        throw failedOn(call, `${at} of ${count} keys were pressed, and the page has changed`);
      last = await tell({ ...call, args: { ...args, text: each[at % each.length] } });
      if (last.isError) return last;
    }
    return count === 1 ? last : { content: [text(`Pressed ${count} keys.`)] };
  }

  async #documentOf(call: PageCall, tell: Tell): Promise<unknown> {
    const said = await valueOf(call, loadExpression, tell);
    return isRecord(said) ? said.since : null;
  }

  async #scroll(call: PageCall, tell: Tell): Promise<CallResult> {
    const { scroll_direction: direction = 'down', scroll_amount: amount, coordinate, ref, selector } = call.args;
    // Refused in a sentence: there is no form for it.
    if (isText(ref) || isText(selector) || !Object.hasOwn(scrolls, String(direction))) return tell(call);
    const [x, y] = Array.isArray(coordinate) ? coordinate.map(Number) : [];
    const [dx, dy] = scrolls[String(direction)] ?? [0, 1];
    const step = (typeof amount === 'number' ? amount : 3) * stepPx;
    const moved = await valueOf(call, scrollExpression(x ?? null, y ?? null, dx * step, dy * step), tell);
    if (moved === null) return tell(call);
    const done = `Scrolled ${String(direction)} by ${step} pixels`;
    return { content: [text(moved === true ? `${done}.` : `${done}, but nothing moved.`)] };
  }
}

function pointsOf({ role, name }: Pick<ScriptElement, 'role' | 'name'>, words: readonly string[]): number {
  const said = name.toLowerCase();
  const points = words.reduce((sum, word) => sum + (said.includes(word) ? 3 : role.includes(word) ? 2 : 0), 0);
  return points === 0 ? 0 : points + 1 / (1 + said.length);
}

function rootOf(selector: unknown): OutlineOptions['root'] {
  return isText(selector) ? { selector } : null;
}

function text(words: string) {
  return { type: 'text', text: words };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function textOr(value: unknown): string {
  return isText(value) ? value : '';
}
