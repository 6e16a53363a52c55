// The line to the hub: of a Node process that was forked, or of a utility process of Electron.
import type { FromCatalogueWorker, ToCatalogueWorker } from '../../contract/schemas/catalogue-worker.ts';

export interface HubLine {
  tell(message: FromCatalogueWorker): void;
  onMessage(take: (message: ToCatalogueWorker) => void): void;
  /** The hub is gone. */
  onGone(gone: () => void): void;
}

/** Electron's port, in its utility processes alone. */
interface ParentPort {
  on(event: 'message', take: (event: { readonly data: unknown }) => void): unknown;
  postMessage(message: unknown): void;
}

/** Null where nobody has started this process to speak with it. */
export function openHubLine(): HubLine | null {
  const { parentPort } = process as { parentPort?: ParentPort };
  if (parentPort) {
    return {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between processes has no origin
      tell: message => parentPort.postMessage(message),
      onMessage: take => void parentPort.on('message', ({ data }) => take(data as ToCatalogueWorker)),
      // Electron ends its utility processes with itself.
      onGone: () => {},
    };
  }
  if (!process.send) return null;
  return {
    tell: message => void process.send?.(message, undefined, undefined, () => {}),
    onMessage: take => void process.on('message', message => take(message as ToCatalogueWorker)),
    onGone: gone => void process.once('disconnect', gone),
  };
}
