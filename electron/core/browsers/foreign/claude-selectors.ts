// Selectors for an extension of spec 001, whose tools take refs and places: what a call names by a selector, and what it waits for, goes out as a script of the hub's own and as the tools that the extension has.
import { HubError } from '../../../../contract/errors.ts';
import { isRecord } from '../../../../contract/json.ts';
import { unheededByClaude } from '../../../../native-host/dialects/claude/claude-frames-extension.ts';
import {
  asJson,
  conditionExpression,
  describeExpression,
  focusExpression,
  type PartLine,
  partExpression,
  placeOfExpression,
  scrollPageExpression,
  selectFocusedExpression,
  textExpression,
} from '../../../../native-host/dialects/claude/claude-scripts.ts';
import {
  choiceExpression,
  kindExpression,
  type PageOutline,
} from '../../../../native-host/dialects/claudezilla/claudezilla-scripts.ts';
import { withUnheeded } from '../../../../native-host/dialects/unheeded-arguments.ts';
import { pause } from '../../platform/wait.ts';
import { type BegunIn, ClaudePage } from './claude-page.ts';
import { waitUntilThere } from './claude-wait.ts';
import { askedBounds, outlineText } from './outline-text.ts';
import type { ToolResult } from '../../../../contract/schemas/messages.ts';
import type { Ask } from './foreign-group.ts';
import type { PageCall } from './watched-call.ts';

/** The real extension cuts what a script answers with at 50 KB. */
const most = { maxLines: 500, maxChars: 40_000 };
const usualSeconds = 10;
const mostSeconds = 300;
const mostPatience = 30;
/** What `wait` takes where it waits for nothing but the time, in seconds. */
const usualRest = 1;
const mostRest = 30;
/** They are used at a place. */
const pointing = new Set(['left_click', 'right_click', 'double_click', 'triple_click', 'hover', 'scroll']);

/** What a call names by a selector is not there, and it may be waited for: outside of the call's turn, in which others stand still. */
export class NotThereYet extends Error {
  readonly selector: string;
  /** How long, in seconds. */
  readonly patience: number;

  constructor(selector: string, patience: number) {
    super(`The selector ${JSON.stringify(selector)} is not there yet.`);
    this.selector = selector;
    this.patience = patience;
  }
}

/** Whether the call does nothing but wait, so that calls of others may come between its looks. */
export function isWait({ tool, args }: Pick<PageCall, 'tool' | 'args'>): boolean {
  return tool === 'computer' && args.action === 'wait';
}

export class ClaudeSelectors {
  readonly #ask: Ask;
  readonly #signal: AbortSignal;
  readonly #page: ClaudePage;

  constructor(ask: Ask, signal: AbortSignal, begunIn: BegunIn = {}) {
    this.#ask = ask;
    this.#signal = signal;
    this.#page = new ClaudePage(ask, begunIn);
  }

  /** As the call does that it is made of; rejects with ERR_TOOL_FAILED for a selector that finds nothing, and with NotThereYet while it may be waited for. */
  async carryOut(call: PageCall): Promise<ToolResult> {
    const selector = textOr(call.args.selector);
    if (call.tool === 'computer') return this.#use(call, selector);
    if (call.tool === 'form_input' && Array.isArray(call.args.fields)) return this.#fillAll(call, call.args.fields);
    if (selector === '') return this.#pass(call, call.args);
    switch (call.tool) {
      case 'get_page_text': {
        const { title, url, text: said } = await this.#page.run(call, textExpression(selector));
        return text(`Title: ${String(title)}\nURL: ${String(url)}\n\n${String(said)}`);
      }
      case 'find':
        return text(JSON.stringify(await this.#page.run(call, describeExpression(selector))));
      case 'form_input':
        return this.#fill(call, selector);
      case 'read_page':
        return this.#read(call, selector);
      default:
        return this.#pass(call, call.args);
    }
  }

  /** In place of refs, which only the extension itself gives out, elements have selectors. */
  async #read(call: PageCall, selector: string): Promise<ToolResult> {
    const { args } = call;
    if (isText(args.ref_id) || (args.from ?? 0) !== 0) return this.#pass(call, args);
    const part = await this.#page.run(call, partExpression(selector, { ...askedBounds(args), ...most }));
    const outline = part as unknown as PageOutline<PartLine>;
    const said = outlineText(outline, outline.lines.map(lineOf), args);
    return withUnheeded(text(said), unheededByClaude, (args.since ?? 0) === 0 ? [] : ['since']);
  }

  async #use(call: PageCall, selector: string): Promise<ToolResult> {
    const { args } = call;
    const { action, selector: _, selector_timeout: patience, ...others } = args;
    if (isWait(call))
      return selector !== '' || isText(args.text) || isText(args.url) ? this.wait(call) : this.#rest(call);
    if (action === 'scroll_to' && selector === '' && !isText(args.ref)) return this.#scrollPage(call);
    if (selector === '') return this.#pass(call, args);
    await this.#untilThere(call, selector, patience);
    if (action === 'scroll_to') {
      const { x, y } = await this.#page.run(call, placeOfExpression(selector));
      return text(`The element is in view, with its middle at (${Number(x)}, ${Number(y)}).`);
    }
    if (action === 'key') {
      await this.#page.run(call, focusExpression(selector));
      return this.#pass(call, { action, ...others });
    }
    const { x, y } = await this.#page.run(call, placeOfExpression(selector));
    const coordinate = [x, y];
    if (action === 'type') return this.#type(call, coordinate, others);
    if (pointing.has(String(action))) return this.#pass(call, { action, ...others, coordinate });
    return this.#pass(call, args);
  }

  /** As its user does: a click into the field, and what it holds is chosen first where it is to be replaced. */
  async #type(call: PageCall, coordinate: unknown[], { clear, ...args }: Record<string, unknown>): Promise<ToolResult> {
    const use = (more: Record<string, unknown>) => this.#ask('computer', more, call.tabId);
    const clicked = await use({ action: 'left_click', coordinate });
    if (clicked.isError) return clicked;
    const { focused } = await this.#page.run(call, selectFocusedExpression(clear === true));
    if (focused !== true) throw new HubError('ERR_TOOL_FAILED', `${call.tool}: what was clicked takes no text.`);
    if (clear === true && args.text === '') return use({ action: 'key', text: 'Delete' });
    return use({ action: 'type', text: args.text });
  }

  async #fillAll(call: PageCall, fields: readonly unknown[]): Promise<ToolResult> {
    for (const field of fields) {
      if (!isRecord(field)) throw new HubError('ERR_INVALID_ARGUMENTS', 'A field is {"ref" or "selector", "value"}.');
      const { ref, selector, value } = field;
      const filled = await this.carryOut({ ...call, args: { ...(ref !== undefined && { ref }), selector, value } });
      if (filled.isError) return filled;
    }
    return text(`Filled ${fields.length} fields.`);
  }

  async #fill(call: PageCall, selector: string): Promise<ToolResult> {
    const { value, selector_timeout: patience } = call.args;
    await this.#untilThere(call, selector, patience);
    const { kind } = await this.#page.run(call, asJson(kindExpression(selector)));
    if (kind === 'text' && typeof value !== 'boolean' && !Array.isArray(value)) {
      const { x, y } = await this.#page.run(call, placeOfExpression(selector));
      return this.#type(call, [x, y], { text: String(value), clear: true });
    }
    const wanted = typeof value === 'boolean' ? value : Array.isArray(value) ? value.map(String) : [String(value)];
    await this.#page.run(call, asJson(choiceExpression(selector, wanted)));
    return text(`Set ${selector}.`);
  }

  async #scrollPage(call: PageCall): Promise<ToolResult> {
    const { left, top } = call.args;
    const at = (value: unknown) => (typeof value === 'number' ? value : null);
    if (at(left) === null && at(top) === null) return this.#pass(call, call.args);
    const { x, y, moved } = await this.#page.run(call, scrollPageExpression(at(left), at(top)));
    const said = `The page is scrolled to ${Number(x)}, ${Number(y)}`;
    return text(moved === true ? `${said}.` : `${said}; nothing moved.`);
  }

  /** The extension would answer nobody meanwhile. */
  async #rest({ args }: PageCall): Promise<ToolResult> {
    const { duration } = args;
    const seconds = typeof duration === 'number' && duration >= 0 ? Math.min(duration, mostRest) : usualRest;
    await pause(seconds * 1_000, this.#signal);
    return text(`Waited for ${seconds} s.`);
  }

  /** Looks again and again, until all that the call names is there. */
  wait(call: PageCall): Promise<ToolResult> {
    const { selector, text: words, url, duration } = call.args;
    const condition = { selector: textOr(selector), text: textOr(words), url: textOr(url) };
    const seconds = Math.min(typeof duration === 'number' ? duration : usualSeconds, mostSeconds);
    return waitUntilThere(condition, seconds, asked => this.#page.meets(call, asked), this.#signal);
  }

  async #untilThere(call: PageCall, selector: string, patience: unknown): Promise<void> {
    const seconds = typeof patience === 'number' ? Math.min(patience, mostPatience) : 0;
    const { met } = await this.#page.run(call, conditionExpression({ selector, text: '', url: '' }));
    if (met === true) return;
    if (seconds > 0) throw new NotThereYet(selector, seconds);
    throw new HubError('ERR_TOOL_FAILED', `${call.tool}: nothing on the page matches ${JSON.stringify(selector)}.`);
  }

  #pass({ tool, tabId }: PageCall, args: Record<string, unknown>): Promise<ToolResult> {
    return this.#ask(tool, args, tabId);
  }
}

function lineOf({ level, text: said, role, name, details, selector }: PartLine): string {
  const indent = '  '.repeat(level);
  if (role === undefined) return indent + JSON.stringify(said ?? '');
  const called = name ? ` ${JSON.stringify(name)}` : '';
  return `${indent}${role}${called}${details ?? ''} selector=${JSON.stringify(selector)}`;
}

function text(words: string): ToolResult {
  return { content: [{ type: 'text', text: words }] };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function textOr(value: unknown): string {
  return isText(value) ? value : '';
}
