// The side panel: the hub, who drives the tab in front, its questions, what its site may, and the hub's chat with the page.

import { visibleText } from '../../contract/visible-text.ts';
import { AloneBlock } from './own-pages/alone-block.ts';
import { Armed } from './own-pages/armed.ts';
import { begin } from './own-pages/begin-page.ts';
import { button, el, icon, redraw } from './own-pages/dom.ts';
import { driverView, turnOf } from './own-pages/driver.ts';
import { followFrontTab } from './own-pages/front-tab.ts';
import { OwnLink } from './own-pages/link.ts';
import { siteName } from './own-pages/origin-view.ts';
import { actOf, PromptCard } from './own-pages/prompt-card.ts';
import { SideChat } from './own-pages/side-chat.ts';
import { SiteBlock } from './own-pages/site-block.ts';
import { QuestionCard } from './own-pages/site-question.ts';
import { faultText } from './own-pages/words/fault-words.ts';
import { words } from './own-pages/words/words.ts';
import type { AskedPrompt, CompanionAct, CompanionView } from '../../contract/schemas/companion-pages.ts';
import type { SiteQuestion } from '../../contract/schemas/web-agent.ts';
import type { HubState } from './own-pages/port-messages.ts';

begin('panel');
const head = el('header', { class: 'sph' });
const driver = el('section', { class: 'blk driver', at: { 'aria-label': words.driver.label } });
const asks = el('section', { class: 'blk q2', at: { 'aria-label': words.prompt.label } });
const site = el('section', { class: 'blk site', at: { 'aria-label': words.site.label } });
const alone = el('section', { class: 'blk site', at: { 'aria-label': words.site.alone } });
const chatHead = el('div', { class: 'line cvh' });
const thread = el('div', { class: 'thread', at: { role: 'log', 'aria-label': words.chat.messages, tabindex: '0' } });
const compose = el('div', { class: 'compose' });
const foot = el('footer', { class: 'spf' });
const fault = el('p', { class: 'note fault', at: { role: 'alert' } });
/** Which question is shown now, to those who do not see it come. */
const said = el('p', { class: 'vh', at: { role: 'status' } });
document.body.append(
  head,
  el(
    'main',
    { class: 'panel' },
    driver,
    fault,
    asks,
    site,
    alone,
    el('section', { class: 'cv', at: { 'aria-label': words.chat.label } }, chatHead, thread, compose),
  ),
  foot,
  said,
);

let view: CompanionView | null = null;
let hub: HubState = { kind: 'away', why: 'connecting' };
const left = new Map<string, string>();

const armed: Armed = new Armed(() => (promptCard.arm(), siteCard.arm()), { opensByItself: false });
const leave = (): void => {
  const shown = current()?.shown;
  if (shown) left.set(shown.id, shown.signature);
  drawAsks();
};
const promptCard = new PromptCard({ place: asks, armed, leave, answer: async answer => void (await act(answer)) });
const siteCard: QuestionCard = new QuestionCard({
  ...{ place: asks, armed, leave },
  answer: async answer => void (await act({ kind: 'answer-site', answer })),
});
const block = new SiteBlock({ place: site, act: one => void act(one).catch(tell) });
const aloneBlock = new AloneBlock(alone);
const chat: SideChat = new SideChat({ head: chatHead, thread, compose, foot, act, read: () => link.read() });
const link: OwnLink = new OwnLink({
  onView: (next, state) => {
    view = next;
    hub = state;
    draw();
  },
  onChat: event => chat.heard(event),
});
void followFrontTab(tab => {
  chat.follow(tab);
  aloneBlock.follow(tab);
  link.show(tab?.tabId ?? -1);
});
setInterval(() => {
  siteCard.tick(Date.now());
  promptCard.tick(Date.now());
}, 1_000);
setInterval(() => (drawDriver(), block.draw(), void aloneBlock.draw()), 10_000);
draw();

function act(one: CompanionAct): Promise<unknown> {
  redraw(fault);
  return link.act(one);
}

function tell(error: unknown): void {
  redraw(fault, faultText(error));
}

function draw(): void {
  drawHead();
  drawDriver();
  drawAsks();
  block.show(view?.site ?? null);
  site.hidden = view === null;
  aloneBlock.hubIs(view !== null);
  chat.show(view);
}

function drawHead(): void {
  const [tone, text] = hubWords();
  redraw(
    head,
    el('span', { class: 'brand' }, icon('ship')),
    el('span', { class: `st ${tone} grow` }, icon('dot', 'i12 filled'), text),
    view && view.hub.waiting > 0
      ? button(icon('alert', 'i12 filled'), showAsks, {
          ...{ class: 'btn ghost sm st attention', key: 'waiting' },
          at: {
            'aria-label': words.hub.showWaiting(view.hub.waiting),
            title: words.hub.showWaiting(view.hub.waiting),
            'data-count': String(view.hub.waiting),
          },
        })
      : null,
  );
}

/** Those that were left waiting too. What is about other tabs has its window, where it is a page's. */
function showAsks(): void {
  left.clear();
  drawAsks();
  if (asks.hidden) {
    link.tell({ kind: 'again' });
    redraw(fault, words.hub.elsewhere);
    return;
  }
  asks.scrollIntoView({ block: 'nearest' });
  asks.querySelector<HTMLElement>('[tabindex], button')?.focus();
}

function hubWords(): [string, string] {
  if (view) return [view.hub.mode === 'running' ? 'running' : 'paused', words.hub.modes[view.hub.mode]];
  if (hub.kind === 'away' && hub.why === 'connecting') return ['waiting', words.hub.connecting];
  if (hub.kind === 'away' && hub.why === 'not-let-in') return ['attention', words.hub.notLetIn];
  return ['stopped', words.hub.away];
}

function drawDriver(): void {
  redraw(driver, driverView(view, Date.now(), turn));
}

function turn(): void {
  const does = turnOf(view?.tab ?? null);
  if (does) void act({ kind: does }).catch(tell);
}

/** The oldest question that was not left waiting, of pages and of agents alike; `at` counts among all. */
function current() {
  if (!view) return null;
  const { questions, prompts } = view;
  const all = [
    ...questions.map(question => ({ ...idOf(question.id, question.version), at: question.askedAt, question })),
    ...prompts.map(asked => ({ ...idOf(asked.prompt.id, asked.prompt.call), at: asked.prompt.askedAt, asked })),
  ].toSorted((a, b) => a.at - b.at);
  const shown = all.find(({ id, signature }) => left.get(id) !== signature);
  return { shown, at: shown ? all.indexOf(shown) + 1 : 0, of: all.length };
}

function idOf(id: string, signature: string | number) {
  return { id, signature: String(signature) };
}

function drawAsks(): void {
  const now = current();
  const shown = now?.shown;
  asks.hidden = !shown;
  asks.classList.toggle('page-asks', shown !== undefined && 'question' in shown);
  const sentence = shown ? sentenceOf(shown) : '';
  if (said.textContent !== sentence) said.textContent = sentence;
  if (!now || !shown || !view) {
    siteCard.clear();
    promptCard.clear();
    return;
  }
  const counted = now.of > 1 ? words.ask.counted(now.at, now.of).replace(/^.*, /, '') : '';
  if ('question' in shown) {
    promptCard.clear();
    siteCard.show(shown.question, view);
  } else {
    siteCard.clear();
    promptCard.show(shown.asked, view.hub.locks, counted);
  }
}

function sentenceOf(shown: { readonly question: SiteQuestion } | { readonly asked: AskedPrompt }): string {
  if ('question' in shown) return `${words.ask.wants}: ${siteName(shown.question.origin)}`;
  return `${visibleText(shown.asked.asker.name)}${words.prompt.wants(actOf(shown.asked.prompt))}`;
}

/** Where text is typed, letters are text; Alt and the letter answers from there. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement || target instanceof HTMLSelectElement
  );
}

addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.isComposing) return;
  const typing = isTyping(event.target);
  if (event.key === 'Escape') {
    if (chat.isWriting && !current()?.shown) chat.stop();
    else if (typing) (event.target as HTMLElement).blur();
    else if (armed.takes(event)) leave();
    return;
  }
  if (typing && !(event.altKey && /^Key[AD]$/.test(event.code))) return;
  if (siteCard.pressed(event) || promptCard.pressed(event)) return event.preventDefault();
  if (event.altKey || typing) return;
  const key = event.key.toLowerCase();
  if (key === 't') turn();
  else if (key === 'n') chat.fresh();
  else return;
  event.preventDefault();
});
