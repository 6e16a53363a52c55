// The transport of a run that cannot begin, because something that it needs is missing.
import type { RunEnd, ServerTransport } from './server-transport.ts';

export class NeverStarted implements ServerTransport {
  readonly pid = null;
  readonly stderr: string[] = [];
  readonly gone = Promise.resolve();
  readonly ended: Promise<RunEnd>;

  constructor(end: RunEnd) {
    this.ended = Promise.resolve(end);
  }

  send(): void {}
  note(): void {}
  fail(): void {}

  stop(): Promise<void> {
    return this.gone;
  }
}
