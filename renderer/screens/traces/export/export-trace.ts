// Fetches an export, and the preview of one, piece by piece.
import type { PanelParams } from '../../../../contract/schemas/panel-requests.ts';
import type { Masked } from '../../../../contract/schemas/trace-tools.ts';
import type { TraceFormat } from '../../../../contract/trace-bounds.ts';
import type { AskTrace } from '../shown-trace.ts';

/** What leaves, whatever the format. */
export type ExportChoice = Pick<PanelParams<'trace:export'>, 'filter' | 'payloads' | 'fields'>;

export interface Preview {
  readonly entries: number;
  readonly payloadBytes: number;
  readonly dropped: number;
  readonly masked: readonly Masked[];
  /** False while there is more to count. */
  readonly whole: boolean;
  readonly until: number;
}

/** Calls `onPreview` with the sum so far after every piece. Ends early when `signal` is aborted. */
export async function previewExport(
  ask: AskTrace,
  choice: ExportChoice,
  onPreview: (preview: Preview) => void,
  signal: AbortSignal,
): Promise<void> {
  const masked = new Map<string, Masked>();
  let sum = { entries: 0, payloadBytes: 0, dropped: 0 };
  let place: { after: number; until?: number } = { after: 0 };
  for (;;) {
    const piece = await ask('trace:export-preview', { ...choice, ...place });
    if (signal.aborted) return;
    sum = {
      entries: sum.entries + piece.entries,
      payloadBytes: sum.payloadBytes + piece.payloadBytes,
      dropped: sum.dropped + piece.dropped,
    };
    for (const { kind, name, count } of piece.masked) {
      const key = `${kind} ${name}`;
      masked.set(key, { kind, name, count: count + (masked.get(key)?.count ?? 0) });
    }
    const { after, until } = piece;
    const list = [...masked.values()].sort((a, b) => b.count - a.count || a.name.localeCompare(b.name));
    onPreview({ ...sum, masked: list, whole: after === null, until });
    if (after === null) return;
    place = { after, until };
  }
}

interface SaveOptions {
  readonly format: TraceFormat;
  readonly type: string;
  /** As if nothing had come after this entry: what was previewed is what is saved. */
  readonly until: number;
  readonly signal: AbortSignal;
  readonly onProgress: (entries: number) => void;
}

/** The whole file; null when `signal` was aborted. Each piece becomes a blob of its own at once, which the browser keeps out of the page's memory. */
export async function fetchExport(ask: AskTrace, choice: ExportChoice, options: SaveOptions): Promise<Blob | null> {
  const { format, type, until, signal, onProgress } = options;
  const blobs: Blob[] = [];
  let written = 0;
  for (let after: number | null = 0; after !== null; ) {
    const piece: { text: string; entries: number; after: number | null } = await ask('trace:export', {
      ...choice,
      format,
      after,
      until,
      written,
    });
    if (signal.aborted) return null;
    blobs.push(new Blob([piece.text]));
    written += piece.entries;
    onProgress(written);
    ({ after } = piece);
  }
  return new Blob(blobs, { type });
}
