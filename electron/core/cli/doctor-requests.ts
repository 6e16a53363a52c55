// The doctor on the command line: the same runs as the panel's. What lets somebody in, or moves an address, is left to the panel.
import { hubError } from '../../../words/hub-error.ts';
import { isForPanel } from '../doctor/doctor.ts';
import type { Doctor } from '../doctor/doctor.ts';
import type { RuleChanges } from '../permissions/rule-changes.ts';
import type { CliCommands } from './cli-peer.ts';

export interface DoctorCommandServices {
  readonly doctor: Doctor;
  readonly changes: RuleChanges;
  diagnostics(): Promise<string>;
}

type Answered = 'doctor:run' | 'doctor:repair' | 'doctor:diagnostics';

export function doctorCommands({ doctor, changes, diagnostics }: DoctorCommandServices): Pick<CliCommands, Answered> {
  return {
    'doctor:run': async ({ browserId }) => ({ run: await doctor.run(browserId) }),
    'doctor:repair': async (ask, { asker }) => {
      const why = { kind: 'doctor-repaired', rung: ask.rung, repair: ask.repair } as const;
      if (isForPanel(ask.repair)) {
        changes.refused(asker, 'doctor:repair', why);
        throw hubError('ERR_PERMISSION_DENIED', { kind: 'doctor-repair-needs-panel' });
      }
      const run = await doctor.repair(ask);
      changes.made(asker, 'doctor:repair', why);
      return { run };
    },
    'doctor:diagnostics': async () => ({ text: await diagnostics() }),
  };
}
