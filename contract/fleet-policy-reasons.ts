// What is said of the policy of a fleet: why one was not taken, what it holds back, what was changed. Few codes with many variants: the
// compiler compares every code with every other.

/** Who has signed the policy that holds something back: the name that the owner gave to the key. */
export interface FleetAuthority {
  readonly version: number;
  readonly signer: string;
}

/** Why a policy is not taken, signed or published. */
export type FleetPolicyFault =
  | 'too-large'
  | 'no-json'
  | 'unsigned'
  /** By none of the keys that were named when this hub joined; `thing` is the fingerprint that the envelope has. */
  | 'unknown-key'
  | 'wrong-signature'
  /** `thing` is where. */
  | 'does-not-fit'
  | 'rolled-back'
  | 'same-version'
  /** Signed at a moment that has not come: a clock is wrong. */
  | 'future'
  | 'expired'
  // It would leave the owner's panel nothing to act with; `thing` is what of it.
  | 'locks-out-subject'
  | 'locks-out-agent'
  | 'locks-out-everything'
  | 'tampered'
  | 'withdrawn'
  | 'none'
  | 'not-joined'
  | 'offline'
  | 'raced'
  /** `thing` is the name of the key, as for the next two. */
  | 'key-none'
  | 'key-there'
  /** `at` is its fingerprint. */
  | 'key-not-named'
  /** `thing` is the name of a signer. */
  | 'signer-none'
  /** `thing` is the agent. */
  | 'not-stopped'
  /** `kept` is how many there may be. */
  | 'signers-many'
  /** `kept` is the highest version by a key that is named that this hub has had, in this fleet or in another. */
  | 'seen'
  /** The user wants agents to go on. */
  | 'pause-holds'
  | 'not-published'
  /** What should be one. */
  | 'no-moment';

export interface FleetPolicyFaultFacts {
  so: FleetPolicyFault;
  version: number;
  /** The version in force. */
  kept: number;
  signer: string;
  /** A moment as ISO 8601. */
  at: string;
  thing: string;
}

export type FleetPolicyDeed =
  | 'taken'
  | 'ended'
  | 'refused'
  /** `thing` is its name. */
  | 'key-made'
  | 'published'
  /** `thing` is which names came and went. */
  | 'signers'
  /** `thing` is which names came, or went. */
  | 'trust'
  | 'distrust'
  | 'replace'
  | 'pause'
  | 'resume'
  /** `thing` is the agent. */
  | 'stop-agent'
  | 'allow-agent';

export interface FleetPolicyDeedFacts {
  how: FleetPolicyDeed;
  version: number;
  signer: string;
  rules: number;
  pausesAll: boolean;
  stopped: number;
  thing: string;
}

/** Why a call was refused, or an agent not let in, by the fleet. */
export interface FleetRefusalReasons {
  'fleet-holds': FleetAuthority & { so: 'paused' | 'stopped'; tool: string; agent: string; because: string | null };
}
