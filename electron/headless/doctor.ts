// `pilothouse doctor`: asks the running hub, or takes the steps itself where none runs; for people or as one JSON object.
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rungIds } from '../../contract/doctor.ts';
import { askHub } from '../core/ask-hub.ts';
import { doctorAlone } from '../core/doctor/run-alone.ts';
import { printAside } from '../core/platform/terminal.ts';
import { errorText } from './error-text.ts';
import { exitCodes, failureOf } from './exit-codes.ts';
import { runtimeDirOf } from './places.ts';
import { printAnswer } from './print-answer.ts';
import type { DoctorRun, Ladder, Repair, Rung } from '../../contract/schemas/doctor.ts';
import type { CliWords } from './words/cli-words.ts';

export interface DoctorArguments {
  readonly browser?: string;
  readonly fix: boolean;
  readonly diagnostics: boolean;
  readonly json: boolean;
}

interface Offered {
  readonly ladderId: string;
  readonly rung: Rung['id'];
  readonly repair: Repair;
}

/** The same whether a hub takes the steps or this process. */
interface AskedDoctor {
  run(): Promise<DoctorRun>;
  repair(offered: Offered): Promise<DoctorRun>;
  diagnostics(): Promise<string>;
}

const distDir = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/** Ends with `exitCodes.failed` while something is broken. */
export async function runDoctor(home: string, options: DoctorArguments, words: CliWords): Promise<void> {
  const { browser: browserId, json } = options;
  const asked = doctorOfHub(home, browserId);
  const alone = doctorHere(home, browserId);
  const first = await asked.run().catch((error: unknown) => {
    // A hub that refuses is there; only where none answers does this process look itself.
    if (failureOf(error).exitCode === exitCodes.noHub) return null;
    throw error;
  });
  const doctor = first ? asked : alone;
  let run = first ?? (await alone.run());
  if (options.fix) run = await fixAll(doctor, run, words, json);
  if (options.diagnostics) {
    const text = await doctor.diagnostics();
    return printAnswer(json, { text }, () => text.trimEnd().split('\n'));
  }
  if (isBroken(run)) process.exitCode = exitCodes.failed;
  printAnswer(json, run, () => linesOf(run, words));
}

function doctorOfHub(home: string, browserId: string | undefined): AskedDoctor {
  const params = browserId === undefined ? {} : { browserId };
  return {
    run: async () => (await askHub(home, 'doctor:run', params)).run,
    repair: async ({ ladderId, rung, repair }) =>
      (await askHub(home, 'doctor:repair', { ladderId, rung, repair: repair.id })).run,
    diagnostics: async () => (await askHub(home, 'doctor:diagnostics', {})).text,
  };
}

function doctorHere(home: string, browserId: string | undefined): AskedDoctor {
  const { version } = JSON.parse(readFileSync(join(distDir, '..', 'package.json'), 'utf8')) as { version: string };
  const runtimeDir = runtimeDirOf(home, process.env);
  const doctor = doctorAlone({ home, runtimeDir, version, distDir, nodePath: process.execPath, browserId });
  return {
    run: () => doctor.run(),
    repair: ({ ladderId, rung, repair }) => doctor.repair({ ladderId, rung, repair: repair.id }),
    diagnostics: () => doctor.diagnostics(),
  };
}

/** Each repair once: what is offered again after it was done does not help. */
async function fixAll(doctor: AskedDoctor, before: DoctorRun, words: CliWords, json: boolean): Promise<DoctorRun> {
  const say = (sentence: string) => {
    if (!json) printAside(sentence);
  };
  const tried = new Set<string>();
  let run = before;
  for (;;) {
    const next = offeredIn(run).find(offered => !tried.has(keyOf(offered)));
    if (!next) return run;
    tried.add(keyOf(next));
    say(words.repairing(words.reason(next.repair.does)));
    run = await doctor.repair(next).catch((error: unknown) => {
      say(words.notRepaired(errorText(error, words)));
      return run;
    });
  }
}

function offeredIn({ ladders }: DoctorRun): Offered[] {
  return ladders.flatMap(({ id: ladderId, rungs }) =>
    rungs.flatMap(({ id: rung, repair }) => (repair ? [{ ladderId, rung, repair }] : [])),
  );
}

/** Rungs that are the same for all browsers offer theirs in each ladder. */
function keyOf({ rung, repair }: Offered): string {
  return `${rung} ${JSON.stringify(repair)}`;
}

function isBroken({ ladders }: DoctorRun): boolean {
  return ladders.some(({ rungs }) => rungs.some(({ state }) => state.kind === 'red'));
}

function linesOf(run: DoctorRun, words: CliWords): string[] {
  return run.ladders.flatMap((ladder, at) => [...(at === 0 ? [] : ['']), ...ladderLines(ladder, run.ms ?? 0, words)]);
}

function ladderLines({ browser, profile, inUse, rungs }: Ladder, ms: number, words: CliWords): string[] {
  const count = (...kinds: Rung['state']['kind'][]) => rungs.filter(({ state }) => kinds.includes(state.kind)).length;
  const [green, amber, red] = [count('green'), count('amber'), count('red')];
  const counts = { green, amber, red, rest: rungs.length - green - amber - red };
  const sum = green === rungs.length ? words.allFine(rungs.length, ms) : words.summary(counts, ms);
  const firstRed = rungs.findIndex(({ state }) => state.kind === 'red');
  return [
    `${words.ladderOf(browser, profile, inUse)}: ${sum}`,
    ...rungs.flatMap((rung, index) => rungLines(rung, index, index === firstRed, words)),
  ];
}

const marks: Readonly<Record<Rung['state']['kind'], string>> = {
  green: '✓',
  amber: '!',
  red: '✗',
  waits: '·',
  untried: '·',
  running: '…',
  queued: '…',
};

function rungLines(rung: Rung, index: number, isOpen: boolean, words: CliWords): string[] {
  const { id, state, evidence, lines, repair, byHand } = rung;
  const [first, ...others] = evidence.map(words.reason);
  const why = state.kind === 'waits' ? words.waitsFor(rungIds.indexOf(state.for) + 1) : (first ?? words.notTried);
  const at = state.kind === 'waits' || state.kind === 'untried' ? state.provenAt : null;
  const said = at === null ? why : `${why.replace(/\.$/, '')}; ${words.lastProven(new Date(at).toISOString())}`;
  const head = `${marks[state.kind]} ${String(index + 1).padStart(2)} ${words.questions[id]}: ${said}`;
  const isFault = state.kind === 'red' || state.kind === 'amber';
  const indent = ' '.repeat(5);
  const more = [
    ...(isFault ? others : []),
    ...(isOpen ? lines.map(({ path, line, text }) => `${path}:${line}: ${text.trim()}`) : []),
    ...(isFault && repair ? [words.repairWould(words.reason(repair.does))] : []),
    ...(isFault && byHand ? [words.byHand(words.reason(byHand))] : []),
  ];
  return [head, ...more.map(line => indent + line)];
}
