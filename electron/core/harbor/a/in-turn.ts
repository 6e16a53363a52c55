// Changes that are made one after the other, whoever asks for them.

/** Begins `act` once all that came before has ended, however it ended. */
export type InTurn = <T>(act: () => Promise<T>) => Promise<T>;

export function createTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return act => {
    const done = last.then(act);
    last = done.catch(() => {});
    return done;
  };
}
