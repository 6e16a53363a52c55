// What the panel asks of the companion's WebSocket: a code for one browser, and its end.
import { done } from './done.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { PanelServices } from './panel-services.ts';

type Services = Pick<PanelServices, 'companion' | 'companionPairing' | 'compat' | 'state'>;

export function createCompanionHandlers({ companion, companionPairing, compat, state }: Services) {
  const whyNot = () => {
    const now = state.get('endpoints', companion.id)?.state;
    if (now?.kind === 'held') return now.by;
    return now?.kind === 'failed' ? now.reason : null;
  };
  return {
    'companion:pair': () => companion.pair(() => compat.set(companion.id, true), whyNot),
    'companion:cancel-pair': ({ pairingId }) => done(companionPairing.cancel(pairingId)),
  } satisfies Partial<PanelHandlers>;
}
