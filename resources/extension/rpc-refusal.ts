// What the hub answered in place of a result: its sentence, and the data beside it.

export class RpcRefusal extends Error {
  readonly data: unknown;

  constructor(message: string, data: unknown) {
    super(message);
    this.data = data;
  }
}
