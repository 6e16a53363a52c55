// The doctor on the command line: the same runs as the panel's.
import { hubError } from '../../../words/hub-error.ts';
import type { CliCommands } from './cli-peer.ts';

type Answered = 'doctor:run' | 'doctor:repair' | 'doctor:diagnostics';

export function doctorCommands(): Pick<CliCommands, Answered> {
  const notYet = () => Promise.reject(hubError('ERR_INTERNAL', { kind: 'doctor-repair-not-offered' }));
  return { 'doctor:run': notYet, 'doctor:repair': notYet, 'doctor:diagnostics': notYet };
}
