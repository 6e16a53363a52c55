// Refs for an extension of spec 000, which knows selectors alone: a page is read by a script of the hub's own, and what a call names by a ref, a place or several keys goes out as commands that the extension has.
import { HubError } from '../../../contract/errors.ts';
import { isRecord, jsonIn } from '../../../contract/json.ts';
import { unheededByClaudezilla } from '../../../native-host/dialects/claudezilla-extension-commands.ts';
import {
  choiceExpression,
  elementExpression,
  focusingExpression,
  kindExpression,
  loadExpression,
  outlineExpression,
  placeExpression,
  scrollExpression,
} from '../../../native-host/dialects/claudezilla-scripts.ts';
import { withUnheeded } from '../../../native-host/dialects/unheeded-arguments.ts';
import {
  selectorOfFocus,
  stepOf,
  steppedTo,
  typesAtFocus,
  waited,
  waitsForTime,
} from './claudezilla-without-element.ts';
import { KnownRefs } from './known-refs.ts';
import type { CompanionCall } from '../../../contract/companion.ts';
import type { ScriptElement, ScriptOutline } from '../../../native-host/dialects/claudezilla-scripts.ts';
import type { CallResult } from './browser-link.ts';
import type { PageCall } from './watched-call.ts';

/** Sends one call to the extension. */
export type Tell = (call: CompanionCall) => Promise<CallResult>;

const maxLines = 2_000;
const usualDepth = 15;
const usualChars = 50_000;
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
  readonly #refs = new KnownRefs();

  /** As the call does that it is made of; rejects with ERR_TOOL_FAILED for a ref of an element that is gone or another one by now. */
  async carryOut(call: PageCall, tell: Tell, signal: AbortSignal): Promise<CallResult> {
    if (waitsForTime(call)) return waited(call, signal);
    const step = stepOf(call);
    if (step) return steppedTo(step, call, expression => this.#run(call, expression, tell));
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
        return tell(await this.#bySelector(call, tell));
    }
  }

  /** Null where the extension runs no scripts: then it tells of a page as it can. */
  async #read(call: PageCall, tell: Tell): Promise<CallResult | null> {
    const { ref_id: ref, filter, depth, max_chars: chars } = call.args;
    const selector = isText(ref) ? (await this.#expectElement(call, ref, tell)).selector : textOr(call.args.selector);
    const interactiveOnly = filter === 'interactive';
    const most = typeof depth === 'number' ? depth : usualDepth;
    const outline = await this.#outline(call, { selector, interactiveOnly, depth: most, maxLines }, tell);
    if (!outline) return null;
    const { title, url, width, height } = outline;
    const lines = this.#refs.linesOf(call.tabId, outline);
    const maxChars = typeof chars === 'number' ? chars : usualChars;
    const body = cut(lines, maxChars);
    const more =
      body.length < lines.length || outline.isCut
        ? ['(more is on the page; read a part of it with ref_id or selector)']
        : [];
    const said = [title, url, `viewport ${width}x${height}`, '', ...body, ...more].join('\n');
    const passedOver = ['from', 'since'].filter(name => (call.args[name] ?? 0) !== 0);
    return withUnheeded({ content: [text(said)] }, unheededByClaudezilla, passedOver);
  }

  async #find(call: PageCall, tell: Tell): Promise<CallResult | null> {
    const { query, limit } = call.args;
    if (!isText(query)) return null;
    const outline = await this.#outline(call, { selector: '', interactiveOnly: false, depth: 100, maxLines }, tell);
    if (!outline) return null;
    const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [query];
    const found = this.#refs
      .elementsOf(call.tabId, outline)
      .map(element => ({ element, points: pointsOf(element, words) }))
      .filter(({ points }) => points > 0)
      .toSorted((one, other) => other.points - one.points);
    const most = typeof limit === 'number' ? limit : usualFound;
    const elements = found.slice(0, most).map(({ element: { ref, role, name } }) => ({ ref, role, name }));
    return { content: [text(JSON.stringify({ matches: found.length, elements }))] };
  }

  async #outline(call: PageCall, options: Parameters<typeof outlineExpression>[0], tell: Tell) {
    const said = await this.#run(call, outlineExpression(options), tell);
    return isRecord(said) && Array.isArray(said.lines) ? (said as unknown as ScriptOutline) : null;
  }

  async #fill(call: PageCall, tell: Tell): Promise<CallResult> {
    const { fields, ...args } = call.args;
    if (!Array.isArray(fields)) return this.#fillOne(call, tell);
    for (const field of fields.filter(isRecord)) await this.#fillOne({ ...call, args: { ...args, ...field } }, tell);
    return { content: [text(`Filled ${fields.length} fields.`)] };
  }

  async #fillOne(call: PageCall, tell: Tell): Promise<CallResult> {
    const named = await this.#bySelector(call, tell);
    const selector = textOr(named.args.selector);
    const { value } = named.args;
    if (selector === '') return tell(named);
    const said = await this.#run(call, kindExpression(selector), tell);
    const kind = isRecord(said) ? said.kind : 'text';
    if (kind === 'text' && typeof value !== 'boolean' && !Array.isArray(value)) return tell(named);
    const wanted = typeof value === 'boolean' ? value : Array.isArray(value) ? value.map(String) : [String(value)];
    const done = await this.#run(call, choiceExpression(selector, wanted), tell);
    if (isRecord(done) && done.done === true) return { content: [text(`Set ${selector}.`)] };
    throw this.#failed(call, `${selector} ${isRecord(done) ? String(done.problem) : 'could not be set'}`);
  }

  async #use(call: PageCall, tell: Tell): Promise<CallResult> {
    const { action, coordinate } = call.args;
    if (action === 'key') return this.#press(call, tell);
    if (action === 'scroll') return this.#scroll(call, tell);
    const named = typesAtFocus(call) ? await this.#atFocus(call, tell) : await this.#bySelector(call, tell);
    if (action !== 'left_click') return tell(named);
    const isPlace = textOr(named.args.selector) === '' && Array.isArray(coordinate);
    return this.#click(isPlace ? await this.#atPlace(named, coordinate.map(Number), tell) : named, tell);
  }

  async #atPlace(call: PageCall, [x = 0, y = 0]: readonly number[], tell: Tell): Promise<PageCall> {
    const found = await this.#run(call, placeExpression(x, y), tell);
    if (!isRecord(found)) throw this.#failed(call, `nothing is at ${x}, ${y}`);
    const { coordinate: _, ...args } = call.args;
    return { ...call, args: { ...args, selector: String(found.selector) } };
  }

  /** The extension's click leaves the focus where it was, and what is typed next is meant for what was clicked. */
  async #click(call: PageCall, tell: Tell): Promise<CallResult> {
    const selector = textOr(call.args.selector);
    if (selector !== '' && !call.args.modifiers) await this.#run(call, focusingExpression(selector), tell);
    return tell(call);
  }

  /** Into what was clicked before, as a rule. */
  async #atFocus(call: PageCall, tell: Tell): Promise<PageCall> {
    const selector = await selectorOfFocus(expression => this.#run(call, expression, tell));
    if (selector !== null) return { ...call, args: { ...call.args, selector } };
    throw this.#failed(call, 'nothing has the focus; click a field first, or send its ref');
  }

  /** One command for each key, because the extension takes one. */
  async #press(call: PageCall, tell: Tell): Promise<CallResult> {
    const { text: keys, repeat, ...args } = (await this.#bySelector(call, tell)).args;
    const each = String(keys).trim().split(/\s+/);
    const times = typeof repeat === 'number' ? Math.max(1, Math.round(repeat)) : 1;
    const count = each.length * times;
    if (count > mostKeys) throw this.#failed(call, `${count} keys are more than the ${mostKeys} of one call`);
    const since = count > 1 ? await this.#documentOf(call, tell) : null;
    let last: CallResult = { content: [] };
    for (let at = 0; at < count; at += 1) {
      // A key may lead to another page, for which the rest was not decided.
      if (at > 0 && (await this.#documentOf(call, tell)) !== since)
        throw this.#failed(call, `${at} of ${count} keys were pressed, and the page has changed`);
      last = await tell({ ...call, args: { ...args, text: each[at % each.length] } });
      if (last.isError) return last;
    }
    return count === 1 ? last : { content: [text(`Pressed ${count} keys.`)] };
  }

  async #documentOf(call: PageCall, tell: Tell): Promise<unknown> {
    const said = await this.#run(call, loadExpression, tell);
    return isRecord(said) ? said.since : null;
  }

  async #scroll(call: PageCall, tell: Tell): Promise<CallResult> {
    const { scroll_direction: direction = 'down', scroll_amount: amount, coordinate, ref, selector } = call.args;
    // Refused in a sentence: there is no form for it.
    if (isText(ref) || isText(selector) || !Object.hasOwn(scrolls, String(direction))) return tell(call);
    const [x, y] = Array.isArray(coordinate) ? coordinate.map(Number) : [];
    const [dx, dy] = scrolls[String(direction)] ?? [0, 1];
    const step = (typeof amount === 'number' ? amount : 3) * stepPx;
    const moved = await this.#run(call, scrollExpression(x ?? null, y ?? null, dx * step, dy * step), tell);
    if (moved === null) return tell(call);
    const done = `Scrolled ${String(direction)} by ${step} pixels`;
    return { content: [text(moved === true ? `${done}.` : `${done}, but nothing moved.`)] };
  }

  /** The call with a selector in place of its ref. */
  async #bySelector(call: PageCall, tell: Tell): Promise<PageCall> {
    const { ref, ...args } = call.args;
    if (!isText(ref)) return call;
    return { ...call, args: { ...args, selector: (await this.#expectElement(call, ref, tell)).selector } };
  }

  /** The very element that was read: what stands in its place by now is another one. */
  async #expectElement(call: PageCall, ref: string, tell: Tell): Promise<ScriptElement> {
    const known = this.#refs.get(call.tabId, ref);
    const now = known && (await this.#run(call, elementExpression(known.selector), tell));
    const isSame = isRecord(now) && now.since === known?.since && now.role === known?.role && now.name === known?.name;
    if (known && isSame) return known;
    throw this.#failed(call, `${ref.slice(0, 50)} is not on the page any more; call read_page again`);
  }

  /** The value of a script; null where it could not be run. */
  async #run({ tabId, decided }: PageCall, expression: string, tell: Tell): Promise<unknown> {
    const { content, isError } = await tell({ tool: 'javascript_tool', args: { text: expression }, tabId, decided });
    const said = content.find(block => typeof block.text === 'string')?.text;
    return isError || said === undefined ? null : (jsonIn(String(said)) ?? null);
  }

  #failed({ tool }: PageCall, why: string) {
    return new HubError('ERR_TOOL_FAILED', `${tool}: ${why}.`);
  }
}

function pointsOf({ role, name }: Pick<ScriptElement, 'role' | 'name'>, words: readonly string[]): number {
  const said = name.toLowerCase();
  const points = words.reduce((sum, word) => sum + (said.includes(word) ? 3 : role.includes(word) ? 2 : 0), 0);
  return points === 0 ? 0 : points + 1 / (1 + said.length);
}

function cut(lines: readonly string[], maxChars: number): readonly string[] {
  let left = maxChars;
  const end = lines.findIndex(line => (left -= line.length + 1) < 0);
  return end === -1 ? lines : lines.slice(0, end);
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
