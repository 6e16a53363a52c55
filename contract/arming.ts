// Answers are dead until half a second after what they answer was last seen to change. Pure: times are milliseconds of one clock.

/** The same 500 ms as `--arm` in tokens.css. */
export const armMs = 500;

export interface Arming {
  /** What is answered, as it is shown. */
  readonly signature: string;
  /** Rises with each change, so that what comes back to an earlier state has to wait too. */
  readonly epoch: number;
  /** Since when answers count; null while they do not. */
  readonly armedAt: number | null;
}

export function unarmed(signature: string): Arming {
  return { signature, epoch: 0, armedAt: null };
}

/** The same object when nothing changed. */
export function shown(arming: Arming, signature: string): Arming {
  if (arming.signature === signature) return arming;
  return { signature, epoch: arming.epoch + 1, armedAt: null };
}

/** The wait that began with `epoch` has ended; one that was overtaken by a change arms nothing. */
export function waited(arming: Arming, epoch: number, now: number): Arming {
  return arming.epoch === epoch && arming.armedAt === null ? { ...arming, armedAt: now } : arming;
}

/**
 * Whether a press that began at `beganAt` is an answer: its finger was set down on what is shown now, and not on what
 * stood there before. A key that is held down goes on pressing, and is none.
 */
export function mayAnswer(
  { armedAt }: Arming,
  press: { readonly beganAt: number; readonly repeats: boolean },
): boolean {
  return armedAt !== null && press.beganAt > armedAt && !press.repeats;
}
