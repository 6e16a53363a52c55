// What a page asks for: each scope with what it gives and how risky it is.
import { askedScopeRisk } from '../../../contract/asked-tools.ts';
import { el, foreign, type IconName, icon } from './dom.ts';
import { scopeText, words } from './words/words.ts';
import type { CompanionView } from '../../../contract/schemas/companion-pages.ts';
import type { AskedTool, SiteQuestion } from '../../../contract/schemas/web-agent.ts';
import type { PageScope } from '../../../contract/web-agent.ts';

const icons: Readonly<Record<string, IconName>> = {
  'model:prompt': 'message',
  'model:tools': 'bot',
  'model:list': 'list',
  'mcp:tools.list': 'list',
  'mcp:tools.call': 'wrench',
  'mcp:servers.register': 'plug',
  'browser:activeTab.read': 'file',
  'browser:activeTab.interact': 'click',
  'browser:activeTab.screenshot': 'camera',
  'browser:navigate': 'page',
  browser: 'tabs',
  web: 'globe',
  chat: 'message',
  addressBar: 'search',
  agents: 'bot',
};

export function scopeIcon(scope: string): IconName {
  return icons[scope] ?? icons[scope.split(':')[0] ?? ''] ?? 'globe';
}

export function scopeRows(
  { scopes, tools }: SiteQuestion,
  ticked: readonly AskedTool[],
  models: CompanionView['models'],
): HTMLElement {
  return el(
    'section',
    { class: 'scopes', at: { 'aria-labelledby': 'asks-for' } },
    el('h2', { class: 'ph', at: { id: 'asks-for' } }, words.ask.asksFor),
    el(
      'ul',
      {},
      ...scopes.map(({ scope, isNew }) => {
        const risk = askedScopeRisk(scope, tools === null ? null : ticked);
        return el(
          'li',
          {},
          icon(scopeIcon(scope)),
          el(
            'span',
            { class: 'two' },
            el('span', {}, scopeText(scope).title, isNew ? el('span', { class: 'tag' }, words.ask.isNew) : null),
            el('small', {}, ...textOf(scope, tools !== null, models)),
          ),
          el('span', { class: `risk xxs ${risk}` }, words.risks[risk]),
        );
      }),
    ),
  );
}

/** Which model, and where that is, says more than the general text. */
function textOf(scope: PageScope, hasTools: boolean, { sites }: CompanionView['models']): (HTMLElement | string)[] {
  if (scope === 'mcp:tools.call' && hasTools) return [words.ask.ticksAbove];
  if (scope !== 'model:prompt' || !sites) return [scopeText(scope).text];
  const where = sites.goesTo === null ? words.goes.stays : words.goes.to(sites.goesTo);
  const [before = '', after = ''] = words.ask.withModel('\0', where).split('\0');
  return [before, foreign(sites.name), after].filter(part => part !== '');
}
