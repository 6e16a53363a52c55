// Finds what a German panel still says in English: messages of the catalogue, words that only English has, and what the hub says.
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { german } from '../../renderer/words/de/index.ts';
import { inEnglish } from '../../words/english.ts';
import { everyReason } from '../support/every-reason.ts';
import { englishWordsIn } from '../support/own-english.ts';
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

/** What the hub says in English, by the longest piece of each sentence: in German that is no text from outside, wherever it stands. */
const hubSentences = everyReason()
  .filter(({ kind }) => kind !== 'foreign' && kind !== 'several')
  .map(
    reason =>
      inEnglish(reason)
        .split(/‹[^›]*›|\b7\b/)
        .toSorted((a, b) => b.length - a.length)[0] ?? '',
  )
  .filter(piece => letters(piece) >= 12);

/**
 * Texts and spoken attributes of the page that stand there in English, each once. `saidByOthers` is what others said in English: an
 * attribute cannot set it apart.
 */
export async function englishLeft(page: Page, saidByOthers: readonly string[] = []): Promise<string[]> {
  const ours = (text: string) => saidByOthers.reduce((rest, said) => rest.replaceAll(said, '…'), text);
  const found = await page.evaluate(collectTexts);
  const texts = found.map(({ text, from }) => ({ text: ours(text), from }));
  return [...new Set(texts.filter(isLeft).map(({ text }) => text))];
}

/** Most texts stand on every screen, and thousands of messages are to be looked through for each. */
const known = new Map<string, boolean>();

function isLeft({ text, from }: Found): boolean {
  const key = `${from} ${text}`;
  const left =
    known.get(key) ?? { outside: isOfHub, choice: isOfCatalogue, us: isEnglish, log: () => false }[from](text);
  known.set(key, left);
  return left;
}

function isEnglish(text: string): boolean {
  return isOfCatalogue(text) || englishWordsIn(text).length > 0 || isOfHub(text);
}

/** What is chosen from may be a text from outside, which an option cannot set apart. */
function isOfCatalogue(text: string): boolean {
  return !allGerman.test(text) && messages.some(({ english }) => english.test(text));
}

function isOfHub(text: string): boolean {
  return hubSentences.some(piece => text.includes(piece));
}

interface Found {
  readonly text: string;
  readonly from: 'us' | 'choice' | 'outside' | 'log';
}

/** Runs in the page. Text from outside stands in elements of the class `foreign`, in code, or in fields. */
function collectTexts(): Found[] {
  const from = (node: Element | null) => {
    // A server's log is shown as it stands in its file, whose language is English.
    if (node?.closest('.from-hub')) return 'log';
    if (node?.closest('.foreign, bdi, code, pre, .mono')) return 'outside';
    return node?.closest('option') ? 'choice' : 'us';
  };
  const found: Found[] = [{ text: document.title.replace(/^\(\d+\) /, '').replace(' · Pilothouse', ''), from: 'us' }];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    found.push({ text: node.textContent ?? '', from: from(node.parentElement) });
  const spoken = ['title', 'aria-label', 'aria-description', 'placeholder', 'alt'];
  for (const element of document.body.querySelectorAll(spoken.map(name => `[${name}]`).join())) {
    for (const name of spoken) found.push({ text: element.getAttribute(name) ?? '', from: from(element) });
  }
  // A table says the same in each of its rows; what is told once need not come out of the page a hundred times.
  const once = new Map<string, Found>();
  for (const { text, from } of found) {
    const said = { text: text.replaceAll('\u00a0', ' ').trim(), from };
    if (/\p{L}{2}/u.test(said.text)) once.set(`${from} ${said.text}`, said);
  }
  return [...once.values()];
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
