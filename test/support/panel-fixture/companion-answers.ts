// The fixture's answers about pairing a browser over a WebSocket: each code is the same one, and is good until it is cancelled.
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';

interface Inside {
  readonly snapshot: () => Snapshot;
  readonly setHub: (hub: Snapshot['hub']) => void;
}

export function companionAnswers({ snapshot, setHub }: Inside) {
  let made = 0;
  return {
    'companion:pair': () => {
      made += 1;
      const [pairingId, expiresAt] = [`pairing-${made}`, Date.now() + 120_000];
      setHub({ ...snapshot().hub, pairing: { id: pairingId, expiresAt, state: { kind: 'waiting', tries: 5 } } });
      return { pairingId, code: '27123-K4QF-7XPM-2ABC', expiresAt };
    },
    'companion:cancel-pair': ({ pairingId }) => {
      const { hub } = snapshot();
      if (hub.pairing?.id === pairingId)
        setHub({ ...hub, pairing: { ...hub.pairing, state: { kind: 'ended', why: 'cancelled' } } });
      return {};
    },
  } satisfies Partial<PanelHandlers>;
}
