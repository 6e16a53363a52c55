// The head of a page's question: who asks, from where, over which connection, and why in the page's own words.
import { tabTitle } from '../../../contract/tab-title.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import { type Child, el, foreign } from './dom.ts';
import { connectionMark, originView, readingLine } from './origin-view.ts';
import { words } from './words/words.ts';
import type { SiteQuestion } from '../../../contract/schemas/web-agent.ts';

export function questionHead(question: SiteQuestion, browser: string): HTMLElement {
  const { origin, embeddedIn, askedBefore } = question;
  const connection = connectionMark(origin);
  const place = words.ask.tabIn(questionTab(question), visibleText(browser));
  const isOpen = connection?.word === words.ask.notEncrypted;
  const line: Child[] = [
    connection?.mark ?? null,
    el(
      'span',
      {},
      connection ? el('span', { class: isOpen ? 'attention' : '' }, connection.word) : null,
      connection ? ', ' : '',
      foreign(place),
      ', ',
      el('span', { class: 'm' }, askedBefore ? words.ask.before : words.ask.first),
    ),
  ];
  return el(
    'section',
    { class: 'hd' },
    el('p', { class: 'mm xs' }, words.ask.wants),
    el('h1', { class: 'who-asks', at: { id: 'who' } }, originView(origin)),
    readingLine(origin),
    el('p', { class: 'line mm xs' }, ...line),
    frameLine(embeddedIn),
  );
}

/** A frame asks in its own name, inside a page that the user may take for the asker; null where it is none. */
export function frameLine(embeddedIn: string | null): HTMLElement | null {
  return embeddedIn === null ? null : el('p', { class: 'mm xs' }, words.ask.frameIn, ' ', originView(embeddedIn));
}

/** `“Orders”`; its host where it has no title, and its number where it has neither. */
export function questionTab({ title: shown, origin, embeddedIn, tab }: SiteQuestion): string {
  const { title, host } = tabTitle({ title: shown, url: embeddedIn ?? origin });
  return title === null ? (host ?? String(tab.tabId)) : words.ask.quoted(title).join('');
}

/** What the page says stands apart from what we say. */
export function questionReason(reason: string | null): HTMLElement | null {
  if (reason === null) return null;
  const [open, text, close] = words.ask.quoted(visibleText(reason));
  return el(
    'section',
    { class: 'rs' },
    el('blockquote', { class: 'quote' }, el('small', {}, words.ask.says), el('p', {}, open, foreign(text), close)),
  );
}
