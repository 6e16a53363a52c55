// The long work of the trace's thread, all of it at once.
import type { Work } from '../../electron/core/trace/slices.ts';

export function finished<T>(work: Work<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
