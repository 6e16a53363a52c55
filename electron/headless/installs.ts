// `pilothouse installs list|stop|resume|cancel`, and how far an install is until it is over.
import { setTimeout as sleep } from 'node:timers/promises';
import { askHub, openHub } from '../core/ask-hub.ts';
import { printAside } from '../core/platform/terminal.ts';
import { columns } from './columns.ts';
import { wallLine } from './entry-lines.ts';
import { UsageError } from './exit-codes.ts';
import { idOf } from './find-named.ts';
import { printAnswer } from './print-answer.ts';
import { sayWaits } from './say-waits.ts';
import type { Install, InstallPhase } from '../../contract/schemas/installs.ts';
import type { Snapshot } from '../../contract/schemas/snapshot.ts';
import type { AskedHub } from '../core/ask-hub.ts';
import type { CliWords } from './words/cli-words.ts';

const pauseMs = 300;

export async function listInstalls(home: string, json: boolean, words: CliWords): Promise<void> {
  const { installs, servers } = await askHub(home, 'status', {});
  const all = Object.values(installs);
  printAnswer(json, { installs: all }, () =>
    all.length === 0
      ? [words.noInstalls]
      : columns(all.map(install => rowOf(install, nameOf(install, servers), words))),
  );
}

export async function actOnInstall(
  home: string,
  act: 'stop' | 'resume' | 'cancel',
  name: string,
  json: boolean,
  words: CliWords,
): Promise<void> {
  const hub = await openHub(home);
  try {
    const { installs, servers } = await hub.ask('status', {});
    const known = Object.values(installs).map(install => ({ id: install.serverId, name: nameOf(install, servers) }));
    const serverId = idOf(known, name);
    if (!Object.hasOwn(installs, serverId)) throw new UsageError(words.noSuchInstall(name));
    await hub.ask(`installs:${act}`, { serverId }, sayWaits(words, json));
    if (!json) printAside(words.installActs[act](name));
    const install = act === 'resume' ? await followInstall(hub, serverId, json, words) : null;
    printAnswer(json, { serverId, ...(install && { install }) }, () => []);
  } finally {
    hub.close();
  }
}

/** Says each of its phases, and resolves when it is over. Null where it was taken away meanwhile. */
export async function followInstall(
  hub: AskedHub,
  serverId: string,
  json: boolean,
  words: CliWords,
): Promise<Install | null> {
  let said = '';
  for (;;) {
    const { installs, servers } = await hub.ask('status', {});
    const install = installs[serverId];
    if (!install) return null;
    const { phase } = install;
    const name = nameOf(install, servers);
    if (phase.kind === 'failed') throw new Error(words.installFailed(name, words.reason(phase.reason)));
    const isOver = phase.kind === 'ready' || phase.kind === 'stopped';
    const line = `${name} ${phaseWords(phase, words)}`;
    if (line !== said && !json && !isOver) printAside(line);
    said = line;
    if (isOver) {
      if (!json) for (const end of endLines(install, name, words)) printAside(end);
      return install;
    }
    await sleep(pauseMs);
  }
}

function endLines(install: Install, name: string, words: CliWords): string[] {
  const { phase, commandLine, walls, warnings, missing, tools, noTrial, kind } = install;
  if (phase.kind === 'stopped') return [words.installStopped(name)];
  return [
    words.willRun(commandLine),
    ...(kind === 'remote' || kind === 'oci' ? [] : [wallLine(walls, words)]),
    ...warnings.map(warning => words.warning(words.reason(warning))),
    ...(noTrial ? [words.reason(noTrial)] : []),
    ...(tools ? [tools.map(tool => tool.name).join(', ')] : []),
    ...(missing.length > 0 ? [words.missingValues(missing)] : []),
    words.installReady(name),
  ];
}

function rowOf(install: Install, name: string, words: CliWords): string[] {
  const { kind, identifier, version, phase, missing, update } = install;
  const more = [
    ...(missing.length > 0 ? [words.missingValues(missing)] : []),
    ...(phase.kind === 'failed' ? [words.reason(phase.reason)] : []),
    ...(update ? [`→ ${update.version}`] : []),
  ];
  return [name, `${kind} ${identifier}`, version || '-', phaseWords(phase, words), more.join('; ')];
}

function phaseWords(phase: InstallPhase, words: CliWords): string {
  const word = words.phases[phase.kind];
  if (phase.kind !== 'fetching' && phase.kind !== 'unpacking') return word;
  const { done, total } = phase;
  const isBytes = phase.kind === 'fetching' && phase.unit === 'bytes';
  const amount = (count: number) => (isBytes ? `${(count / 1_000_000).toFixed(1)} MB` : String(count));
  return total === null ? `${word}: ${amount(done)}` : `${word}: ${amount(done)} / ${amount(total)}`;
}

function nameOf({ serverId }: Install, servers: Snapshot['servers']): string {
  return servers[serverId]?.name ?? serverId;
}
