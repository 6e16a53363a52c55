// What the panel asks of the doctor and of the hub's log.
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { Doctor } from '../doctor/doctor.ts';
import type { HubLog } from '../hub-log/hub-log.ts';

export interface DoctorServices {
  readonly doctor: Doctor;
  readonly log: HubLog;
  diagnostics(): Promise<string>;
}

export function createDoctorHandlers({ doctor, log, diagnostics }: DoctorServices) {
  return {
    'doctor:runs': () => ({ runs: [...doctor.runs] }),
    'doctor:run': async ({ browserId }) => ({ run: await doctor.run(browserId) }),
    'doctor:repair': async ask => ({ run: await doctor.repair(ask) }),
    'doctor:diagnostics': async () => ({ text: await diagnostics() }),
    'hub:log': ({ count }) => ({ path: log.path, lines: log.lines(count) }),
  } satisfies Partial<PanelHandlers>;
}
