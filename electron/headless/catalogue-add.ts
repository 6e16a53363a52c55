// `pilothouse catalogue add`: shows what an entry would run and what is known against it, asks, installs it and says how far that is.
import { openHub } from '../core/ask-hub.ts';
import { printAside, printLines } from '../core/platform/terminal.ts';
import { askLine, isTerminal } from './ask-terminal.ts';
import { entryLines, wayNames } from './entry-lines.ts';
import { RefusedError, UsageError } from './exit-codes.ts';
import { valuesOf } from './install-values.ts';
import { followInstall } from './installs.ts';
import { printAnswer } from './print-answer.ts';
import { sayWaits } from './say-waits.ts';
import type { Entry } from '../../contract/schemas/catalogue.ts';
import type { CliAnswer } from '../../contract/schemas/cli.ts';
import type { AskedHub } from '../core/ask-hub.ts';
import type { CliWords } from './words/cli-words.ts';

export interface CatalogueAddOptions {
  readonly set: readonly string[];
  readonly source?: string;
  readonly version?: string;
  /** Counts from 1. */
  readonly way: number;
  readonly name?: string;
  readonly resembles?: string;
  readonly yes: boolean;
  readonly json: boolean;
}

type Plan = CliAnswer<'installs:plan'>;

export async function addFromCatalogue(
  home: string,
  name: string,
  options: CatalogueAddOptions,
  words: CliWords,
): Promise<void> {
  const hub = await openHub(home);
  try {
    const entry = await entryOf(hub, name, options, words);
    const from = {
      kind: 'entry' as const,
      sourceId: entry.sourceId,
      name: entry.name,
      version: entry.version,
      way: wayOf(entry, options, words),
    };
    const plan = await hub.ask('installs:plan', { from });
    // What a person has to have read stands beside what a program reads.
    const say = options.json ? (lines: readonly string[]) => lines.forEach(printAside) : printLines;
    say(entryLines(entry, from.way, plan, words));
    if (plan.forbidden) throw new RefusedError(words.reason(plan.forbidden));
    const resembles = await agreed(entry, plan, options, words);
    const values = await valuesOf(plan.fields, options.set, words);
    const begin = {
      // Its walls follow from what was filled in, such as a folder.
      ...{ from, name: options.name ?? plan.name, values },
      ...(resembles !== null && { resembles }),
    };
    const { serverId } = await hub.ask('installs:begin', begin, sayWaits(words, options.json));
    const install = await followInstall(hub, serverId, options.json, words);
    printAnswer(options.json, { serverId, install }, () => []);
  } finally {
    hub.close();
  }
}

/** The one entry of this name, in the source that was named or the only one that has it. */
async function entryOf(hub: AskedHub, name: string, options: CatalogueAddOptions, words: CliWords): Promise<Entry> {
  const sources = options.source === undefined ? [] : [options.source];
  const { rows } = await hub.ask('catalogue:search', {
    query: name,
    filters: { sources, withdrawn: true },
    limit: 500,
  });
  const found = rows.filter(row => row.name === name);
  const [row, ...others] = found;
  if (!row) throw new UsageError(words.noSuchEntry(name));
  if (others.length > 0)
    throw new UsageError(
      words.severalSources(
        name,
        found.map(({ sourceId }) => sourceId),
      ),
    );
  const { version } = options;
  const asked = { sourceId: row.sourceId, name, ...(version !== undefined && { version }) };
  return (await hub.ask('catalogue:entry', asked)).entry;
}

/** Counts from 0. */
function wayOf(entry: Entry, { way }: CatalogueAddOptions, words: CliWords): number {
  if (entry.ways[way - 1]) return way - 1;
  throw new UsageError(words.noSuchWay(way, wayNames(entry)));
}

/** The name of the look-alike that was shown; null where there is none. Throws where it was not agreed to. */
async function agreed(
  entry: Entry,
  plan: Plan,
  { yes, resembles }: CatalogueAddOptions,
  words: CliWords,
): Promise<string | null> {
  const other = entry.lookAlike?.name ?? null;
  if (other !== null && resembles !== other) {
    // A yes that somebody wrote down before is none to this.
    if (!isTerminal()) throw new UsageError(words.mustResemble(entry.name, other));
    if ((await askLine(words.typeName(entry.name))) !== entry.name) throw new RefusedError(words.notAdded);
    return other;
  }
  if (yes) return other;
  if (!isTerminal()) throw new UsageError(words.mustSayYes);
  if (!/^[yj]/i.test(await askLine(words.addIt(plan.name)))) throw new RefusedError(words.notAdded);
  return other;
}
