// `pilothouse import`: what another app has here, shown without its secrets; what of it is taken over, as in the panel.
import { isUsualEntry, isUsualThing } from '../../contract/usual-import.ts';
import { askHub } from '../core/ask-hub.ts';
import { printLines } from '../core/platform/terminal.ts';
import { columns } from './columns.ts';
import { UsageError } from './exit-codes.ts';
import { printAnswer } from './print-answer.ts';
import { sayWaits } from './say-waits.ts';
import type { ImportApp } from '../../contract/imports.ts';
import type { CliAnswer } from '../../contract/schemas/cli.ts';
import type { ImportEntry, ImportPreview, ImportThing } from '../../contract/schemas/imports.ts';
import type { CliWords } from './words/cli-words.ts';

export interface ImportOptions {
  readonly take: boolean;
  readonly only: readonly string[];
  readonly json: boolean;
}

interface Picked {
  readonly entries: readonly ImportEntry[];
  readonly things: readonly ImportThing[];
}

export async function importFrom(
  home: string,
  app: ImportApp | undefined,
  { take, only, json }: ImportOptions,
  words: CliWords,
): Promise<void> {
  if (app === undefined && (take || only.length > 0)) throw new UsageError(words.whichApp);
  if (!take && only.length > 0) throw new UsageError(words.onlyWithTake);
  if (app === undefined) return listApps(home, json, words);
  const preview = await askHub(home, 'servers:import-preview', { source: { kind: 'app', app } });
  if (!take) return printAnswer(json, { preview }, () => [...previewLines(preview, words), words.nothingTaken]);
  const picked = pickedOf(preview, only, words);
  const keys = [...picked.entries, ...picked.things].map(({ key }) => key);
  if (!json) printLines(previewLines(preview, words));
  // What was shown is what is taken: the hub keeps it as it was read.
  const asked = { previewId: preview.previewId, keys, names: namesOf(picked.entries, app) };
  const { serverIds } =
    keys.length === 0 ? { serverIds: [] } : await askHub(home, 'servers:import', asked, sayWaits(words, json));
  const things = picked.things.map(({ kind, name }) => ({ kind, name }));
  printAnswer(json, { preview, taken: { servers: serverIds, things } }, () => [
    ...serverIds.map(id => words.serverAdded(id)),
    ...things.map(({ kind, name }) => words.thingTaken(words.thingKinds[kind], name)),
    ...(keys.length === 0 ? [words.nothingNew] : []),
  ]);
}

async function listApps(home: string, json: boolean, words: CliWords): Promise<void> {
  const { apps } = await askHub(home, 'servers:found', {});
  printAnswer(json, { apps }, () => (apps.length === 0 ? [words.noApps] : appLines(apps, words)));
}

function appLines(apps: CliAnswer<'servers:found'>['apps'], words: CliWords): string[] {
  return columns(
    apps.map(({ app, servers, things, files, problems }) => [
      app,
      words.foundInApp(servers.length, things),
      [...files, ...problems.map(problem => words.reason(problem))].join('; '),
    ]),
  );
}

/** Each by its name or key, or what most people want. Throws UsageError for a name that is not there, or cannot be taken over. */
function pickedOf({ entries, things }: ImportPreview, only: readonly string[], words: CliWords): Picked {
  if (only.length === 0) return { entries: entries.filter(isUsualEntry), things: things.filter(isUsualThing) };
  const isNamed = ({ key, name }: { readonly key: string; readonly name: string }) =>
    only.some(wanted => wanted === key || wanted === name);
  const all = [...entries, ...things];
  const missing = only.find(wanted => !all.some(({ key, name }) => wanted === key || wanted === name));
  if (missing !== undefined) throw new UsageError(words.notFoundThere(missing));
  const named = { entries: entries.filter(isNamed), things: things.filter(isNamed) };
  for (const one of [...named.entries, ...named.things]) {
    const why = one.problem ?? ('own' in one ? one.own : null);
    if (why) throw new UsageError(`${one.name}: ${words.reason(why)}`);
  }
  return named;
}

/** One whose name is taken here is told apart by the app that it comes from, as in the panel. */
function namesOf(entries: readonly ImportEntry[], app: ImportApp): Record<string, string> {
  const taken = entries.filter(entry => entry.taken !== null);
  return Object.fromEntries(taken.map(({ key, name }) => [key, `${name} ${app}`.slice(0, 60)]));
}

function previewLines({ files, entries, things, problems }: ImportPreview, words: CliWords): string[] {
  return [
    ...files.map(file => words.wasRead(file)),
    ...columns([
      ...entries.map(entry => [entry.key, words.serverKind, entry.name, entryNote(entry, words)]),
      ...things.map(thing => [thing.key, words.thingKinds[thing.kind], thing.name, thingNote(thing, words)]),
    ]),
    ...problems.map(problem => words.warning(words.reason(problem))),
  ];
}

function entryNote({ commandLine, secrets, placeholders, ...entry }: ImportEntry, words: CliWords): string {
  const { problem, own, exists, taken, same } = entry;
  const why = problem ?? own;
  const found = secrets.filter(secret => secret.found).map(({ name }) => name);
  return [
    why === null ? (commandLine ?? '') : words.reason(why),
    ...(why === null && found.length > 0 ? [words.withSecrets(found)] : []),
    ...(why === null && placeholders.length > 0 ? [words.leftOpen(placeholders.length)] : []),
    ...(exists === null ? [] : [words.hereAs(exists)]),
    ...(exists === null && taken !== null ? [words.nameTakenBy(taken)] : []),
    ...(same === null ? [] : [words.sameAs(same)]),
  ].join('; ');
}

function thingNote({ provider, count, exists, problem }: ImportThing, words: CliWords): string {
  return [
    ...(provider === null ? [] : [provider]),
    ...(count === null ? [] : [String(count)]),
    ...(exists ? [words.wouldReplace] : []),
    ...(problem === null ? [] : [words.reason(problem)]),
  ].join('; ');
}
