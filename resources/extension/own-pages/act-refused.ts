// Why an act of a page of the companion's own was not done.

export type ActFault =
  /** The background ended meanwhile; whether the hub has heard of it nobody knows. */
  | { readonly kind: 'anew' }
  | { readonly kind: 'no-hub' }
  /** What the hub said: in English, and its reason as a code with facts, where it has one. */
  | { readonly kind: 'refused'; readonly reason: unknown; readonly message: string };

export class ActRefused extends Error {
  readonly fault: ActFault;

  constructor(fault: ActFault) {
    super(fault.kind === 'refused' ? fault.message : fault.kind);
    this.fault = fault;
  }
}
