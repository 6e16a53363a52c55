// What the panel asks of the doctor and of the hub's log.
import { hubError } from '../../../words/hub-error.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';

export function createDoctorHandlers() {
  const notYet = () => Promise.reject(hubError('ERR_INTERNAL', { kind: 'doctor-repair-not-offered' }));
  return {
    'doctor:runs': () => ({ runs: [] }),
    'doctor:run': notYet,
    'doctor:repair': notYet,
    'doctor:diagnostics': notYet,
    'hub:log': notYet,
  } satisfies Partial<PanelHandlers>;
}
