// Progress tokens: agents choose theirs without knowing of each other, so each request goes on under one of the hub's own.
import { isRecord } from '../../../contract/json.ts';

export type ProgressSink = (params: Record<string, unknown>, seq: number) => void;

export interface Outward {
  readonly params: unknown;
  /** The request has ended: progress that comes later goes nowhere. */
  end(): void;
}

const nothing = () => {};

export class ProgressTokens {
  readonly #sinks = new Map<number, { readonly from: string; readonly sink: ProgressSink }>();
  #next = 1;

  /** The params for the way on to `from`, who alone may report progress on them. `sink` gets it under the asker's own token. */
  outward(params: unknown, from: string, sink: ProgressSink): Outward {
    const meta = isRecord(params) && isRecord(params._meta) ? params._meta : null;
    if (!isRecord(params) || meta?.progressToken === undefined) return { params, end: nothing };
    const token = this.#next++;
    const { progressToken } = meta;
    this.#sinks.set(token, { from, sink: (progress, seq) => sink({ ...progress, progressToken }, seq) });
    return {
      params: { ...params, _meta: { ...meta, progressToken: token } },
      end: () => this.#sinks.delete(token),
    };
  }

  /** Takes a `notifications/progress`; one for a request that has ended or never was is dropped. */
  arrived(from: string, params: unknown, seq: number): void {
    if (!isRecord(params) || typeof params.progressToken !== 'number') return;
    const waiting = this.#sinks.get(params.progressToken);
    if (waiting?.from === from) waiting.sink(params, seq);
  }
}
