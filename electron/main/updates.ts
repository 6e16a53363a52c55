// Updates from a feed that the user named: looked for, fetched, and put in place when the app quits. Off without a feed.
import { mapTexts, reasonOf } from '../../contract/reason.ts';
import type { Reason } from '../../contract/reasons.ts';
import type { UpdateState } from '../../contract/schemas/desktop.ts';

const firstLookMs = 30_000;
const everyMs = 6 * 60 * 60_000;

/** What is used of electron-updater's `autoUpdater`, and how its feed is named. */
export interface Updater {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  allowDowngrade: boolean;
  logger: unknown;
  /** From now on it looks there. */
  setFeed(url: string): void;
  /** Resolves when the feed has answered; what it offers may still be on its way. */
  checkForUpdates(): Promise<{ readonly downloadPromise?: Promise<unknown> | null | undefined } | null>;
  on(event: 'update-available', listener: (info: { version: string }) => void): unknown;
  on(event: 'update-not-available', listener: () => void): unknown;
  on(event: 'download-progress', listener: (progress: { percent: number }) => void): unknown;
  on(event: 'update-downloaded', listener: (info: { version: string }) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

export interface UpdateParts {
  /** Why this copy cannot replace itself; null where it can. */
  readonly hindrance: Reason | null;
  /** Loaded only when a feed is named. */
  load(): Promise<Updater>;
}

export class Updates {
  readonly #parts: UpdateParts;
  #feed: string | null = null;
  #state: UpdateState = { kind: 'off' };
  #updater: Updater | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: UpdateParts) {
    this.#parts = parts;
  }

  get state(): UpdateState {
    return this.#state;
  }

  /** Looks there from now on, and nowhere with null. What was fetched already stays. */
  follow(feed: string | null): void {
    this.#feed = feed;
    clearTimeout(this.#timer);
    if (this.#state.kind === 'ready') return;
    const { hindrance } = this.#parts;
    if (feed === null) this.#state = { kind: 'off' };
    else if (hindrance !== null) this.#state = { kind: 'unsupported', reason: hindrance };
    else {
      this.#state = { kind: 'idle' };
      this.#lookIn(firstLookMs);
    }
  }

  /** Resolves when the feed has answered; what went wrong is the state. */
  async look(): Promise<void> {
    const feed = this.#feed;
    if (feed === null || this.#parts.hindrance !== null || this.#state.kind === 'ready') return;
    this.#state = { kind: 'looking' };
    try {
      this.#updater ??= this.#prepare(await this.#parts.load());
      this.#updater.setFeed(feed);
      const found = await this.#updater.checkForUpdates();
      // A file that is not what the feed listed fails here, and nobody else waits for it.
      found?.downloadPromise?.catch((error: unknown) => this.#failed(error));
    } catch (error) {
      this.#failed(error);
    }
  }

  #prepare(updater: Updater): Updater {
    updater.autoDownload = true;
    updater.autoInstallOnAppQuit = true;
    // A feed that offers an older version offers its holes too.
    updater.allowDowngrade = false;
    updater.logger = null;
    let version = '';
    updater.on('update-available', info => {
      version = info.version;
      this.#state = { kind: 'fetching', version, percent: 0 };
    });
    updater.on('update-not-available', () => {
      this.#state = { kind: 'idle' };
    });
    updater.on('download-progress', ({ percent }) => {
      this.#state = { kind: 'fetching', version, percent: Math.round(percent) };
    });
    updater.on('update-downloaded', info => {
      this.#state = { kind: 'ready', version: info.version };
    });
    updater.on('error', error => this.#failed(error));
    return updater;
  }

  #failed(error: unknown): void {
    const shorten = (text: string) => (text.split('\n')[0] ?? text).slice(0, 300);
    this.#state = { kind: 'failed', reason: mapTexts(reasonOf(error), shorten) };
  }

  #lookIn(ms: number): void {
    this.#timer = setTimeout(() => {
      void this.look();
      this.#lookIn(everyMs);
    }, ms);
    this.#timer.unref();
  }
}

export interface UpdateFacts {
  readonly packaged: boolean;
  readonly os: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  /** Whether this build carries the key that updates are signed with. */
  readonly hasKey: boolean;
}

/** Null where this copy can be replaced by a newer one. */
export function updateHindrance({ packaged, os, env, hasKey }: UpdateFacts): Reason | null {
  if (!packaged) return { kind: 'update-of-sources' };
  if (os === 'linux' && !env['APPIMAGE']) return { kind: 'update-of-package' };
  // macOS itself takes an update only from whoever signed the app; elsewhere a feed would vouch for its own files.
  if (!hasKey && os !== 'darwin') return { kind: 'update-without-key' };
  return null;
}
