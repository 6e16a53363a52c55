// Why a call to a server of another hub is not carried out, or has no answer: codes with their facts.

export interface FleetSharedReasons {
  /** This hub has joined no fleet, or does not reach it. */
  'fleet-not-joined': object;
  'fleet-cut-off': object;
  'fleet-busy': { most: number };
  'fleet-too-large': object;
  /** `hub` is null where any hub that shares it could have taken the call. */
  'fleet-nobody-takes': { share: string; hub: string | null };
  /** It had begun there. */
  'fleet-taker-gone': { hub: string; share: string };
  'fleet-answer-lost': { hub: string; share: string };
  'fleet-not-shared': { share: string; hub: string };
  'fleet-tool-not-shared': { tool: string; share: string };
  'fleet-share-only-reads': { tool: string; share: string };
  'fleet-unshared': { share: string };
}
