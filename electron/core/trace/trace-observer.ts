// Who else sees what is traced, at the moment when it happens and before it is masked.
import type { TraceClose, TraceOpen } from './tap.ts';

export interface TraceObserver {
  opened(seq: number, at: number, entry: TraceOpen): void;
  closed(seq: number, at: number, close: TraceClose): void;
}
