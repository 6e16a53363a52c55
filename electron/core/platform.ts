// What a shell (Electron's main process or plain Node) supplies to the hub. The hub reaches for nothing else.
import type { Logger } from 'pino';
import type { Machine } from '../../native-host/manifests/machine.ts';

export interface HubPlatform {
  readonly version: string;
  readonly shell: 'electron' | 'headless';
  /** The data home, absolute. Created with mode 0700 when missing. */
  readonly home: string;
  /** Folder for the hub's socket, absolute. */
  readonly runtimeDir: string;
  /** The folder that holds `package.json` and `resources/`. */
  readonly appDir: string;
  /** Where the built parts lie: `relay/relay.cjs`, `runner/`, `core/{trace,image}-worker.js`, `extension/`, `headless/pilothouse.js`. */
  readonly distDir: string;
  /** A Node binary that runs the relay, the runners of servers and the command line. */
  readonly nodePath: string;
  /** Port of MCP over HTTP on 127.0.0.1, where whoever started the hub named one; 0 takes a free one. */
  readonly mcpPort: number | null;
  /** Stands before the well-known socket paths such as /tmp/claude-code-mcp-ana.sock; `/` outside of tests. */
  readonly wellKnownRoot: string;
  /** The user and the places where browsers look for manifests. */
  readonly machine: Machine;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly os: NodeJS.Platform;
  readonly log: Logger;
  /** One sentence for the person who started this hub, on stderr. */
  say(sentence: string): void;
  /** Milliseconds since the epoch. */
  now(): number;
  randomBytes(size: number): Buffer;
  /** Brings the window to the front (returns null) or mints a fresh one-time URL of the panel. */
  open(): string | null;
  /** Called when another process asks this hub to stop. */
  quit(): void;
}
