// An answer that goes on is drawn where it goes on: what stands there already is the same element as before.
import { beforeEach, expect, test, vi } from 'vitest';
import { TurnView } from '../../../../../resources/extension/page-chat/turn-view.ts';
import type { PageChatTurn } from '../../../../../contract/schemas/web-agent.ts';

/** As much of an element as is asked for here. */
class PlayedElement {
  parent: PlayedElement | null = null;
  children: PlayedElement[] = [];
  text = '';
  className = '';
  readonly dataset = {};
  readonly attributes: Record<string, string> = {};
  readonly scrollHeight = 0;
  readonly scrollTop = 0;
  readonly clientHeight = 0;

  get lastElementChild() {
    return this.children.at(-1);
  }
  set textContent(text: string) {
    this.text = text;
  }
  append(...all: (PlayedElement | string)[]) {
    for (const one of all) {
      if (typeof one === 'string') this.text += one;
      else this.children.push(Object.assign(one, { parent: this }));
    }
  }
  remove() {
    if (this.parent) this.parent.children = this.parent.children.filter(each => each !== this);
  }
  replaceWith(next: PlayedElement) {
    if (this.parent) this.parent.children = this.parent.children.map(each => (each === this ? next : each));
    next.parent = this.parent;
  }
  querySelector() {
    return this.children.find(({ className }) => className.includes('thinks')) ?? null;
  }
  setAttribute(name: string, value: string) {
    this.attributes[name] = value;
  }
}

const answer = (text: string, running = true) =>
  ({ kind: 'answer', id: 'a', running, parts: [{ kind: 'text', text }] }) as unknown as PageChatTurn;

beforeEach(() => {
  vi.stubGlobal('chrome', { i18n: { getMessage: (name: string) => name } });
  vi.stubGlobal('document', { createElement: () => new PlayedElement() });
});

test('Text that comes in leaves the paragraphs before it as they are, and is read out once it is whole.', () => {
  const into = new PlayedElement();
  const view = new TurnView(into as unknown as HTMLElement);
  view.put(answer('First.\n\nSec'));
  const [article] = into.children;
  const said = article?.children[1];
  const [first, second] = said?.children ?? [];
  view.add('a', 0, 11, 'ond.');
  expect(into.children).toEqual([article]);
  expect(article?.children[1]).toBe(said);
  expect(said?.children[0]).toBe(first);
  expect(said?.children[1]).not.toBe(second);
  expect(said?.children[1]?.text).toBe('Second.');
  expect(article?.attributes['aria-busy']).toBe('true');
  view.put(answer('First.\n\nSecond.', false));
  expect(into.children).toEqual([article]);
  expect(said?.children[0]).toBe(first);
  expect(article?.attributes['aria-busy']).toBe('false');
});

test('An answer that thinks says so until it has something to say.', () => {
  const into = new PlayedElement();
  const view = new TurnView(into as unknown as HTMLElement);
  view.put({ kind: 'answer', id: 'a', running: true, parts: [] } as unknown as PageChatTurn);
  expect(into.children[0]?.children.map(({ text }) => text)).toEqual(['chatAssistant', 'chatThinks']);
  view.put(answer('Here.'));
  expect(into.children[0]?.children).toHaveLength(2);
  expect(into.children[0]?.children[1]?.children[0]?.text).toBe('Here.');
});
