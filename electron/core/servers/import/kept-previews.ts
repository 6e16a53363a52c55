// The previews of imports that can still be added from, few for each kind of asker.
import { refused } from './read-entry.ts';
import type { NewServer } from '../lifecycle/server-row.ts';
import type { HarborThing } from './harbor-home/home-things.ts';

/** Each has its own share: what programs have shown to them takes nothing from what the user is reading. */
export type PreviewAsker = 'panel' | 'program';

/** By their keys. Their secrets are here and go nowhere but into the store. */
export interface Preview {
  readonly servers: ReadonlyMap<string, NewServer>;
  readonly things: ReadonlyMap<string, HarborThing>;
  readonly asker: PreviewAsker;
}

/** What was shown longer ago is read again. */
const maxPreviews = 4;

export class KeptPreviews {
  /** Oldest first. */
  readonly #previews = new Map<string, Preview>();
  /** How many confirmations wait with each. */
  readonly #held = new Map<string, number>();

  keep(previewId: string, preview: Preview): void {
    this.#previews.set(previewId, preview);
    this.#dropOldest(preview.asker);
  }

  /** Throws HubError for one that is not there any more. */
  expect(previewId: string): Preview {
    const preview = this.#previews.get(previewId);
    if (preview) return preview;
    throw refused({ kind: 'preview-gone' });
  }

  /** Not dropped before the returned function is called, which is done once. Throws as `expect` does. */
  hold(previewId: string): () => void {
    const { asker } = this.expect(previewId);
    this.#held.set(previewId, (this.#held.get(previewId) ?? 0) + 1);
    return () => {
      const left = (this.#held.get(previewId) ?? 1) - 1;
      if (left > 0) this.#held.set(previewId, left);
      else this.#held.delete(previewId);
      this.#dropOldest(asker);
    };
  }

  /** Taken out before `use` waits for anything, so that it is used once; put back where that fails. Throws as `expect` does. */
  async using<T>(previewId: string, use: () => Promise<T>): Promise<T> {
    const preview = this.expect(previewId);
    this.#previews.delete(previewId);
    try {
      return await use();
    } catch (error) {
      this.keep(previewId, preview);
      throw error;
    }
  }

  #dropOldest(asker: PreviewAsker): void {
    const own = [...this.#previews].filter(([id, preview]) => preview.asker === asker && !this.#held.has(id));
    for (const [id] of own.slice(0, Math.max(0, own.length - maxPreviews))) this.#previews.delete(id);
  }
}
