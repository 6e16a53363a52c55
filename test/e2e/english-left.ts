// Finds what a German panel still says in English: texts of the page that are messages of the catalogue in their English form.
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { german } from '../../renderer/words/de/index.ts';
import type { Page } from 'playwright';

interface Said {
  readonly key: string;
  readonly english: RegExp;
}

/** Every message whose German differs. What a German text says too is no English. */
const messages: readonly Said[] = Object.entries(german).flatMap(([key, text]) => {
  const message = key.slice(key.indexOf('|') + 1);
  const pattern = patternOf(message);
  // The names of types stand for what a tool calls its arguments, too: `text` is both.
  const isType = key.startsWith('type|');
  return text === message || isType || letters(pattern) < 4 ? [] : [{ key, english: new RegExp(`^${pattern}$`, 'u') }];
});
const allGerman = new RegExp(
  `^(?:${Object.values(german)
    .map(patternOf)
    .filter(pattern => letters(pattern) >= 2)
    .join('|')})$`,
  'u',
);

/** Texts and spoken attributes of the page that stand there in English, each once. */
export async function englishLeft(page: Page): Promise<string[]> {
  const texts = await page.evaluate(collectTexts);
  return [...new Set(texts)].filter(
    text => !allGerman.test(text) && messages.some(({ english }) => english.test(text)),
  );
}

/** Runs in the page. Text from outside stands in elements of the class `foreign`, in code, or in fields. */
function collectTexts(): string[] {
  const isForeign = (node: Element | null) => node?.closest('.foreign, bdi, code, pre, .mono, option') != null;
  const found: string[] = [document.title.replace(/^\(\d+\) /, '').replace(' · Pilothouse', '')];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!isForeign(node.parentElement)) found.push(node.textContent ?? '');
  }
  for (const element of document.body.querySelectorAll('[title], [aria-label], [placeholder]')) {
    if (isForeign(element)) continue;
    for (const name of ['title', 'aria-label', 'placeholder']) found.push(element.getAttribute(name) ?? '');
  }
  return found.map(text => text.replaceAll('\u00a0', ' ').trim()).filter(text => /\p{L}{2}/u.test(text));
}

function letters(pattern: string): number {
  return pattern.replace(/\\.|\.\+/g, '').match(/\p{L}/gu)?.length ?? 0;
}

/** A message as a regular expression: its words to the letter, anything in place of its values. */
function patternOf(message: string): string {
  return tokensPattern(compileMessageOrThrow(message));
}

function tokensPattern(tokens: unknown): string {
  if (!Array.isArray(tokens)) return literal(String(tokens));
  return (tokens as unknown[]).map(tokenPattern).join('');
}

function tokenPattern(token: unknown): string {
  if (!Array.isArray(token)) return token === '#' ? '[\\d.,]+' : literal(String(token));
  const [, kind, cases] = token as [string, string?, Record<string, unknown>?];
  if (kind !== 'plural' && kind !== 'selectordinal' && kind !== 'select') return '.+';
  const choices = Object.entries(cases ?? {}).filter(([name]) => name !== 'offset');
  return `(?:${choices.map(([, choice]) => tokensPattern(choice)).join('|')})`;
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
