// The turns of a chat as they stand in its panel, each marked with who speaks; text that comes in is added where it belongs.
import { drawMarked } from '../own-pages/marked-text.ts';
import type { PageChatTurn } from '../../../contract/schemas/web-agent.ts';

type Answer = Extract<PageChatTurn, { kind: 'answer' }>;
type Part = Answer['parts'][number];

const words = (name: string, of: string[] = []) => chrome.i18n.getMessage(name, of);

export class TurnView {
  readonly #into: HTMLElement;
  readonly #turns = new Map<string, PageChatTurn>();
  readonly #shown = new Map<string, HTMLElement>();

  constructor(into: HTMLElement) {
    this.#into = into;
  }

  get isWriting(): boolean {
    return [...this.#turns.values()].some(turn => turn.kind === 'answer' && turn.running);
  }

  get isWaiting(): boolean {
    return [...this.#turns.values()].some(
      turn => turn.kind === 'answer' && turn.parts.some(part => part.kind === 'call' && part.state === 'waiting'),
    );
  }

  /** All of them anew, after what the site itself says first. */
  show(turns: readonly PageChatTurn[], greeting: string | null, site: string): void {
    this.#turns.clear();
    this.#shown.clear();
    this.#into.replaceChildren();
    if (greeting !== null) this.#into.append(article('site', words('chatSiteSays', [site]), greeting));
    for (const turn of turns) this.put(turn);
  }

  put(turn: PageChatTurn): void {
    const before = this.#turns.get(turn.id);
    const shown = this.#shown.get(turn.id);
    this.#turns.set(turn.id, turn);
    this.#follow(() => {
      if (shown && before?.kind === 'answer' && turn.kind === 'answer') return redraw(shown, before, turn);
      const element = turn.kind === 'question' ? article('you', words('chatYou'), turn.text) : answerElement(turn);
      this.#shown.set(turn.id, element);
      if (shown) shown.replaceWith(element);
      else this.#into.append(element);
    });
  }

  /** `from` is where in the part it begins; what does not fit is of a turn that will come whole. */
  add(turnId: string, part: number, from: number, text: string): void {
    const turn = this.#turns.get(turnId);
    const known = turn?.kind === 'answer' ? turn.parts[part] : undefined;
    if (turn?.kind !== 'answer' || known?.kind !== 'text' || known.text.length !== from) return;
    const parts = turn.parts.map((one, at): Part => (at === part ? { kind: 'text', text: known.text + text } : one));
    this.put({ ...turn, parts });
  }

  /** Stays at the end where its reader is there. */
  #follow(change: () => void): void {
    const { scrollHeight, scrollTop, clientHeight } = this.#into;
    const isAtEnd = scrollHeight - scrollTop - clientHeight < 40;
    change();
    if (isAtEnd) this.#into.scrollTop = this.#into.scrollHeight;
  }
}

function article(who: 'you' | 'site' | 'assistant', head: string, text: string | null): HTMLElement {
  const element = document.createElement('article');
  element.className = who;
  const title = document.createElement('h2');
  title.textContent = head;
  element.append(title);
  if (text !== null) element.append(said(text));
  return element;
}

function said(text: string): HTMLElement {
  const element = document.createElement('div');
  element.className = 'said';
  drawMarked(text, element);
  return element;
}

function answerElement(answer: Answer): HTMLElement {
  const element = article('assistant', words('chatAssistant'), null);
  element.append(...answer.parts.map(partElement));
  follow(element, answer);
  return element;
}

/** Only what is other than before: who has it read out hears of that alone. */
function redraw(element: HTMLElement, before: Answer, answer: Answer): void {
  element.querySelector(':scope > .thinks')?.remove();
  // The first is its head.
  for (const [at, part] of answer.parts.entries()) {
    const known = before.parts[at];
    const shown = element.children[at + 1];
    if (!known || !shown) element.append(partElement(part));
    else if (known.kind === 'text' && part.kind === 'text') drawMarked(part.text, shown);
    else if (JSON.stringify(known) !== JSON.stringify(part)) shown.replaceWith(partElement(part));
  }
  while (element.children.length > answer.parts.length + 1) element.lastElementChild?.remove();
  follow(element, answer);
}

/** Whether more comes: until then nobody is read half a sentence. */
function follow(element: HTMLElement, { parts, running }: Answer): void {
  element.setAttribute('aria-busy', String(running));
  if (running && parts.length === 0) element.append(line('call thinks', words('chatThinks')));
}

function partElement(part: Part): HTMLElement {
  if (part.kind === 'text') return said(part.text);
  if (part.kind === 'end') return line('end', [words(`chatEnd_${part.why}`), part.text].filter(Boolean).join(' '));
  const element = line('call', words(`chatCall_${part.state}`, [part.tool]));
  element.dataset.state = part.state;
  return element;
}

function line(name: string, text: string): HTMLElement {
  const element = document.createElement('p');
  element.className = name;
  element.textContent = text;
  return element;
}
