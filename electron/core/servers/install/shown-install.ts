// An install as the panel sees it, and how a newer version differs from what runs. Pure.
import { cutEnd } from '../../../../contract/visible-text.ts';
import { commandLineOf } from '../config/approval.ts';
import { missingFields, textsOf } from './field-values.ts';
import { planWay } from './plan-way.ts';
import type { Install } from '../../../../contract/schemas/installs.ts';
import type { InstalledVersion, InstallRow } from '../../store/installs-table.ts';

const maxTools = 200;
const maxChars = 300;
/** Of what is the same in two descriptions, before what differs. */
const sameChars = 80;

export function shownInstall(row: InstallRow, bytes: number | null): Install {
  const { serverId, origin, phase, current, values, secrets, walls, previous } = row;
  const { way, version, integrity, warnings, tools, noTrial } = current;
  return {
    ...{ serverId, origin, phase, version, integrity, warnings, values, walls, noTrial, bytes },
    tools: shownTools(tools),
    kind: way.kind,
    identifier: way.identifier,
    fields: way.fields,
    kept: Object.keys(secrets).filter(key => (secrets[key]?.length ?? 0) > 0),
    missing: missingFields(way.fields, values, secrets),
    commandLine: lineOf(row, current),
    update: row.next && {
      version: row.next.version,
      publishedAt: row.next.publishedAt,
      phase: row.next.phase,
      difference: row.next.prepared && differenceOf(row, row.next.prepared),
    },
    previous: previous && { version: previous.version, integrity: previous.integrity },
  };
}

/** As much as anybody reads; all of it goes to all panels at each change. What an update is compared with stays whole. */
function shownTools(tools: InstalledVersion['tools']): Install['tools'] {
  const shown = tools?.slice(0, maxTools).map(tool => ({ ...tool, description: cutEnd(tool.description, maxChars) }));
  return shown ?? null;
}

/** What it runs with these values; empty where they do not fit its form. */
function lineOf({ values, secrets }: InstallRow, { way, unpacked }: InstalledVersion): string {
  try {
    return commandLineOf(planWay(way, textsOf(way.fields, values, secrets), unpacked).config);
  } catch {
    return '';
  }
}

/** Where its package lies says nothing of how two versions differ, and its length hides what does. */
function shortLineOf(row: InstallRow, version: InstalledVersion): string {
  const line = lineOf(row, version);
  const { unpacked, way } = version;
  return unpacked ? line.replaceAll(unpacked.folder, `${way.identifier}@${version.version}`) : line;
}

function differenceOf(row: InstallRow, next: InstalledVersion): NonNullable<Install['update']>['difference'] {
  const { current } = row;
  const names = ({ way }: InstalledVersion) => way.fields.map(({ label, name }) => label || name);
  return {
    commandLine: { from: shortLineOf(row, current), to: shortLineOf(row, next) },
    fields: changes(names(current), names(next)),
    tools: toolChanges(current.tools, next.tools),
  };
}

function changes(before: readonly string[], now: readonly string[]): { added: string[]; removed: string[] } {
  return { added: now.filter(one => !before.includes(one)), removed: before.filter(one => !now.includes(one)) };
}

function toolChanges(before: InstalledVersion['tools'], now: InstalledVersion['tools']) {
  if (before === null || now === null) return null;
  const old = new Map(before.map(tool => [tool.name, tool]));
  const names = (tools: NonNullable<InstalledVersion['tools']>) => tools.map(({ name }) => name);
  const changed = now.flatMap(({ name, hash, description }) => {
    const was = old.get(name);
    if (!was || was.hash === hash) return [];
    return [{ name, ...whereTheyDiffer(was.description, description) }];
  });
  return { ...changes(names(before), names(now)), changed };
}

/** What differs is in sight however much stands before it. */
function whereTheyDiffer(before: string, after: string): { before: string; after: string } {
  let same = 0;
  if (before !== after) while (before[same] === after[same]) same += 1;
  const from = Math.max(0, same - sameChars);
  const told = (text: string) => `${from > 0 ? '…' : ''}${cutEnd(text.slice(from), maxChars)}`;
  return { before: told(before), after: told(after) };
}
