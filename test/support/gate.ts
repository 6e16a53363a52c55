// Holds something up until a test lets it on.
export interface Gate {
  /** For what is held up: resolves once the gate is open. */
  readonly wait: () => Promise<void>;
  /** Resolves once something waits. */
  readonly reached: Promise<void>;
  open(): void;
}

export function createGate(): Gate {
  const [reached, opened] = [settleable(), settleable()];
  const wait = () => {
    reached.settle();
    return opened.promise;
  };
  return { wait, reached: reached.promise, open: opened.settle };
}

function settleable(): { readonly promise: Promise<void>; settle(): void } {
  let settle = () => {};
  const promise = new Promise<void>(resolve => {
    settle = resolve;
  });
  return { promise, settle: () => settle() };
}
