// The language of the panel: every word that a person reads goes through `t`, which knows its text in the chosen language.
//
// How to use it. The English text is the source and the key; the German one stands in `de/<area>.ts`, one file per area:
//
//   t('Endpoints')                                              words; also at module level, in tables of words
//   t('Revoke {name}', { name })                                a value; text from outside is put in as it is
//   t('{count, plural, =0 {no tabs} one {# tab} other {# tabs}}', { count })    counts; never `+ 's'`, never joined parts
//   tIn('verb', 'Open')                                         where one English word needs several German ones
//   tParts('{who} calls {tool}', { who: part, tool: part })     the pieces of a sentence: texts, and your values untouched
//   midSentence(t('Read-only'))                                 a word that stood alone, within a sentence: lower case in English
//   <Say text="Give {tab} to {agent}" values={{ tab: <b>…</b>, agent: <Foreign … /> }} />    a sentence that holds elements
//
// The first argument is always a literal: `catalogue.test.ts` reads it from the sources and asks for its German text, with
// the same placeholders, under the same key (for `tIn` the key is `verb|Open`). Whole sentences only: what is cut into pieces,
// lower-cased or given an "s" afterwards cannot be translated. A switch of language reloads the page, so nothing here changes
// while it is shown. In ICU messages `'{'` writes a brace; other apostrophes are plain.
import { i18n, type Messages } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { languageChoices } from '../../contract/desktop.ts';
import type { LanguageChoice } from '../../contract/schemas/desktop.ts';

export type Language = 'en' | 'de';
/** What a message is filled with; Lingui writes numbers as the language does only after `#` and `{n, number}`. */
export type Values = Readonly<Record<string, string | number>>;

const keyName = 'pilothouse.language';

/** The language of this page, from its first line to its last. */
export const language: Language = chosenLanguage(readLanguage());

/** For `Intl`: how this language writes figures. */
export const locale = { en: 'en-US', de: 'de-DE' }[language];

i18n.setMessagesCompiler(rememberCompiled());
i18n.load(language, await loadMessages());
i18n.activate(language, [locale]);
if (typeof document !== 'undefined') document.documentElement.lang = language;

/** The text of `message` (ICU MessageFormat, English) in the chosen language, with `values` put in. */
export function t(message: string, values?: Values): string {
  return say(message, message, values);
}

/** The same for a message that means several things: `context` tells which, and is part of its key. */
export function tIn(context: string, message: string, values?: Values): string {
  return say(`${context}|${message}`, message, values);
}

/** Private-use characters: they stand around a name only here, because no value but a number goes through the message. */
const marked = /\ue000([^\ue001]*)\ue001/;

/** The sentence in pieces: its own words as text, and each value where it stands. Numbers count, and become text. */
export function tParts<T>(message: string, values: Readonly<Record<string, T | number>>): (T | string)[] {
  const marks = Object.entries(values).map(
    ([name, value]) => [name, typeof value === 'number' ? value : `\ue000${name}\ue001`] as const,
  );
  const pieces = say(message, message, Object.fromEntries(marks)).split(marked);
  return pieces.map((piece, at) => (at % 2 === 0 ? piece : (values[piece] as T))).filter(piece => piece !== '');
}

/** Only English writes the words of the interface smaller inside a sentence; German nouns keep their capital. */
export function midSentence(text: string): string {
  return language === 'en' ? text.toLowerCase() : text;
}

function say(key: string, message: string, values?: Values): string {
  if (values === undefined && !message.includes('{')) {
    const text: unknown = Object.hasOwn(i18n.messages, key) ? i18n.messages[key] : message;
    if (typeof text === 'string') return text;
  }
  return i18n._(key, values && withBackslashes(values), { message });
}

/**
 * Lingui decodes `\u0041` in the finished sentence, also where a page's title brought it. Written as `\x5c`, a backslash comes out
 * as itself.
 */
function withBackslashes(values: Values): Values {
  const entries = Object.entries(values);
  if (!entries.some(([, value]) => typeof value === 'string' && value.includes('\\'))) return values;
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'string' ? value.replaceAll('\\', '\\x5c') : value]),
  );
}

/** Lingui would parse a message at each use. There are as many as there are literals in the sources. */
function rememberCompiled(): typeof compileMessage {
  const compiled = new Map<string, ReturnType<typeof compileMessage>>();
  return message => {
    const known = compiled.get(message) ?? compileMessage(message);
    compiled.set(message, known);
    return known;
  };
}

/** English needs no catalogue; German comes as a file of its own, which an English start never loads. */
async function loadMessages(): Promise<Messages> {
  if (language === 'en') return {};
  const { german } = await import('./de/index.ts');
  return { ...german };
}

/** The user's choice, kept in this browser. */
export function readLanguage(): LanguageChoice {
  const kept = typeof document === 'undefined' ? null : localStorage.getItem(keyName);
  return languageChoices.find(choice => choice === kept) ?? 'system';
}

/** Keeps the choice; where that changes the language, the page is loaded again. */
export function chooseLanguage(choice: LanguageChoice): void {
  if (choice === 'system') localStorage.removeItem(keyName);
  else localStorage.setItem(keyName, choice);
  if (chosenLanguage(choice) !== language) window.location.reload();
}

/** Without a page, as in a unit test, there is no system to follow. */
function chosenLanguage(choice: LanguageChoice): Language {
  if (choice !== 'system') return choice;
  return typeof document !== 'undefined' && navigator.language.toLowerCase().startsWith('de') ? 'de' : 'en';
}
