// Watches the places where browsers look for manifests: what changes there reaches the panels, and what breaks a browser that was
// switched on becomes a problem.
import { readReceipts } from '../../../../native-host/manifests/receipts.ts';
import { FolderWatch } from './folder-watch.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { ManifestRow } from '../../../../contract/schemas/manifests.ts';
import type { ManifestContext } from '../../../../native-host/manifests/context.ts';
import type { Receipts } from '../../../../native-host/manifests/receipts.ts';

/** Several changes at once, as one program writes them, are looked at together. */
const settleMs = 300;
/** For what no event tells of, such as the registry of Windows and network disks. */
const pollMs = 30_000;

export interface ManifestWatchOptions {
  readonly context: () => ManifestContext;
  /** The files of manifests that matter, there or not. */
  readonly files: () => Promise<readonly string[]>;
  readonly rows: () => Promise<readonly ManifestRow[]>;
  readonly problems: { report(id: string, reason: Reason): void; solved(id: string): void };
  readonly onChange: () => void;
}

export class ManifestWatch {
  readonly #options: ManifestWatchOptions;
  readonly #folders = new FolderWatch(() => this.#changed());
  /** What the rows said last; null before the first look. */
  #said: string | null = null;
  #broken = new Map<string, string>();
  #soon: NodeJS.Timeout | null = null;
  #poll: NodeJS.Timeout | null = null;
  #looking: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(options: ManifestWatchOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    await this.look();
    if (this.#isStopped) return;
    this.#poll = setInterval(() => void this.look(), pollMs);
    this.#poll.unref();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#soon) clearTimeout(this.#soon);
    if (this.#poll) clearInterval(this.#poll);
    this.#folders.close();
    await this.#looking;
  }

  /** Looks now, after whoever looks already, and tells what has changed. */
  look(): Promise<void> {
    this.#looking = this.#looking.then(() => this.#look()).catch(() => {});
    return this.#looking;
  }

  async #look(): Promise<void> {
    if (this.#isStopped) return;
    const context = this.#options.context();
    const files = await this.#options.files();
    if (this.#isStopped) return;
    // Before the places are read: what changes meanwhile is looked at once more.
    this.#folders.set([...files, context.launcherPath]);
    const rows = await this.#options.rows();
    const receipts = await readReceipts(context).catch((): Receipts => []);
    if (this.#isStopped) return;
    this.#tellProblems(rows, receipts);
    const said = JSON.stringify(
      rows.map(({ browserId, host, found, state, reason }) => [browserId, host, found, state, reason]),
    );
    const isNew = this.#said !== null && said !== this.#said;
    this.#said = said;
    if (isNew) this.#options.onChange();
  }

  #tellProblems(rows: readonly ManifestRow[], receipts: Receipts): void {
    const broken = new Map<string, Reason>();
    for (const { browserId, host, name: browser, extension, state, reason: why } of rows) {
      const isOn = receipts.some(receipt => receipt.host === host && receipt.browsers.includes(browserId));
      if (isOn && state !== 'ours')
        broken.set(`browser:${browserId}:${host}`, {
          kind: 'browser-unanswered',
          browser,
          browserId,
          host,
          extension,
          why,
        });
    }
    const { problems } = this.#options;
    for (const id of this.#broken.keys()) if (!broken.has(id)) problems.solved(id);
    for (const [id, reason] of broken) if (this.#broken.get(id) !== JSON.stringify(reason)) problems.report(id, reason);
    this.#broken = new Map([...broken].map(([id, reason]) => [id, JSON.stringify(reason)]));
  }

  #changed(): void {
    if (this.#isStopped) return;
    this.#soon ??= setTimeout(() => {
      this.#soon = null;
      void this.look();
    }, settleMs);
  }
}
