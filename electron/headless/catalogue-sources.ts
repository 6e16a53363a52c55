// `pilothouse catalogue refresh` and `pilothouse catalogue sources`, for people or as one JSON object.
import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { askHub, openHub } from '../core/ask-hub.ts';
import { printAside } from '../core/platform/terminal.ts';
import { readSources } from './catalogue.ts';
import { columns } from './columns.ts';
import { exitCodes, UsageError } from './exit-codes.ts';
import { idOf } from './find-named.ts';
import { printAnswer } from './print-answer.ts';
import { sayWaits } from './say-waits.ts';
import type { SourceKind } from '../../contract/catalogue.ts';
import type { CatalogueSource } from '../../contract/schemas/catalogue.ts';
import type { AskedHub } from '../core/ask-hub.ts';
import type { CliWords } from './words/cli-words.ts';

const lookMs = 200;

export async function listSources(home: string, json: boolean, words: CliWords): Promise<void> {
  const sources = await readSources(home);
  printAnswer(json, { sources }, () =>
    sources.length === 0 ? [words.noSources] : columns(sources.map(source => sourceCells(source, words))),
  );
}

/** Follows it to its end. The process ends with 1 where a source could not be read to its own. */
export async function refreshSources(
  home: string,
  named: readonly string[],
  json: boolean,
  words: CliWords,
): Promise<void> {
  const hub = await openHub(home);
  try {
    const all = await sourcesOf(hub);
    const ids = named.map(source => idOf(all, source));
    const wanted = ids.length > 0 ? ids : all.filter(canBeRead).map(({ id }) => id);
    if (wanted.length === 0) throw new UsageError(words.nothingToRefresh);
    await hub.ask('catalogue:refresh', { sources: wanted });
    const ended = await follow(hub, wanted, json ? () => {} : source => printAside(progressText(source, words)));
    printAnswer(json, { sources: ended }, () => ended.map(source => outcomeText(source, words)));
    if (ended.some(({ state }) => state.kind === 'failed')) process.exitCode = exitCodes.failed;
  } finally {
    hub.close();
  }
}

/** Resolves with the sources once none of them is being read. */
async function follow(
  hub: AskedHub,
  ids: readonly string[],
  tell: (source: CatalogueSource) => void,
): Promise<CatalogueSource[]> {
  const told = new Map<string, number>();
  for (;;) {
    const sources = (await sourcesOf(hub)).filter(({ id }) => ids.includes(id));
    const running = sources.filter(({ state }) => state.kind === 'refreshing');
    if (running.length === 0) return sources;
    for (const source of running) {
      const done = source.state.kind === 'refreshing' ? source.state.done : 0;
      // A line for each thousand is enough.
      const step = Math.floor(done / 1_000);
      if (done > 0 && told.get(source.id) !== step) tell(source);
      if (done > 0) told.set(source.id, step);
    }
    await sleep(lookMs);
  }
}

export async function addSource(
  home: string,
  place: string,
  named: string | undefined,
  json: boolean,
  words: CliWords,
): Promise<void> {
  const { kind, address, name } = placeOf(place, words);
  const source = { kind, address, name: (named ?? name).slice(0, 60) };
  const { sourceId } = await askHub(home, 'catalogue:add-source', source, sayWaits(words, json));
  printAnswer(json, { source: sourceId }, () => [words.sourceAdded(source.name)]);
}

export async function changeSource(
  home: string,
  source: string,
  act: 'remove' | 'enable' | 'disable',
  json: boolean,
  words: CliWords,
): Promise<void> {
  const all = await readSources(home);
  const sourceId = idOf(all, source);
  const name = all.find(({ id }) => id === sourceId)?.name ?? source;
  if (act === 'remove') await askHub(home, 'catalogue:remove-source', { sourceId });
  else await askHub(home, 'catalogue:change-source', { sourceId, enabled: act === 'enable' }, sayWaits(words, json));
  printAnswer(json, { source: sourceId, act }, () => [
    act === 'remove' ? words.sourceRemoved(name) : words.sourceSwitched(name, act === 'enable'),
  ]);
}

function placeOf(place: string, words: CliWords): { kind: SourceKind; address: string; name: string } {
  if (place === 'harbor') return { kind: 'harbor', address: 'harbor', name: 'Harbor' };
  if (/^https?:\/\//i.test(place)) {
    const name = URL.canParse(place) ? new URL(place).host : place;
    return { kind: 'registry', address: place, name };
  }
  const path = resolve(place);
  if (!existsSync(path)) throw new UsageError(words.notASource(place));
  return { kind: 'file', address: path, name: basename(path) };
}

async function sourcesOf(hub: AskedHub): Promise<CatalogueSource[]> {
  return Object.values((await hub.ask('status', {})).catalogueSources);
}

function canBeRead({ enabled, state }: CatalogueSource): boolean {
  return enabled && state.kind !== 'forbidden';
}

function progressText({ name, state }: CatalogueSource, words: CliWords): string {
  return state.kind === 'refreshing' ? words.refreshProgress(name, state.done, state.total) : name;
}

function outcomeText({ name, entries, state, leftOut }: CatalogueSource, words: CliWords): string {
  if (state.kind === 'failed' || state.kind === 'forbidden')
    return words.refreshFailed(name, words.reason(state.reason));
  const done = words.refreshDone(name, entries);
  return leftOut ? `${done}. ${words.reason(leftOut)}` : done;
}

function sourceCells(source: CatalogueSource, words: CliWords): string[] {
  const { id, name, address, entries, freshAt } = source;
  const fresh = freshAt === null ? words.sourceStates.never : words.sourceFresh(new Date(freshAt).toISOString());
  return [id, name, words.sourceEntries(entries), fresh, stateText(source, words), address];
}

function stateText({ enabled, state }: CatalogueSource, words: CliWords): string {
  if (!enabled) return words.sourceStates.off;
  const text = words.sourceStates[state.kind];
  return state.kind === 'failed' || state.kind === 'forbidden' ? `${text}: ${words.reason(state.reason)}` : text;
}
