// Who drives the tab, and the one button that changes it.
import { visibleText } from '../../../contract/visible-text.ts';
import { button, el, foreign } from './dom.ts';
import { markOf } from './mark.ts';
import { minute, span, words } from './words/words.ts';
import type { CompanionView, Driver } from '../../../contract/schemas/companion-pages.ts';

/** What the button does now; null where there is nothing to change. */
export function turnOf(tab: CompanionView['tab']): 'take-over' | 'give-back' | null {
  if (!tab) return null;
  if (tab.driver.kind === 'you') return tab.driver.from === null ? null : 'give-back';
  return 'take-over';
}

export function driverView(view: CompanionView | null, now: number, turn: () => void): HTMLElement {
  const driver = view?.tab?.driver;
  const does = turnOf(view?.tab ?? null);
  const [line, more] = driver ? linesOf(driver, now) : [[view ? words.driver.unknown : words.driver.nobody], ''];
  const mark = driver && markIn(driver);
  return el(
    'div',
    { class: view ? 'drv' : 'drv drained' },
    mark ? markOf(mark) : el('span', { class: 'mark off', at: { 'aria-hidden': 'true' } }, '–'),
    el(
      'span',
      { class: 'two grow' },
      el('span', { class: 'cut' }, ...line),
      more === '' ? null : el('small', { class: 'cut' }, more),
    ),
    does &&
      button(does === 'take-over' ? words.driver.takeOver : words.driver.giveBack, turn, {
        ...{ class: 'btn sm', key: 'turn' },
        at: { 'aria-keyshortcuts': 'T' },
      }),
  );
}

function markIn(driver: Driver) {
  if (driver.kind !== 'you') return driver.agent;
  return driver.from === null ? null : { name: '', mono: 'YO', colour: 'you' as const };
}

function linesOf(driver: Driver, now: number): [(HTMLElement | string)[], string] {
  const named = (name: string, [before, after]: readonly [string, string]) => [
    before,
    el('b', {}, foreign(visibleText(name))),
    after,
  ];
  if (driver.kind === 'you') {
    if (driver.from === null) return [[words.driver.nobody], ''];
    const [you, drive] = words.driver.you;
    const since = driver.since;
    return [[el('b', {}, you), drive], since === null ? words.driver.letIn : words.driver.agentsMayNot(minute(since))];
  }
  if (driver.kind === 'left')
    return [named(driver.agent.name, words.driver.left), words.driver.since(minute(driver.since))];
  const { agent, since, last } = driver;
  const more = last
    ? words.driver.sinceLast(minute(since), last.tool, span(now - last.at))
    : words.driver.since(minute(since));
  return [named(agent.name, words.driver.agent), more];
}
