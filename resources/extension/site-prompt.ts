// The window beside a page that asks: the oldest question first, one after the other; it closes itself when none is left.
import { Armed } from './own-pages/armed.ts';
import { begin } from './own-pages/begin-page.ts';
import { button, el, icon, redraw } from './own-pages/dom.ts';
import { OwnLink } from './own-pages/link.ts';
import { siteName } from './own-pages/origin-view.ts';
import { QuestionCard } from './own-pages/site-question.ts';
import { words } from './own-pages/words/words.ts';
import type { CompanionView, CompanionViewEnded } from '../../contract/schemas/companion-pages.ts';
import type { SiteQuestion } from '../../contract/schemas/web-agent.ts';

begin('prompt');
const top = document.createElement('header');
top.className = 'wt';
/** What became of the question before: above the next one, which it does not keep from being seen. */
const notice = el('p', { class: 'say notice' });
notice.hidden = true;
const main = document.createElement('main');
main.className = 'pw';
main.setAttribute('aria-labelledby', 'who');
const said = el('p', { class: 'vh', at: { role: 'status' } });
document.body.append(top, notice, main, said);

/** Left waiting, at this version. */
const left = new Map<string, number>();
/** Those that have ended, and those that were answered here, of which it is known how they end: at the version that was shown. */
const over = new Map<string, number>();
const answered = new Map<string, number>();
let view: CompanionView | null = null;
let ended: CompanionViewEnded | null = null;
/** Which question stands below `ended`; once that is done with, so is the notice. */
let below: string | null = null;
let hasAsked = false;

const armed: Armed = new Armed(() => card.arm(), { opensByItself: true });
const card: QuestionCard = new QuestionCard({
  place: main,
  armed,
  leave,
  answer: async answer => {
    answered.set(answer.id, answer.version);
    try {
      await link.act({ kind: 'answer-site', answer });
    } catch (error) {
      answered.delete(answer.id);
      throw error;
    }
  },
});
const link = new OwnLink({
  onView: (next, hub) => {
    view = next;
    if (hub.kind === 'away' && hasAsked) ended = null;
    follow();
  },
  onEnded: end => {
    // It comes before the view without the question does.
    over.set(end.id, view?.questions.find(({ id }) => id === end.id)?.version ?? 0);
    if (end.id !== card.question?.id) return;
    ended = end.end === 'answered' || answered.has(end.id) ? null : end;
    below = null;
    follow();
  },
});
link.show(null);
addEventListener('keydown', event => {
  if (event.target instanceof HTMLInputElement && event.key !== 'Escape') return;
  if (card.pressed(event) || (event.key === 'Escape' && !card.question)) event.preventDefault();
  if (event.key === 'Escape' && !card.question && armed.takes(event)) void close();
});
setInterval(() => card.tick(Date.now()), 1_000);

/** Those that wait here, and the one to show: that which is shown, else the oldest that was not left waiting. */
function current(questions: readonly SiteQuestion[]): SiteQuestion | undefined {
  const open = questions.filter(({ id, version }) => left.get(id) !== version && !over.has(id));
  return open.find(({ id }) => id === card.question?.id) ?? open[0];
}

function follow(): void {
  if (!view) return hasAsked ? tell(words.ended.away) : undefined;
  const { questions } = view;
  const question = current(questions);
  if (question) return ask(question, view);
  if (ended && below === null) return tell(endWords(ended));
  card.clear();
  if (hasAsked) void close();
  else tell(words.ended.nothing);
}

function ask(question: SiteQuestion, seen: CompanionView): void {
  const { id, version, origin } = question;
  hasAsked = true;
  if (id !== card.question?.id || version !== card.question.version) link.tell({ kind: 'seen', id, version });
  below ??= id;
  if (below !== id) ended = null;
  const before = ended ? endWords(ended) : '';
  if (notice.textContent !== before) notice.textContent = before;
  notice.hidden = before === '';
  head(seen.questions.indexOf(question) + 1, seen.questions.length);
  card.show(question, seen);
  document.title = words.titles.promptOf(siteName(origin));
  say([before, `${words.ask.wants}: ${siteName(origin)}`].filter(Boolean).join(' '));
}

/** To those who do not see it. */
function say(sentence: string): void {
  if (said.textContent !== sentence) said.textContent = sentence;
}

function head(at: number, of: number): void {
  redraw(
    top,
    el('span', { class: 'brand' }, icon('ship')),
    el('b', {}, 'Pilothouse'),
    el('span', { class: 'mm' }, words.ask.counted(at, of)),
    el('span', { class: 'grow' }),
    el('span', { class: 'm', at: { 'data-time': '', role: 'timer' } }),
    button(icon('close'), leave, { class: 'btn ico ghost sm', key: 'close', at: labelled(words.answer.leave) }),
  );
}

/** In the place of the question: why there is none any more. */
function tell(text: string): void {
  card.clear();
  armed.show(text);
  notice.hidden = true;
  // The alert below says it.
  say('');
  redraw(
    top,
    el('span', { class: 'brand' }, icon('ship')),
    el('b', {}, 'Pilothouse'),
    el('span', { class: 'grow' }),
    button(icon('close'), () => void close(), { class: 'btn ico ghost sm', at: labelled(words.ended.close) }),
  );
  redraw(
    main,
    el(
      'section',
      { class: 'gone', at: { role: 'alert' } },
      el('p', { at: { id: 'who' } }, text),
      button(words.ended.close, () => void close(), { class: 'btn', key: 'over' }),
    ),
  );
}

function labelled(label: string) {
  return { 'aria-label': label, title: label };
}

function endWords({ origin, end }: CompanionViewEnded): string {
  const site = siteName(origin);
  return end === 'expired' ? words.ended.expired(site) : words.ended.gone(site);
}

function leave(): void {
  const { question } = card;
  if (question) left.set(question.id, question.version);
  if (view && current(view.questions)) follow();
  else void close();
}

/** By the background, which knows whether another has come meanwhile. Only a window of its own: a tab that somebody opened here stays. */
async function close(): Promise<void> {
  const { type } = await chrome.windows.getCurrent();
  if (type !== 'popup') return tell(words.ended.nothing);
  link.tell({ kind: 'done', done: Object.fromEntries([...left, ...over, ...answered]) });
}
