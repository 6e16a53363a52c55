// Why a call to a server of another hub is not carried out, or has no answer: codes with their facts.

export interface FleetSharedReasons {
  /** This hub has joined no fleet, or does not reach it. */
  'fleet-not-joined': object;
  'fleet-cut-off': object;
  'fleet-busy': { most: number };
  /** All agents of that hub that may use it at once are at work. */
  'fleet-agents-busy': { share: string; most: number };
  /** `whose` is the hub that asks. */
  'fleet-clients-full': { whose: string; most: number };
  /** It has that many calls of one hub, or of one agent of it; this one did not begin. */
  'fleet-taker-busy': { hub: string; most: number };
  'fleet-too-large': object;
  /** `hub` is null where any hub that shares it could have taken the call. */
  'fleet-nobody-takes': { share: string; hub: string | null };
  /** Its account does not let it take calls of the group; `flags` are those of the command that prints its rights. */
  'fleet-not-in-group': { share: string; hub: string; flags: string };
  /** It had begun there. */
  'fleet-taker-gone': { hub: string; share: string };
  'fleet-answer-lost': { hub: string; share: string };
  'fleet-not-shared': { share: string; hub: string };
  'fleet-tool-not-shared': { tool: string; share: string };
  /** Of some tools; what was asked for is none. */
  'fleet-only-tools': { share: string };
  'fleet-share-only-reads': { tool: string; share: string };
  'fleet-unshared': { share: string };
  'fleet-share-address': object;
  'fleet-share-headers': object;
  /** It is another hub's itself. */
  'fleet-share-loop': { server: string };
  'fleet-share-nobody': { share: string };
  'fleet-share-none': { share: string };
  'fleet-share-own': { share: string };
  'fleet-use-none': { share: string; hub: string | null };
  /** `known` is what others share, as `hub/share`. */
  'fleet-use-unknown': { share: string; hub: string | null; known: readonly string[] };
  'fleet-tools-unknown': { server: string; tools: readonly string[]; known: readonly string[] };

  // For the audit.
  /** `tools` is empty where all are. */
  'fleet-share-set': {
    server: string;
    share: string;
    hubs: readonly string[];
    roles: readonly string[];
    tools: readonly string[];
    readOnly: boolean;
  };
  'fleet-share-ended': { share: string };
  'fleet-share-used': { share: string; hub: string | null };
  'fleet-share-unused': { share: string; hub: string | null };
}
