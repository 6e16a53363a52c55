// A question of an agent about the tab in front, compact: what it wants, with the sentence that will be kept as the form.
import { scopes } from '../../../contract/permissions.ts';
import { firstChoice, lifetimeDigits, offeredLifetimes, shownWaits } from '../../../contract/prompt-choice.ts';
import { cutEnd, visibleLines, visibleText } from '../../../contract/visible-text.ts';
import { button, el, foreign, redraw } from './dom.ts';
import { letterOf } from './site-question.ts';
import { faultText } from './words/fault-words.ts';
import { countdown, words } from './words/words.ts';
import type { Breadth, Lifetime } from '../../../contract/permissions.ts';
import type { AskedPrompt, CompanionAct } from '../../../contract/schemas/companion-pages.ts';
import type { Prompt } from '../../../contract/schemas/permissions.ts';
import type { Armed } from './armed.ts';

export type PromptAnswer = Extract<CompanionAct, { kind: 'answer-prompt' }>;

export interface PromptOptions {
  readonly place: HTMLElement;
  readonly armed: Armed;
  readonly answer: (answer: PromptAnswer) => Promise<void>;
  readonly leave: () => void;
}

const stayMs = 120_000;

export class PromptCard {
  readonly #options: PromptOptions;
  #asked: AskedPrompt | null = null;
  #locks = false;
  #counted = '';
  #breadth: Breadth = 'tool';
  #lifetime: Lifetime = 'use';
  #isSent = false;
  #fault: string | null = null;

  constructor(options: PromptOptions) {
    this.#options = options;
  }

  show(asked: AskedPrompt, locks: boolean, counted: string): void {
    const isOther = signatureOf(asked) !== (this.#asked && signatureOf(this.#asked));
    if (isOther) {
      ({ breadth: this.#breadth, lifetime: this.#lifetime } = firstChoice([asked.prompt]));
      this.#isSent = false;
      this.#fault = null;
    }
    this.#asked = asked;
    this.#locks = locks;
    this.#counted = counted;
    this.#options.armed.show(signatureOf(asked));
    this.draw();
  }

  clear(): void {
    this.#asked = null;
  }

  /** A key that is its; false for every other one. */
  pressed(event: KeyboardEvent): boolean {
    if (!this.#asked || event.ctrlKey || event.metaKey) return false;
    const key = letterOf(event);
    const lifetime = this.#lifetimes().find(each => lifetimeDigits[each] === key);
    if (key === 'a') this.#answer('allow', event);
    else if (key === 'd') this.#answer('deny', event);
    else if (key === 'escape') this.#press(event, this.#options.leave);
    else if (lifetime) this.#press(event, () => this.#choose(lifetime));
    else return false;
    return true;
  }

  /** Meant for what stood there before, they would change what an answer means, or put the question away. */
  #press(event: KeyboardEvent, act: () => void): void {
    if (this.#options.armed.takes(event)) act();
  }

  #choose(lifetime: Lifetime): void {
    this.#lifetime = lifetime;
    this.draw();
  }

  tick(now: number): void {
    if (!this.#asked) return;
    const left = this.#asked.prompt.expiresAt - now;
    const time = this.#options.place.querySelector('[data-time]');
    if (time) time.textContent = words.ask.refusedIn(countdown(left));
    const bar = this.#options.place.querySelector<HTMLElement>('.ttl i');
    if (bar) bar.style.width = `${Math.max(0, Math.min(100, (left / stayMs) * 100))}%`;
  }

  arm(): void {
    const isDead = !this.#options.armed.isArmed || this.#isSent;
    for (const each of this.#options.place.querySelectorAll('[data-effect]'))
      each.setAttribute('aria-disabled', String(isDead));
  }

  draw(): void {
    if (!this.#asked) return;
    const { prompt, asker } = this.#asked;
    const act = actOf(prompt);
    const { risk } = scopes[prompt.scope];
    const others = prompt.calls - 1;
    redraw(
      this.#options.place,
      el(
        'article',
        { class: 'qcard', at: { role: 'group', 'aria-labelledby': 'asked' } },
        el(
          'div',
          { class: 'q' },
          el('p', { class: 'asked', at: { id: 'asked' } }, foreign(visibleText(asker.name)), words.prompt.wants(act)),
          el(
            'p',
            { class: 'line xs' },
            el('span', { class: `risk ${risk}` }, words.prompt.risk[risk]),
            el('span', { class: 'mm' }, this.#counted),
            el('span', { class: 'grow' }),
            el('span', { class: 'mm', at: { 'data-time': '', role: 'timer' } }),
          ),
        ),
        factsOf(prompt),
        others > 0 ? el('p', { class: 'note' }, words.prompt.also(others)) : null,
        shownWaits(prompt) ? null : el('p', { class: 'note' }, words.prompt.told),
        this.#kept(prompt),
        this.#fault === null ? null : el('p', { class: 'note fault', at: { role: 'alert' } }, this.#fault),
        this.#buttons(),
        el('div', { class: 'ttl', at: { 'aria-hidden': 'true' } }, el('i')),
      ),
    );
    this.tick(Date.now());
    this.arm();
  }

  #lifetimes(): Lifetime[] {
    return this.#asked
      ? offeredLifetimes({ locks: this.#locks, waits: shownWaits(this.#asked.prompt), elsewhere: false })
      : [];
  }

  #kept(prompt: Prompt): HTMLElement {
    const tool = cutEnd(visibleText(prompt.tool), 30);
    const breadths = prompt.breadths.map(each => [each, words.prompt.breadths[each](tool)] as const);
    const lifetimes = this.#lifetimes().map(each => [each, words.prompt.lifetimes[each]] as const);
    return el(
      'div',
      { class: 'kept' },
      el('span', {}, words.how.keptAs),
      choice(words.prompt.howMuch, breadths, this.#breadth, next => {
        this.#breadth = next;
      }),
      choice(words.prompt.howLong, lifetimes, this.#lifetime, next => {
        this.#lifetime = next;
      }),
    );
  }

  #buttons(): HTMLElement {
    const answers = (effect: PromptAnswer['effect'], label: string, keycap: string, look: string) =>
      button(label, event => this.#answer(effect, event), {
        ...{ class: `btn ${look}`, keycap, key: effect },
        at: { 'data-effect': effect, 'aria-disabled': 'true' },
      });
    return el(
      'div',
      { class: 'go' },
      answers('deny', words.answer.deny, 'D', 'danger'),
      answers('allow', words.answer.allow, 'A', 'main-b'),
      el('span', { class: 'grow' }),
      button(words.answer.leave, () => this.#options.leave(), { class: 'link', key: 'leave' }),
    );
  }

  #answer(effect: PromptAnswer['effect'], event: Event): void {
    const asked = this.#asked;
    if (!asked || this.#isSent || !this.#options.armed.takes(event)) return;
    this.#isSent = true;
    this.arm();
    const { id: promptId, call } = asked.prompt;
    const kept = { lifetime: this.#lifetime, breadth: this.#breadth };
    this.#options.answer({ kind: 'answer-prompt', promptId, call, effect, ...kept }).catch((error: unknown) => {
      this.#isSent = false;
      this.#fault = faultText(error);
      this.draw();
    });
  }
}

/** What it wants to do: `read this page`. */
export function actOf({ scope, tool }: Prompt): string {
  return words.prompt.acts[scope] ?? words.prompt.otherAct(visibleText(tool));
}

function signatureOf({ prompt }: AskedPrompt): string {
  return JSON.stringify([prompt.id, prompt.call, prompt.asks.map(({ call }) => call), shownWaits(prompt)]);
}

/** What it would act on, as the page names it, else its arguments. */
function factsOf({ tool, description, argumentsText, argumentsChars }: Prompt): HTMLElement {
  const elements = (description?.elements ?? []).flatMap(element => (element ? [element] : []));
  const what = elements.map(({ role, name }) =>
    el('dd', {}, `${visibleText(role)} `, el('b', {}, '“', foreign(visibleText(name)), '”')),
  );
  const cut = argumentsChars > argumentsText.length ? words.prompt.cut(argumentsChars) : '';
  return el(
    'dl',
    { class: 'facts' },
    el('dt', {}, words.prompt.tool),
    el('dd', {}, foreign(visibleText(tool), { class: 'mono' })),
    ...(what.length > 0 ? [el('dt', {}, words.prompt.what), ...what] : []),
    el('dt', {}, words.prompt.arguments),
    el(
      'dd',
      { class: 'code', at: { tabindex: '0', 'data-scroll': 'arguments' } },
      foreign(visibleLines(argumentsText)),
      cut === '' ? null : el('span', { class: 'mm' }, ` ${cut}`),
    ),
  );
}

function choice<T extends string>(
  label: string,
  options: readonly (readonly [T, string])[],
  chosen: T,
  choose: (next: T) => void,
): HTMLElement {
  const field = el('select', { class: 'sel', key: label, at: { 'aria-label': label } });
  for (const [value, text] of options) {
    const option = el('option', { at: { value } }, text);
    option.selected = value === chosen;
    field.append(option);
  }
  field.addEventListener('change', () => choose(field.value as T));
  return field;
}
