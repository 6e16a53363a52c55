// The tools about the site in front: those that its page offers to agents, and those of others that a grant lets it call.
import { visibleText } from '../../../contract/visible-text.ts';
import { el, foreign } from './dom.ts';
import { words } from './words/words.ts';
import type { SiteView } from '../../../contract/schemas/companion-pages.ts';

/** Scopes of calls of tools, whoever offers them. */
export const calls: ReadonlySet<string> = new Set(['mcp:tools.call', 'servers:call', 'plugins:call']);

export interface ToolLine {
  readonly name: string;
  readonly says: string;
}

/** First those of the page, then those that it may call, each once. */
export function toolLines({ tools, grants }: Pick<SiteView, 'tools' | 'grants'>): ToolLine[] {
  const offered = tools.map(({ name, state }) => ({ name, says: words.site.toolStates[state] }));
  const named = grants
    .toSorted((a, b) => Number(a.of === null) - Number(b.of === null))
    .flatMap(({ scope, effect, tools: ids, of }) => {
      if (effect !== 'allow' || !calls.has(scope)) return [];
      const says = of === null ? words.site.mayCall : words.site.mayCallOf(visibleText(of));
      if (ids === null) return [[`every tool of ${of}`, { name: words.site.everyTool, says }] as const];
      return ids.map(id => [id, { name: id, says }] as const);
    });
  const called = new Map<string, ToolLine>();
  // Who offers it says more.
  for (const [id, line] of named) if (!called.has(id)) called.set(id, line);
  return [...offered, ...called.values()];
}

export function siteTools(site: SiteView): HTMLElement {
  const lines = toolLines(site);
  return el(
    'section',
    { class: 'site-tools', at: { 'aria-labelledby': 'site-tools' } },
    el('h2', { class: 'ph', at: { id: 'site-tools' } }, words.tools.head),
    lines.length === 0
      ? el('p', { class: 'mm xs' }, words.site.noTools)
      : el(
          'ul',
          {},
          ...lines.map(({ name, says }) =>
            el(
              'li',
              { class: 'line flag xs' },
              foreign(visibleText(name), { class: 'mono cut grow' }),
              el('span', { class: 'mm xxs' }, says),
            ),
          ),
        ),
  );
}
