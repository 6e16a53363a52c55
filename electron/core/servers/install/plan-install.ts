// What installing something would come to, before anything is fetched: its command line, its form, walls, warnings, and the program that is missing.
import { isSameName } from '../../../../contract/names.ts';
import { commandLineOf } from '../config/approval.ts';
import { originOf } from '../runtimes/missing-program.ts';
import { runtimeWarning } from './bundle-runtime.ts';
import { warningsOf } from './install-package.ts';
import { neededPrograms } from './needed-programs.ts';
import { planWay } from './plan-way.ts';
import { proposedWalls } from './proposed-walls.ts';
import type { WayKind } from '../../../../contract/catalogue.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { AskedField, Way } from '../../../../contract/schemas/catalogue.ts';
import type { PanelResult } from '../../../../contract/schemas/panel-requests.ts';
import type { Server } from '../../../../contract/schemas/servers.ts';
import type { Runtimes } from '../runtimes/runtimes.ts';
import type { FieldTexts } from './field-values.ts';
import type { ChosenWay } from './install-sources.ts';

export interface PlanSurroundings {
  readonly runtimes: Pick<Runtimes, 'has' | 'again' | 'env' | 'versionOf'>;
  readonly os: NodeJS.Platform;
  servers(): readonly Pick<Server, 'name'>[];
}

const maxNameChars = 60;

export async function planInstall(
  chosen: ChosenWay,
  surroundings: PlanSurroundings,
): Promise<PanelResult<'installs:plan'>> {
  const { way, title, warnings, forbidden } = chosen;
  const texts = openTexts(way.fields);
  const outdated = await runtimeWarning(chosen, command => surroundings.runtimes.versionOf(command));
  const integrity =
    way.kind === 'npm' || way.kind === 'oci'
      ? 'asked'
      : (way.sha256 ?? (way.kind === 'mcpb' && way.identifier === '' ? 'asked' : null));
  return {
    name: freeName(title, surroundings.servers()),
    commandLine: commandLineFor(way, texts),
    fields: way.fields,
    walls: proposedWalls(way, defaultTexts(way.fields)),
    warnings: [...warningsOf(way, integrity, []), ...warnings, ...(outdated ? [outdated] : [])],
    missing: await missingProgram(way.kind, surroundings),
    forbidden,
  };
}

/** A name that no server has. */
export function freeName(title: string, servers: readonly Pick<Server, 'name'>[]): string {
  const base = title.trim().slice(0, maxNameChars) || 'Server';
  const isTaken = (name: string) => servers.some(server => isSameName(server.name, name));
  if (!isTaken(base)) return base;
  for (let number = 2; ; number += 1) {
    const tail = ` ${number}`;
    const name = base.slice(0, maxNameChars - tail.length).trimEnd() + tail;
    if (!isTaken(name)) return name;
  }
}

/** The program that this kind needs and this machine lacks. */
export async function missingProgram(
  kind: WayKind,
  { runtimes, os }: Pick<PlanSurroundings, 'runtimes' | 'os'>,
): Promise<Reason | null> {
  const command = neededPrograms[kind];
  if (command === null || (await runtimes.has(command))) return null;
  // It may have been installed since, in a folder that no PATH named before.
  await runtimes.again();
  if (await runtimes.has(command)) return null;
  const { from = null, at = null } = originOf(command) ?? {};
  return { kind: 'not-on-path', command, path: runtimes.env.PATH ?? null, windows: os === 'win32', from, at };
}

function commandLineFor(way: Way, texts: FieldTexts): string {
  // What is open in an address makes it none.
  if (way.kind === 'remote')
    return way.identifier.replace(/\$\{field:([^}]+)\}/g, (_all, key: string) => (texts.get(key) ?? ['…']).join(','));
  return commandLineOf(planWay(way, texts, null).config);
}

/** What is open stands in angle brackets; what may be left out is. */
function openTexts(fields: readonly AskedField[]): FieldTexts {
  return new Map(
    fields.map(({ key, required, defaults, secret, label, name }) => {
      if (defaults.length > 0 && !secret) return [key, defaults];
      return [key, required ? [`<${label || name || key}>`] : []];
    }),
  );
}

function defaultTexts(fields: readonly AskedField[]): FieldTexts {
  return new Map(fields.map(({ key, defaults }) => [key, defaults]));
}
