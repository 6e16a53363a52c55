// The search over tools: local, ranked by BM25 over names, titles, descriptions and what their schemas say of arguments.
import { isRecord } from '../../../contract/json.ts';
import { listNameOf, offererOf } from './callable.ts';
import type { Callable } from './callable.ts';

/** How often each word stands in a tool's definition, a word of its name more than one of a description. */
interface Words {
  readonly counts: ReadonlyMap<string, number>;
  /** The sum of the counts. */
  readonly length: number;
  /** By which it may be called. */
  readonly names: readonly string[];
}

/** BM25's usual constants: how fast a word's count saturates, and how much a long definition loses. */
const saturation = 1.2;
const lengthLoss = 0.6;

const weights = { name: 5, title: 3, description: 2, schema: 1 } as const;
/** Of each of these texts no more is read: a server may write megabytes. */
const maxChars = 4_000;
const maxSchemaDepth = 6;
const maxQueryWords = 24;
/** Of the words of one tool, and of those that begin with a word of the query, no more count: a server may make them up. */
const maxWords = 400;
const maxForms = 50;
/** A word that stands nowhere may be the beginning of one. */
const minPrefixChars = 3;

export class ToolSearch {
  /** By the definition itself, which its server replaces when it changes. */
  readonly #known = new WeakMap<object, Words>();

  /** The best first; what shares no word with the query is left out. Only these tools count, also for how rare a word is. */
  search<T extends Callable>(among: readonly T[], query: string): T[] {
    const all = among.map(callable => ({ callable, words: this.#wordsOf(callable) }));
    const meanLength = all.reduce((sum, { words }) => sum + words.length, 0) / Math.max(1, all.length);
    const asked = [...new Set(wordsIn(query))].slice(0, maxQueryWords).map(word => spread(word, all));
    const name = query.trim();
    const scored = all.map(({ callable, words }) => {
      const long = 1 - lengthLoss + (lengthLoss * words.length) / Math.max(1, meanLength);
      const score = asked.reduce((sum, { forms, rarity }) => sum + rarity * weightOf(forms, words, long), 0);
      return { callable, score: words.names.includes(name) ? Infinity : score };
    });
    // Tools of one score keep their order.
    return scored
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => (a.score === b.score ? 0 : b.score - a.score))
      .map(({ callable }) => callable);
  }

  /** Reads the definitions, a few at a time, so that the first search of thousands holds nobody up. `rest` lets others go on. */
  async prepare(among: readonly Callable[], rest: () => Promise<unknown>): Promise<void> {
    for (const [at, callable] of among.entries()) {
      if (at % 50 === 49) await rest();
      this.#wordsOf(callable);
    }
  }

  #wordsOf(callable: Callable): Words {
    const known = this.#known.get(callable.tool);
    if (known) return known;
    const words = readWords(callable);
    this.#known.set(callable.tool, words);
    return words;
  }
}

/** The forms in which a word of the query stands in these tools, and how rare it is among them. */
function spread(word: string, all: readonly { readonly words: Words }[]) {
  const exact = all.filter(({ words }) => words.counts.has(word)).length;
  const forms = exact > 0 || word.length < minPrefixChars ? [word] : begunWith(word, all);
  const found = exact > 0 ? exact : all.filter(({ words }) => forms.some(form => words.counts.has(form))).length;
  return { forms, rarity: Math.log(1 + (all.length - found + 0.5) / (found + 0.5)) };
}

function begunWith(word: string, all: readonly { readonly words: Words }[]): string[] {
  const forms = new Set<string>();
  for (const { words } of all)
    for (const form of words.counts.keys()) {
      if (form.startsWith(word)) forms.add(form);
      if (forms.size === maxForms) return [...forms];
    }
  return [...forms];
}

function weightOf(forms: readonly string[], { counts }: Words, long: number): number {
  const count = forms.reduce((most, form) => Math.max(most, counts.get(form) ?? 0), 0);
  return count === 0 ? 0 : (count * (saturation + 1)) / (count + saturation * long);
}

function readWords(callable: Callable): Words {
  const { name, title, description, inputSchema } = callable.tool;
  const counts = new Map<string, number>();
  const read = (text: unknown, weight: number) => {
    if (typeof text !== 'string') return;
    for (const word of wordsIn(text.slice(0, maxChars)))
      if (counts.size < maxWords || counts.has(word)) counts.set(word, (counts.get(word) ?? 0) + weight);
  };
  read(callable.kind === 'browser' ? name : `${offererOf(callable)} ${name}`, weights.name);
  read(title, weights.title);
  read(description, weights.description);
  read(schemaText(inputSchema, maxSchemaDepth).slice(0, maxChars), weights.schema);
  const length = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return { counts, length, names: [callable.id, listNameOf(callable), name] };
}

/** Names of arguments with their descriptions and the values that they may have, at every depth. */
function schemaText(schema: unknown, depth: number): string {
  if (!isRecord(schema) || depth === 0) return '';
  const { description, properties, items, enum: values } = schema;
  const own = [description, ...(Array.isArray(values) ? values.slice(0, 50) : [])].filter(
    text => typeof text === 'string',
  );
  const inner = isRecord(properties)
    ? Object.entries(properties).map(([name, value]) => `${name} ${schemaText(value, depth - 1)}`)
    : [];
  return [...own, ...inner, schemaText(items, depth - 1)].join(' ');
}

/** Words in one form: apart at `_` and between cases, small, without accents, without the plural's s; of scripts without spaces, pairs. */
function wordsIn(text: string): string[] {
  // Most definitions are plain, which is read many times as fast.
  if (!/[^\0-\x7f]/.test(text))
    return (
      text
        .replace(/([a-z\d])([A-Z])/g, '$1 $2')
        .toLowerCase()
        .match(/[a-z\d]+/g) ?? []
    ).map(singular);
  const parts = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|[\p{L}\p{N}]+/gu);
  return (parts ?? []).flatMap(part => (isUnspaced(part) ? pairsIn(part) : [singular(part)]));
}

function isUnspaced(part: string): boolean {
  return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(part);
}

function pairsIn(part: string): string[] {
  const chars = [...part];
  return chars.length < 2 ? chars : chars.slice(1).map((char, at) => `${chars[at]}${char}`);
}

function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}
