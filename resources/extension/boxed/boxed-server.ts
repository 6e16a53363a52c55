// An MCP server that the companion runs in the browser by itself, in a box of its own: what it is known by, and what its box may take.
import { isRecord } from '../../../contract/json.ts';

export const boxBounds = {
  /** Servers that are kept, and those that run at the same time. */
  ...{ servers: 20, running: 4 },
  ...{ scriptBytes: 4 * 1024 * 1024, moduleBytes: 16 * 1024 * 1024 },
  memoryBytes: 64 * 1024 * 1024,
  /** How long a server may compute without giving way, in ms; also how long it may take to start. */
  turnMs: 10_000,
  /** Of what it writes for one request, and of one line. */
  answerChars: 1_000_000,
  /** Calls of one server that wait, of all pages and of one origin: no origin alone keeps the others out. */
  ...{ waiting: 64, waitingOfOrigin: 16 },
  /** After that long without a call a server is ended, with what it remembered. */
  idleMs: 60_000,
  ...{ tools: 100, toolsChars: 64 * 1024 },
} as const;

export interface BoxedTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema?: Readonly<Record<string, unknown>>;
}

export interface BoxedServer {
  /** In names of its tools: lower-case letters, digits, `-`. */
  readonly id: string;
  readonly title: string;
  readonly kind: 'script' | 'module';
  /** A module that reads one line alone, and then ends, is not greeted: the line is the request. */
  readonly takesOneLine: boolean;
  /** SHA-256 of its code, in hex. */
  readonly digest: string;
  readonly bytes: number;
  /** As it listed them when it was added; it is called by no other name. */
  readonly tools: readonly BoxedTool[];
  /** Which its manifest asks for. None is given. */
  readonly hosts: readonly string[];
  /** Milliseconds since 1970. */
  readonly addedAt: number;
}

export interface FoundTool {
  readonly server: BoxedServer;
  readonly tool: BoxedTool;
}

/** `server/tool`, the name that pages are told. */
export function idOf({ server, tool }: FoundTool): string {
  return `${server.id}/${tool.name}`;
}

/** By which an answer of the user holds: this tool of this very code, whatever has its name later. */
export function keyOf({ server, tool }: FoundTool): string {
  return `${server.digest}/${tool.name}`;
}

export function toolsOf(servers: readonly BoxedServer[]): FoundTool[] {
  return servers.flatMap(server => server.tools.map(tool => ({ server, tool })));
}

/** By `server/tool`, `server__tool` or a bare name, which is the first that has it; null where there is none. */
export function findTool(servers: readonly BoxedServer[], name: string): FoundTool | null {
  const all = toolsOf(servers);
  const full = all.find(one => idOf(one) === name || `${one.server.id}__${one.tool.name}` === name);
  return full ?? all.find(({ tool }) => tool.name === name) ?? null;
}

/** What a server listed, as far as it has the form. */
export function toolsIn(listed: unknown): BoxedTool[] {
  if (!Array.isArray(listed)) return [];
  const seen = new Set<string>();
  return listed.flatMap((tool: unknown) => {
    if (!isRecord(tool) || typeof tool.name !== 'string' || !/^[\w./-]{1,128}$/.test(tool.name)) return [];
    const { name, description, inputSchema } = tool;
    if (seen.has(name)) return [];
    seen.add(name);
    return {
      name,
      ...(typeof description === 'string' && { description: description.slice(0, 2_000) }),
      ...(isRecord(inputSchema) && { inputSchema }),
    };
  });
}

/** What is kept; an older companion may have written otherwise. */
export function readServers(kept: unknown): BoxedServer[] {
  return Array.isArray(kept) ? kept.filter(isServer).slice(0, boxBounds.servers) : [];
}

function isServer(value: unknown): value is BoxedServer {
  if (!isRecord(value)) return false;
  const { id, title, kind, takesOneLine, digest, bytes, tools, hosts, addedAt } = value;
  return (
    [id, title, digest].every(one => typeof one === 'string') &&
    (kind === 'script' || kind === 'module') &&
    typeof takesOneLine === 'boolean' &&
    [bytes, addedAt].every(one => typeof one === 'number') &&
    Array.isArray(tools) &&
    tools.every(tool => isRecord(tool) && typeof tool.name === 'string') &&
    Array.isArray(hosts)
  );
}
