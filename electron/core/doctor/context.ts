// What the doctor is told of the machine and of the hub. Time, processes and the writing of files are handed in.
import type { open } from 'node:fs/promises';
import type { EndpointId } from '../../../contract/entities.ts';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';
import type { ManifestContext } from '../../../native-host/manifests/context.ts';
import type { LauncherSources } from '../../../native-host/manifests/launcher.ts';
import type { ListProcesses } from '../../../native-host/manifests/processes.ts';

/** A credential that lists tools and can do nothing else, until it is closed. */
export interface ProbeClient {
  readonly id: string;
  /** Ends its connection and removes its secret. */
  close(): Promise<void>;
}

/** What the running hub gives to a run of its own doctor. */
export interface HubSide {
  readonly pid: number;
  snapshot(): Snapshot;
  /** The approved clients that have a credential. */
  clients(): readonly { readonly id: string; readonly name: string }[];
  openProbe(): Promise<ProbeClient>;
  /** Has a page search itself for a word. Rejects with HubError or as the extension answers. */
  searchPage(browserId: string, tabId: number, word: string): Promise<void>;
  /** Writes `endpoint.json` again as it was when the hub began to listen. */
  publishRecord(): Promise<void>;
  /** Where the hub listens for relays and shims. */
  socket(): string | null;
  /** Files of tokens by which agents prove themselves to an endpoint that is open. */
  tokens(): readonly string[];
  switchOff(endpoint: EndpointId): Promise<void>;
  /** Opens MCP over HTTP on any free port. */
  takeFreePort(): Promise<void>;
  approve(browserId: string): Promise<void>;
  /** Of this machine, with its own name for it. Resolves once the program has started; rejects with HubError. */
  startBrowser(browserId: string): Promise<void>;
}

/** The wall clock and one that nobody sets, as they were when the hub started. */
export interface StartClocks {
  readonly wallMs: number;
  readonly uptimeMs: number;
}

export interface DoctorContext {
  readonly home: string;
  readonly runtimeDir: string;
  readonly version: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** With machine, launcher, extension ids and the folders that the user named. */
  readonly manifests: ManifestContext;
  /** What the launchers are written from. */
  readonly launchers: LauncherSources;
  readonly extensionFolders: Readonly<Record<'chromium' | 'firefox', string>>;
  /** Null where the command line takes the steps itself. */
  readonly hub: HubSide | null;
  readonly started: StartClocks | null;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds on a clock that never steps, with fractions. */
  monotonic(): number;
  /** Milliseconds since the machine started, its sleep included. */
  uptimeMs(): number;
  randomBytes(size: number): Buffer;
  /** How long a program may take to say its first word, in milliseconds. */
  readonly patienceMs: number;
  readonly files: { readonly open: typeof open };
  readonly listProcesses: ListProcesses;
  /** Hides the values of secrets in what programs said. */
  mask(text: string): string;
}
