// What the panel asks of the doctor and of the hub's log.
import { hubError } from '../../../words/hub-error.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { Doctor } from '../doctor/doctor.ts';

export interface DoctorServices {
  readonly doctor: Doctor;
}

export function createDoctorHandlers({ doctor }: DoctorServices) {
  const notYet = () => Promise.reject(hubError('ERR_INTERNAL', { kind: 'doctor-repair-not-offered' }));
  return {
    'doctor:runs': () => ({ runs: [...doctor.runs] }),
    'doctor:run': async ({ browserId }) => ({ run: await doctor.run(browserId) }),
    'doctor:repair': async ask => ({ run: await doctor.repair(ask) }),
    'doctor:diagnostics': notYet,
    'hub:log': notYet,
  } satisfies Partial<PanelHandlers>;
}
