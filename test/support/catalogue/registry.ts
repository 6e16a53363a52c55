// A registry of the official API (v0.1) on loopback: pages by cursors, changes since a time, versions, and every fault that a registry may have.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One version of a server, as it is published and as the registry speaks of it. */
export interface Published {
  readonly server: { readonly name: string; readonly version: string; readonly [member: string]: unknown };
  readonly status: 'active' | 'deprecated' | 'deleted';
  readonly publishedAt: string;
  readonly updatedAt: string;
  readonly isLatest: boolean;
  /** What it says beside the official part. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** How one request is answered in place of the list. */
export type Fault =
  | { readonly kind: 'status'; readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  | { readonly kind: 'body'; readonly body: string }
  | { readonly kind: 'bytes'; readonly bytes: number }
  | { readonly kind: 'silence' }
  | { readonly kind: 'break' }
  | { readonly kind: 'redirect'; readonly to: string };

export interface Asked {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
}

export interface Answered {
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
}

export interface FixtureRegistry {
  readonly address: string;
  /** All that were asked, oldest first. */
  readonly asked: readonly Asked[];
  /** What it answered in JSON. */
  readonly answered: readonly Answered[];
  publish(...published: readonly Published[]): void;
  /** The next requests get these, one each. */
  fail(...faults: readonly Fault[]): void;
  /** Each request gets it, from the page with this number on. */
  failFrom(page: number, fault: Fault | null): void;
  /** Each answer names the cursor of the first page again. */
  goRound(on: boolean): void;
  /** Answers wait until it is opened again. */
  hold(): () => void;
  stop(): Promise<void>;
}

const officialMeta = 'io.modelcontextprotocol.registry/official';

export async function startRegistry(): Promise<FixtureRegistry> {
  const registry = new Registry();
  const server = createServer((request, response) => void registry.answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(registry, {
    address: `http://127.0.0.1:${port}`,
    stop: async () => {
      registry.open();
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  });
}

class Registry {
  readonly asked: Asked[] = [];
  readonly answered: Answered[] = [];
  readonly #versions = new Map<string, Published>();
  readonly #faults: Fault[] = [];
  #from: { page: number; fault: Fault } | null = null;
  #round = false;
  #gate: Promise<void> = Promise.resolve();
  open = () => {};

  publish(...published: readonly Published[]): void {
    for (const one of published) {
      const { name, version } = one.server;
      if (one.isLatest)
        for (const [key, other] of this.#versions)
          if (other.server.name === name) this.#versions.set(key, { ...other, isLatest: false });
      this.#versions.set(`${name}\n${version}`, one);
    }
  }

  fail(...faults: readonly Fault[]): void {
    this.#faults.push(...faults);
  }

  failFrom(page: number, fault: Fault | null): void {
    this.#from = fault && { page, fault };
  }

  goRound(on: boolean): void {
    this.#round = on;
  }

  hold(): () => void {
    this.#gate = new Promise(resolve => {
      this.open = resolve;
    });
    return () => this.open();
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/', headers } = request;
    this.asked.push({ method, path, headers });
    const url = new URL(path, 'http://registry.example');
    await this.#gate;
    const fault = this.#faults.shift() ?? this.#lasting(url);
    if (fault) return answerFault(response, fault);
    const versions = /^\/v0\.1\/servers\/([^/]+)\/versions$/.exec(url.pathname);
    if (versions) return this.#answerVersions(response, path, decodeURIComponent(versions[1] ?? ''), url.searchParams);
    if (url.pathname === '/v0.1/servers') return this.#json(response, path, 200, this.#list(url.searchParams));
    return this.#json(response, path, 404, { error: 'Not found' });
  }

  #lasting(url: URL): Fault | null {
    return this.#from && pageOf(url.searchParams) >= this.#from.page ? this.#from.fault : null;
  }

  #list(query: URLSearchParams): unknown {
    const since = query.get('updated_since');
    const withDeleted = since !== null || query.get('include_deleted') === 'true';
    const all = [...this.#versions.values()]
      .filter(({ status }) => withDeleted || status !== 'deleted')
      .filter(({ isLatest }) => query.get('version') !== 'latest' || isLatest)
      .filter(({ updatedAt }) => since === null || updatedAt > since)
      .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
    const limit = Math.min(100, Number(query.get('limit') ?? 30));
    const page = pageOf(query);
    const servers = all.slice(page * limit, (page + 1) * limit).map(asAnswer);
    const isLast = (page + 1) * limit >= all.length;
    const nextCursor = this.#round ? cursorOf(1) : isLast ? undefined : cursorOf(page + 1);
    return { servers, metadata: { count: servers.length, ...(nextCursor && { nextCursor }) } };
  }

  #answerVersions(response: ServerResponse, path: string, name: string, query: URLSearchParams): void {
    const withDeleted = query.get('include_deleted') === 'true';
    const own = [...this.#versions.values()].filter(
      ({ server, status }) => server.name === name && (withDeleted || status !== 'deleted'),
    );
    if (own.length === 0) return this.#json(response, path, 404, { error: 'Server not found' });
    const newest = own.toSorted((one, other) => (one.publishedAt < other.publishedAt ? 1 : -1));
    this.#json(response, path, 200, { servers: newest.map(asAnswer), metadata: { count: own.length } });
  }

  #json(response: ServerResponse, path: string, status: number, body: unknown): void {
    this.answered.push({ path, status, body });
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }
}

function answerFault(response: ServerResponse, fault: Fault): void {
  switch (fault.kind) {
    case 'status':
      return void response.writeHead(fault.status, fault.headers).end('{"title":"A fault"}');
    case 'body':
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(fault.body);
    case 'bytes':
      return sendBytes(response, fault.bytes);
    case 'silence':
      return;
    case 'break':
      return void response.socket?.destroy();
    case 'redirect':
      return void response.writeHead(302, { location: fault.to }).end();
  }
}

/** Spaces in front of a list, so that it would be one in the end. */
function sendBytes(response: ServerResponse, bytes: number): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const piece = Buffer.alloc(64 * 1024, ' ');
  let left = bytes;
  const more = () => {
    while (left > 0) {
      left -= piece.length;
      if (!response.write(piece)) return void response.once('drain', more);
    }
    response.end('{"servers":[]}');
  };
  response.on('error', () => {});
  more();
}

function asAnswer({ server, status, publishedAt, updatedAt, isLatest, meta }: Published) {
  const official = { status, statusChangedAt: updatedAt, publishedAt, updatedAt, isLatest };
  return { server, _meta: { ...meta, [officialMeta]: official } };
}

function keyOf({ server }: Published): string {
  return `${server.name}:${server.version}`;
}

/** Opaque to whoever asks. */
function cursorOf(page: number): string {
  return Buffer.from(`page ${page}`).toString('base64url');
}

function pageOf(query: URLSearchParams): number {
  const cursor = query.get('cursor');
  return cursor === null ? 0 : Number(Buffer.from(cursor, 'base64url').toString().replace('page ', ''));
}
