// What "Copy diagnostics" holds: versions, states, the last run of the doctor and the end of the log, as one masked text. Pure.
import { diagnosticLogLines, rungIds } from '../../../contract/doctor.ts';
import { inEnglish } from '../../../words/english.ts';
import { NamesMask } from './names-mask.ts';
import type { DoctorRun, Rung } from '../../../contract/schemas/doctor.ts';
import type { HubLogLine } from '../../../contract/schemas/hub-log.ts';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';

export interface DiagnosticFacts {
  readonly version: string;
  /** `linux 6.12.0 x64`. */
  readonly system: string;
  /** Of Node, and of Electron where the hub runs in it. */
  readonly runtimes: Readonly<Record<string, string | undefined>>;
  /** Null where no hub runs. */
  readonly snapshot: Snapshot | null;
  readonly run: DoctorRun;
  readonly log: readonly HubLogLine[];
  readonly homeDir: string;
  readonly userName: string;
  /** Of this machine. */
  readonly hostName: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Hides the values of secrets. */
  mask(text: string): string;
}

/** The same facts give the same text. In English, because it is for whoever helps. */
export function diagnosticsText(facts: DiagnosticFacts): string {
  const { version, system, runtimes, snapshot, run, log } = facts;
  const known = Object.entries(runtimes).flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`]));
  const lines = [
    [`Pilothouse ${version}`, system, ...known].join(', '),
    ...(snapshot ? hubLines(snapshot, facts.now) : ['hub: none runs']),
    ...runLines(run),
    `log, last ${diagnosticLogLines} lines`,
    ...log.slice(-diagnosticLogLines).map(logLine),
  ];
  const named = lines.flatMap(line => [...line.matchAll(hostInText)].map(([, host = '']) => host));
  const names = new NamesMask({ ...facts, hosts: [...new Set([...(snapshot ? hostsIn(snapshot) : []), ...named])] });
  return `${lines.map(line => names.text(facts.mask(line))).join('\n')}\n`;
}

/** In an address: it is masked where it stands alone too. One word without a dot may be any. */
const hostInText = /\b(?:https?|wss?):\/\/([\w-]+(?:\.[\w-]+)+)/g;

const msPerMinute = 60_000;

function hubLines({ hub, endpoints, browsers, agents, servers, tabs }: Snapshot, now: number): string[] {
  const minutes = Math.floor((now - hub.startedAt) / msPerMinute);
  const connected = Object.values(agents).filter(({ state }) => state.kind === 'connected');
  return [
    `hub ${hub.shell}, ${hub.mode}, for ${minutes} min, process ${hub.pid}`,
    ...Object.values(endpoints).map(({ id, address, state }) => `  endpoint ${id} ${state.kind} ${address}`),
    ...Object.values(browsers).map(
      ({ family, version, extensionVersion, state }) =>
        `  browser ${family} ${version}, extension ${extensionVersion}: ${state.kind}`,
    ),
    ...connected.map(({ transport, claimedName, version }) => `  agent ${claimedName} ${version} by ${transport}`),
    ...Object.values(servers).map(({ kind, state }, at) => `  server ${at + 1} ${kind}: ${state.kind}`),
    `  ${Object.keys(tabs).length} tabs`,
    ...hub.problems.map(({ id, reason }) => `  problem ${id}: ${inEnglish(reason)}`),
  ];
}

function runLines({ startedAt, ms, by, ladders }: DoctorRun): string[] {
  return [
    `doctor ${new Date(startedAt).toISOString()} by the ${by} in ${ms ?? 0} ms`,
    ...ladders.flatMap(({ browser, inUse, rungs }) => [
      `  ${browser ?? 'no browser'}${inUse ? '' : ', not connected'}: ${countsOf(rungs)}`,
      ...rungs.filter(({ state }) => state.kind === 'red' || state.kind === 'amber').flatMap(rungLines),
    ]),
  ];
}

function countsOf(rungs: readonly Rung[]): string {
  const counts = new Map<string, number>();
  for (const { state } of rungs) counts.set(state.kind, (counts.get(state.kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${count} ${kind}`).join(', ');
}

function rungLines({ id, state, evidence }: Rung): string[] {
  const head = `    ${rungIds.indexOf(id) + 1} ${state.kind} ${id}`;
  return evidence.map(reason => `${head} ${reason.kind}: ${inEnglish(reason)}`);
}

function logLine({ at, level, part, what }: HubLogLine): string {
  return `${new Date(at).toISOString()} ${level} ${part} ${inEnglish(what)}`;
}

/** The sites that the user has open: their names are masked also where no address stands around them. */
function hostsIn({ tabs }: Snapshot): string[] {
  return [...new Set(Object.values(tabs).flatMap(({ url }) => hostOf(url) ?? []))].toSorted();
}

function hostOf(url: string): string | null {
  try {
    return new URL(url).hostname || null;
  } catch {
    return null;
  }
}
