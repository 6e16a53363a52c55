// The tools about the site in front: those that its page offers to agents, and those of others that a grant lets it call.
import { visibleText } from '../../../contract/visible-text.ts';
import { calledTools, calls } from './called-tools.ts';
import { el, foreign } from './dom.ts';
import { words } from './words/words.ts';
import type { SiteView } from '../../../contract/schemas/companion-pages.ts';

export interface ToolLine {
  readonly name: string;
  readonly says: string;
}

/** First those of the page, then those that it may call, each once. */
export function toolLines({ tools, grants }: Pick<SiteView, 'tools' | 'grants'>): ToolLine[] {
  const offered = tools.map(({ name, state }) => ({ name, says: words.site.toolStates[state] }));
  const { groups, named } = calledTools(grants.filter(({ effect, scope }) => effect === 'allow' && calls.has(scope)));
  return [
    ...offered,
    ...[...named].map(([name, of]) => ({
      name,
      says: of === null ? words.site.mayCall : words.site.mayCallOf(visibleText(of)),
    })),
    ...groups.map(({ of, reading }) => ({
      name: reading ? words.site.allReadingTools : words.site.allTools,
      says: of === null ? words.site.mayCallAll : words.site.mayCallAllOf(visibleText(of)),
    })),
  ];
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
