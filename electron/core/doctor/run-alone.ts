// The doctor without a hub: the command line takes the steps itself, and those that need a hub wait for it.
import { diagnosticLogLines } from '../../../contract/doctor.ts';
import { hubError } from '../../../words/hub-error.ts';
import { logFileOf, readLog } from '../hub-log/read-log.ts';
import { nodePlatform } from '../platform/node-platform.ts';
import { SecretMask } from '../secrets/secret-mask.ts';
import { diagnosticsText } from './diagnostics.ts';
import { Doctor, isForPanel } from './doctor.ts';
import { readKept } from './kept-facts.ts';
import { machineContext, machineFacts } from './machine-context.ts';
import type { DoctorRun } from '../../../contract/schemas/doctor.ts';

export interface AloneOptions {
  readonly home: string;
  readonly runtimeDir: string;
  readonly version: string;
  readonly distDir: string;
  readonly nodePath: string;
  readonly browserId: string | undefined;
}

export interface AloneDoctor {
  run(): Promise<DoctorRun>;
  repair: Doctor['repair'];
  /** Of the last run, which is made where there is none. */
  diagnostics(): Promise<string>;
}

export function doctorAlone({ browserId, ...places }: AloneOptions): AloneDoctor {
  const { machine, env, relayHash, now } = nodePlatform();
  const { home } = places;
  let secrets: readonly string[] = [];
  const masked = new SecretMask(() => secrets);
  const mask = (text: string) => masked.text(text);
  const context = async () => {
    const kept = await readKept(home);
    secrets = kept.secrets;
    const { folders } = kept;
    const alone = { relayProblem: null, hub: null, started: null };
    return machineContext({ ...places, ...alone, machine, env, relayHash, folders, now, mask });
  };
  const doctor = new Doctor({ context, onRun: () => {}, onRung: () => {} });
  return {
    run: () => doctor.run(browserId),
    repair: ask => {
      if (isForPanel(ask.repair)) throw hubError('ERR_PERMISSION_DENIED', { kind: 'doctor-repair-needs-panel' });
      return doctor.repair(ask);
    },
    diagnostics: async () =>
      diagnosticsText({
        ...machineFacts(machine),
        version: places.version,
        snapshot: null,
        run: doctor.runs[0] ?? (await doctor.run(browserId)),
        log: await readLog(logFileOf(home), diagnosticLogLines),
        now: now(),
        mask,
      }),
  };
}
