// What a shell (Electron's main process or plain Node) supplies to the hub. The hub reaches for nothing else.
import type { Socket } from 'node:net';
import type { Reason } from '../../../contract/reasons.ts';
import type { DesktopChange, DesktopSettings } from '../../../contract/schemas/desktop.ts';
import type { ConnectionEnd } from '../../../native-host/endpoints/connection-process.ts';
import type { ProcessMark } from '../../../native-host/endpoints/socket-peer.ts';
import type { Machine } from '../../../native-host/manifests/machine.ts';
import type { ListProcesses } from '../../../native-host/manifests/processes.ts';

export interface Opened {
  readonly text: string;
  /** It was sealed with a key that another one has taken the place of: it should be sealed anew. */
  readonly isStale: boolean;
}

/** The keychain of the operating system, which opens what it sealed for this user alone. */
export interface Vault {
  /** What the system calls it, where it has several; null elsewhere. */
  readonly backend: string | null;
  /** Why it protects nothing here; null where it does. A weak one is not used. */
  readonly weakness: Reason | null;
  seal(text: string): Promise<Buffer>;
  /** Rejects when it cannot be opened, also when the keychain stays locked. */
  open(sealed: Buffer): Promise<Opened>;
}

/** `url` is null where a window came to the front; `page` is a private file that leads a browser to it. */
export interface OpenedPanel {
  readonly url: string | null;
  readonly page: string | null;
}

/** Of pino, as far as it is used. */
export interface HubLogger {
  info(facts: object, text: string): void;
  warn(facts: object, text: string): void;
}

/** One of our programs in a process of its own, which is spoken with by messages. */
export interface SideProcess {
  readonly pid: number | undefined;
  send(message: unknown): void;
  kill(): void;
}

export interface SideProcessOptions {
  /** The built program, absolute. */
  readonly file: string;
  readonly cwd: string;
  /** All of its environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Of what it makes itself, in MiB. */
  readonly heapMib: number;
  onMessage(message: unknown): void;
  /** Called once, also where it could not be started; it may have said why. */
  onEnd(error: Error | null): void;
}

export interface HubPlatform {
  readonly version: string;
  readonly shell: 'electron' | 'headless';
  /** The data home, absolute. Created with mode 0700 when missing. */
  readonly home: string;
  /** Folder for the hub's socket, absolute. */
  readonly runtimeDir: string;
  /** The folder that holds `package.json` and `resources/`. */
  readonly appDir: string;
  /** Where the built parts lie: `relay/relay.cjs`, `runner/`, `core/{trace,image}-worker.js`, `catalogue/main.js`, `extension/`, `headless/pilothouse.js`. */
  readonly distDir: string;
  /** Where `trace-worker.js` and `image-worker.js` lie, beside the folder of `catalogue/main.js`; `core/` of `distDir` when absent. */
  readonly workersDir?: string;
  /** A Node binary that runs the relay, the runners of servers and the command line. */
  readonly nodePath: string;
  /** Starts one of our programs; absent where `nodePath` can, which it cannot where files are packed. */
  startSide?(options: SideProcessOptions): SideProcess;
  /** sha256 (hex) of `relay/relay.cjs` as it was built with this hub; null where the sources run as they are. */
  readonly relayHash: string | null;
  /** Why what browsers would start is not to be trusted; null or absent where nothing is known. */
  readonly relayProblem?: Reason | null;
  /** The same of what servers are run with: `runner/` and the Node that runs it. */
  readonly runnerProblem?: Reason | null;
  /** Port of MCP over HTTP on 127.0.0.1, where whoever started the hub named one; 0 takes a free one. */
  readonly mcpPort: number | null;
  /** The same of the panel; absent where it is a window. */
  readonly panelPort?: number;
  /** Stands before the well-known socket paths such as /tmp/claude-code-mcp-ana.sock; `/` outside of tests. */
  readonly wellKnownRoot: string;
  /** The user and the places where browsers look for manifests. */
  readonly machine: Machine;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly os: NodeJS.Platform;
  /** What happens in here, for whoever looks into the program itself: facts, and a sentence. */
  readonly log: HubLogger;
  /** One sentence for the person who started this hub, on stderr. */
  say(sentence: string): void;
  /** Milliseconds since the epoch. */
  now(): number;
  randomBytes(size: number): Buffer;
  /** The inode of the other end of a Unix socket, by which its process is found; null where the system does not tell. */
  peerInode(socket: Socket): Promise<string | null>;
  /** The process at the other end of an agent's connection; null where the system does not tell. */
  connectionProcess(end: ConnectionEnd): Promise<ProcessMark | null>;
  /** The processes that run on the machine. */
  readonly listProcesses: ListProcesses;
  /** Whether it tells the hub when the screen locks (`Hub.screenLocked`). */
  readonly reportsLock?: boolean;
  /** Seals secrets; without one they lie in a file of their owner. */
  readonly vault?: Vault;
  /** Opens an address in the user's browser. Only the desktop can: a panel in a browser opens addresses itself. */
  openLink?(url: string): Promise<void>;
  /** The desktop's own settings; absent without a desktop. Changing throws HubError with a sentence. */
  readonly desktop?: {
    settings(): DesktopSettings;
    change(change: DesktopChange): DesktopSettings;
    /** Resolves when the feed has answered; how that went is in the settings. */
    lookForUpdates(): Promise<DesktopSettings>;
    /** Lets the user pick a path; null where none was picked. */
    pickPath(kind: 'file' | 'folder'): Promise<string | null>;
  };
  /** Brings the window to the front, or mints a fresh one-time URL of the panel; with a page that leads a browser there, if asked. */
  open(browse: boolean): OpenedPanel | Promise<OpenedPanel>;
  /** Called when the user asks this hub to stop, by another process. */
  quit(): void;
}
