// A page's question as it is answered: whose it is, what it says, what it would get, which tools, for how long, and the answers. In a window of
// its own or, compact, in the side panel.
import { visibleText } from '../../../contract/visible-text.ts';
import { button, el, foreign, redraw } from './dom.ts';
import { siteName } from './origin-view.ts';
import { questionHead, questionReason, questionTab } from './question-head.ts';
import { scopeRows } from './scope-rows.ts';
import { ToolTicks, toolBoxes } from './tool-boxes.ts';
import { faultText } from './words/fault-words.ts';
import { countdown, words } from './words/words.ts';
import type { CompanionView } from '../../../contract/schemas/companion-pages.ts';
import type { SiteAnswer, SiteQuestion } from '../../../contract/schemas/web-agent.ts';
import type { Armed } from './armed.ts';

export interface QuestionOptions {
  readonly place: HTMLElement;
  readonly armed: Armed;
  readonly answer: (answer: SiteAnswer) => Promise<void>;
  readonly leave: () => void;
}

type Effect = SiteAnswer['effect'];
type Lifetime = SiteAnswer['lifetime'];

/** A question stays two minutes after what was asked last. */
const stayMs = 120_000;

export class QuestionCard {
  readonly #options: QuestionOptions;
  #question: SiteQuestion | null = null;
  #view: Pick<CompanionView, 'models' | 'hub'> | null = null;
  #ticks = new ToolTicks(null);
  #lifetime: Lifetime = 'once';
  #isSent = false;
  /** What became of the last answer, where nothing did. */
  #fault: string | null = null;

  constructor(options: QuestionOptions) {
    this.#options = options;
  }

  get question(): SiteQuestion | null {
    return this.#question;
  }

  show(question: SiteQuestion, view: Pick<CompanionView, 'models' | 'hub'>): void {
    if (this.#question?.id !== question.id) {
      this.#ticks = new ToolTicks(question.tools);
      this.#lifetime = 'once';
      this.#fault = null;
    }
    if (this.#question?.id !== question.id || this.#question.version !== question.version) this.#isSent = false;
    this.#question = question;
    this.#view = view;
    this.#options.armed.show(`${question.id} ${question.version}`);
    this.draw();
  }

  clear(): void {
    if (!this.#question) return;
    this.#question = null;
    redraw(this.#options.place);
  }

  /** A key that is its; false for every other one. */
  pressed(event: KeyboardEvent): boolean {
    if (!this.#question || event.ctrlKey || event.metaKey) return false;
    const key = letterOf(event);
    if (key === 'a') this.#answer('allow', event);
    else if (key === 'd') this.#answer('deny', event);
    else if (key === '1' || key === '5' || key === 'escape') this.#press(key, event);
    else return false;
    return true;
  }

  /** Once a second, and where answers begin to count or cease to. */
  tick(now: number): void {
    const question = this.#question;
    if (!question) return;
    const left = question.expiresAt - now;
    for (const place of document.querySelectorAll('[data-time]'))
      place.textContent = words.ask.refusedIn(countdown(left));
    const bar = this.#options.place.querySelector<HTMLElement>('.ttl i');
    if (bar) bar.style.width = `${Math.max(0, Math.min(100, (left / stayMs) * 100))}%`;
  }

  arm(): void {
    for (const each of this.#options.place.querySelectorAll<HTMLButtonElement>('.gob [data-effect]'))
      each.setAttribute('aria-disabled', String(!this.#mayAnswer()));
  }

  draw(): void {
    const [question, view] = [this.#question, this.#view];
    if (!question || !view) return;
    const ticked = this.#ticks.ticked(question.tools);
    const changed = () => this.draw();
    redraw(
      this.#options.place,
      questionHead(question, view.hub.browser),
      questionReason(question.reason),
      scopeRows(question, ticked, view.models),
      question.tools && toolBoxes({ tools: question.tools, ticks: this.#ticks, changed }),
      this.#howLong(question),
      this.#kept(question, ticked.length),
      this.#fault === null ? null : el('p', { class: 'say fault', at: { role: 'alert' } }, this.#fault),
      this.#buttons(),
      el('div', { class: 'ttl', at: { 'aria-hidden': 'true' } }, el('i')),
    );
    this.tick(Date.now());
    this.arm();
  }

  #mayAnswer(): boolean {
    return this.#options.armed.isArmed && !this.#isSent;
  }

  /** In the middle of a word that is typed elsewhere they would change what an answer means, or put the question away. */
  #press(key: '1' | '5' | 'escape', event: KeyboardEvent): void {
    if (!this.#options.armed.takes(event)) return;
    if (key === 'escape') this.#options.leave();
    else this.#choose(key === '1' ? 'once' : 'always');
  }

  #choose(lifetime: Lifetime): void {
    this.#lifetime = lifetime;
    this.draw();
  }

  #answer(effect: Effect, event: Event): void {
    const question = this.#question;
    if (!question || this.#isSent || !this.#options.armed.takes(event)) return;
    this.#isSent = true;
    this.arm();
    const { id, version, scopes } = question;
    const tools = effect === 'allow' ? this.#ticks.ticked(question.tools).map(tool => tool.id) : [];
    const asked = scopes.map(({ scope }) => scope);
    this.#options
      .answer({ id, version, effect, lifetime: this.#lifetime, scopes: asked, tools })
      .catch((error: unknown) => {
        this.#isSent = false;
        this.#fault = faultText(error);
        this.draw();
      });
  }

  #howLong(question: SiteQuestion): HTMLElement {
    const site = siteName(question.origin);
    const isOnce = this.#lifetime === 'once';
    const radio = (lifetime: Lifetime, label: string, digit: string) => {
      const is = this.#lifetime === lifetime;
      const made = button(label, () => this.#choose(lifetime), {
        class: 'option',
        key: `how ${lifetime}`,
        at: { role: 'radio', 'aria-checked': String(is), tabindex: is ? '0' : '-1', 'aria-keyshortcuts': digit },
      });
      made.prepend(el('kbd', { class: 'key', at: { 'aria-hidden': 'true' } }, digit));
      return made;
    };
    const group = el(
      'div',
      {
        class: 'seg',
        at: { role: 'radiogroup', 'aria-label': words.how.head },
        on: {
          keydown: event => {
            if (!(event instanceof KeyboardEvent) || !event.key.startsWith('Arrow')) return;
            event.preventDefault();
            this.#choose(isOnce ? 'always' : 'once');
            this.#options.place.querySelector<HTMLElement>('[role="radio"][aria-checked="true"]')?.focus();
          },
        },
      },
      radio('once', words.how.once, '1'),
      radio('always', words.how.always, '5'),
    );
    const said = isOnce ? words.how.onceText(questionTab(question), site) : words.how.alwaysText(site);
    return el('section', { class: 'len' }, group, el('span', { class: 'mm xxs foreign' }, said));
  }

  #kept({ origin, scopes, tools }: SiteQuestion, ticked: number): HTMLElement {
    const kept = words.how.kept({
      origin: visibleText(origin),
      scopes: scopes.length,
      tools: tools === null ? null : ticked,
      isOnce: this.#lifetime === 'once',
    });
    return el('p', { class: 'say' }, words.how.keptAs, foreign(kept, { class: 'kept-text' }));
  }

  #buttons(): HTMLElement {
    const answers = (effect: Effect, label: string, keycap: string, look: string) =>
      button(label, event => this.#answer(effect, event), {
        ...{ class: `btn ${look}`, keycap, key: effect },
        at: { 'data-effect': effect, 'aria-disabled': 'true' },
      });
    return el(
      'div',
      { class: 'gob' },
      answers('deny', words.answer.deny, 'D', 'danger'),
      answers('allow', words.answer.allow, 'A', 'main-b'),
      el('span', { class: 'grow' }),
      button(words.answer.leave, () => this.#options.leave(), { class: 'btn ghost', keycap: 'Esc', key: 'leave' }),
    );
  }
}

/** With Alt some keyboards produce other letters, so the position of the key counts. */
export function letterOf({ altKey, code, key }: KeyboardEvent): string {
  return (altKey ? code.replace(/^Key/, '') : key).toLowerCase();
}
