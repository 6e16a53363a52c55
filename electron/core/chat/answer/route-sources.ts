// Which sources of tools a question gets: by the words that it shares with the names and descriptions of their tools.
import type { ChatSource } from '../../../../contract/schemas/chat.ts';

/** What is known of a source before a question is asked. */
export interface SourceFacts extends Pick<ChatSource, 'id' | 'kind' | 'name' | 'isRunning'> {
  readonly tools: readonly { readonly name: string; readonly description: string }[];
  /** It works on files, so it is of use where one is attached. */
  readonly readsFiles: boolean;
}

export interface Routing {
  readonly servers: 'picked' | 'all' | 'chosen';
  readonly chosen: readonly string[];
}

const exactScore = 1;
const partialScore = 0.5;
/** A shorter word is part of too many others. */
const minPartialChars = 4;
/** Of a question so many different words are looked at, of a description so many characters. */
const maxWords = 200;
const maxDescriptionChars = 2_000;
const maxShownWords = 5;

/** In the order of `sources`. With `picked`: those that a word hits exactly, else those hit in part, else all; of those that can be used now. */
export function routeSources(
  sources: readonly SourceFacts[],
  question: string,
  hasFiles: boolean,
  { servers, chosen }: Routing,
): ChatSource[] {
  const asked = [...wordsOf(question)].slice(0, maxWords);
  const scored = sources.map(source => scoreOf(source, asked, hasFiles));
  const usable = scored.filter(isUsable);
  const best = Math.max(0, ...usable.map(({ score, byFile }) => (byFile ? exactScore : score)));
  const least = best >= exactScore ? exactScore : best;
  return scored.map(one => {
    if (servers === 'chosen') {
      const picked = chosen.includes(one.id);
      return { ...one, picked, because: picked ? 'chosen' : 'none' };
    }
    if (!isUsable(one)) return { ...one, picked: false, because: 'none' };
    if (servers === 'all') return { ...one, picked: true, because: 'all' };
    if (best === 0) return { ...one, picked: true, because: 'no-hit' };
    const picked = one.byFile || one.score >= least;
    return { ...one, picked, because: picked ? 'hit' : 'none' };
  });
}

function isUsable({ isRunning, tools }: Scored): boolean {
  return isRunning && tools > 0;
}

type Scored = Omit<ChatSource, 'picked' | 'because'>;

function scoreOf(source: SourceFacts, asked: readonly string[], hasFiles: boolean): Scored {
  const { id, kind, name, isRunning, tools, readsFiles } = source;
  const known = knownWords(source);
  const hits = asked.flatMap(word => {
    if (known.has(word)) return [{ word, score: exactScore }];
    return isPartOfOne(word, known) ? [{ word, score: partialScore }] : [];
  });
  const best = hits.toSorted((one, other) => other.score - one.score).map(({ word }) => word);
  return {
    id,
    kind,
    name,
    tools: tools.length,
    isRunning,
    score: hits.reduce((sum, { score }) => sum + score, 0),
    words: best.slice(0, maxShownWords),
    byFile: hasFiles && readsFiles,
  };
}

/** `invoice` is a part of `invoices`, as `invoices` has `invoice` in it. */
function isPartOfOne(word: string, known: ReadonlySet<string>): boolean {
  if (word.length < minPartialChars) return false;
  for (const one of known) if (one.length >= minPartialChars && (one.includes(word) || word.includes(one))) return true;
  return false;
}

function knownWords({ id, name, tools }: SourceFacts): ReadonlySet<string> {
  const described = tools.map(tool => `${tool.name} ${tool.description.slice(0, maxDescriptionChars)}`);
  return wordsOf([id, name, ...described].join(' '));
}

/** Small, apart at `_` and between cases, without those that tell nothing. */
function wordsOf(text: string): Set<string> {
  const parts = text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return new Set((parts ?? []).filter(word => word.length >= 2 && !stopWords.has(word)));
}

const stopWords: ReadonlySet<string> = new Set(
  `a an the is are was were be been being have has had do does did will would could should may might must shall can need
  to of in for on with at by from as into through during before after above below between and but or nor so yet both either
  neither not only own same than too very just that this these those what which who whom it its he she they them his her
  their i we us our you your me my there here how why when where if then please give get show tell all any some one
  der die das den dem des ein eine einen einem einer ist sind war und oder aber nicht mit von zu im in auf für bei aus wie
  was wer wo wann warum ich du er sie es wir ihr mir mich bitte`.split(/\s+/),
);
