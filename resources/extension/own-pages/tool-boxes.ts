// The tools that a page's question offers: a box for each, one for each that offers them, a filter from twelve on.
import { askedToolRisk, groupsOf, isShown } from '../../../contract/asked-tools.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import { button, el, foreign } from './dom.ts';
import { words } from './words/words.ts';
import type { ToolGroup } from '../../../contract/asked-tools.ts';
import type { AskedTool } from '../../../contract/schemas/web-agent.ts';

const filterFrom = 12;

/** Which are ticked, kept by the page for as long as the question stands. */
export class ToolTicks {
  readonly #changed = new Map<string, boolean>();
  readonly #first: ReadonlySet<string>;
  filter = '';

  /** `tools`: those of the question as it was first seen. */
  constructor(tools: readonly AskedTool[] | null) {
    this.#first = new Set((tools ?? []).map(({ id }) => id));
  }

  isTicked({ id, ticked }: AskedTool): boolean {
    return this.#changed.get(id) ?? ticked;
  }

  isNew({ id }: AskedTool): boolean {
    return !this.#first.has(id);
  }

  set(tools: readonly AskedTool[], on: boolean): void {
    for (const { id } of tools) this.#changed.set(id, on);
  }

  ticked(tools: readonly AskedTool[] | null): AskedTool[] {
    return (tools ?? []).filter(tool => this.isTicked(tool));
  }
}

interface BoxesOptions {
  readonly tools: readonly AskedTool[];
  readonly ticks: ToolTicks;
  /** A box was ticked, or the filter is another one. */
  readonly changed: () => void;
}

export function toolBoxes({ tools, ticks, changed }: BoxesOptions): HTMLElement {
  const set = (some: readonly AskedTool[], on: boolean) => () => {
    ticks.set(some, on);
    changed();
  };
  const shown = tools.filter(tool => isShown(tool, ticks.filter));
  const groups = groupsOf(shown);
  const { length } = ticks.ticked(tools);
  const rows = groups.flatMap(group => [
    ...(groups.length > 1 && group.members.length > 1 ? [groupRow(group, ticks, set)] : []),
    ...group.members.map(tool => toolRow(tool, ticks, set)),
  ]);
  const head = el(
    'h2',
    { class: 'ph', at: { id: 'tools' } },
    el(
      'span',
      {},
      words.tools.head,
      ' ',
      tools.length > 0 && el('span', { class: 'mm' }, words.tools.ticked(length, tools.length)),
    ),
    tools.length > 0 &&
      el(
        'span',
        { class: 'line' },
        button(words.tools.all, set(shown, true), { class: 'link', key: 'all' }),
        button(words.tools.none, set(tools, false), { class: 'link', key: 'none' }),
      ),
  );
  return el(
    'section',
    { class: 'tools', at: { 'aria-labelledby': 'tools' } },
    head,
    tools.length >= filterFrom ? filterField(ticks, changed) : null,
    rows.length === 0
      ? el('p', { class: 'mm xs' }, tools.length === 0 ? words.tools.noTools : words.tools.nothing)
      : el('ul', { class: 'toolbox', at: { 'data-scroll': 'tools', tabindex: '-1' } }, ...rows),
  );
}

function filterField(ticks: ToolTicks, changed: () => void): HTMLElement {
  const field = el('input', {
    class: 'input',
    key: 'filter',
    at: { type: 'search', 'aria-label': words.tools.filter, placeholder: words.tools.filter },
  });
  field.value = ticks.filter;
  field.addEventListener('input', () => {
    ticks.filter = field.value;
    changed();
  });
  return field;
}

type Set = (some: readonly AskedTool[], on: boolean) => () => void;

function groupRow({ id, name, members }: ToolGroup, ticks: ToolTicks, set: Set): HTMLElement {
  const { length } = members.filter(tool => ticks.isTicked(tool));
  const state = length === 0 ? 'false' : length === members.length ? 'true' : 'mixed';
  const shown = id.startsWith('page ') ? words.tools.page : visibleText(name);
  const box = boxOf(`group ${id}`, state, words.tools.allOf(shown), set(members, state !== 'true'));
  return el('li', { class: 'group' }, box, el('span', { class: 'cut' }, foreign(shown)));
}

function toolRow(tool: AskedTool, ticks: ToolTicks, set: Set): HTMLElement {
  const risk = askedToolRisk(tool);
  const isTicked = ticks.isTicked(tool);
  const name = visibleText(tool.id);
  return el(
    'li',
    { at: { title: visibleText(tool.description).slice(0, 300) } },
    boxOf(`tool ${tool.id}`, String(isTicked), `${name}, ${words.risks[risk]}`, set([tool], !isTicked)),
    el(
      'span',
      { class: 'cut', on: { click: set([tool], !isTicked) } },
      foreign(name, { class: 'mono' }),
      ' ',
      el('span', { class: 'mm' }, does(tool)),
      ticks.isNew(tool) ? el('span', { class: 'tag' }, words.ask.isNew) : null,
    ),
    el('span', { class: `risk in ${risk}`, at: { 'aria-hidden': 'true' } }, words.levels[risk]),
  );
}

function does({ source, readOnly, destructive }: AskedTool): string {
  if (source.kind === 'page') return words.tools.ofPage;
  if (readOnly) return words.tools.reads;
  return destructive ? words.tools.destroys : words.tools.acts;
}

function boxOf(key: string, state: string, label: string, press: () => void): HTMLElement {
  const box = el('button', {
    class: 'bx',
    key,
    at: { role: 'checkbox', 'aria-checked': state, 'aria-label': label },
    on: { click: press },
  });
  box.type = 'button';
  return box;
}
