// The keys that sign from this machine, which of them is chosen, and making a first one.
import { useState } from 'react';
import { usePanelParts } from '../../parts/panel-context.tsx';
import { useRequest } from '../../parts/use-request.ts';
import type { FleetState } from '../../../contract/schemas/fleet.ts';

export interface KeyHere {
  readonly name: string;
  /** The public half, to be named where hubs join. */
  readonly key: string;
  readonly fingerprint: string;
  /** Whether this hub takes what it signs. */
  readonly isNamed: boolean;
}

export interface KeysHere {
  /** Null before the hub has answered. */
  readonly keys: readonly KeyHere[] | null;
  readonly fault: string | null;
  /** By name. */
  readonly chosen: string | null;
  readonly choose: (name: string) => void;
  /** Rejects where there is one of that name. */
  readonly make: (name: string) => Promise<void>;
}

/** Those that count in this fleet come first. */
export function useKeysHere({ signers }: Pick<FleetState, 'signers'>): KeysHere {
  const { link } = usePanelParts();
  const [made, setMade] = useState(0);
  const [picked, setPicked] = useState<string | null>(null);
  const asked = useRequest(`at-hand ${made}`, line => line.request('fleet:at-hand', {}));
  const isNamed = (fingerprint: string) => signers.some(signer => signer.fingerprint === fingerprint);
  const keys =
    asked.kind === 'there'
      ? asked.value.keys
          .map(key => ({ ...key, isNamed: isNamed(key.fingerprint) }))
          .sort((one, other) => Number(other.isNamed) - Number(one.isNamed))
      : null;
  return {
    keys,
    fault: asked.kind === 'failed' ? asked.sentence : null,
    chosen: picked ?? keys?.[0]?.name ?? null,
    choose: setPicked,
    make: async name => {
      await link.request('fleet:new-key', { name });
      setPicked(name);
      setMade(made + 1);
    },
  };
}
