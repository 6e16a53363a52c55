// A well-known place is taken by a process that answers: it is left to it.

export class EndpointHeldError extends Error {
  /** `process 4121 (node)`, or `another process`. */
  readonly by: string;

  constructor(address: string, by: string) {
    super(`${address} is held by ${by}.`);
    this.by = by;
  }
}
