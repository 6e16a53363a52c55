// How a gateway stands to its fleet, for whoever runs it: told at each change, because nobody looks at a panel of it.
import { inEnglish } from '../../../words/english.ts';
import type { FleetState } from '../../../contract/schemas/fleet.ts';
import type { BaseParts } from './base-parts.ts';

/** Says nothing as long as all is as it should be, and once that it is so again. */
export function tellStanding({ state }: Pick<BaseParts, 'state'>, say: (sentence: string) => void): () => void {
  let told = '';
  return state.subscribe(({ hub }) => {
    const { fleet } = state.hub;
    if (!hub || !fleet) return;
    const { state: so, reason } = fleet;
    // One reason has many facts, and each attempt may have others.
    const now = `${so} ${reason?.kind ?? ''}`;
    const isUsual = reason === null && (so === 'online' || so === 'joining');
    if (now === told || (told === '' && isUsual)) return;
    told = now;
    say(standing(so, reason));
  });
}

function standing(so: FleetState['state'], reason: FleetState['reason']): string {
  const sentence = inEnglish({ kind: 'gateway-fleet', so });
  return reason ? `${sentence} ${inEnglish(reason)}` : sentence;
}
