// `fetch`, `Headers` and the answer of a fetch for a sandboxed script. Which hosts it reaches is decided outside.
import { bytesOf } from './text.ts';
import type { FetchResponse, Host } from './host.ts';

interface FetchInit {
  readonly method?: unknown;
  readonly headers?: HeadersFrom;
  readonly body?: unknown;
}
type HeadersFrom = Iterable<readonly [unknown, unknown]> | Readonly<Record<string, unknown>>;

export function webClasses(host: Host, URLSearchParams: new () => object) {
  const fetch = async (resource: unknown, { method, headers = {}, body = null }: FetchInit = {}) => {
    const sent = new Headers(headers);
    if (body instanceof URLSearchParams && !sent.has('content-type')) {
      sent.set('content-type', 'application/x-www-form-urlencoded;charset=UTF-8');
    }
    const request = { url: String(resource), method: String(method ?? 'GET').toUpperCase(), headers: [...sent] };
    const payload = body === null || body === undefined ? null : (bytesOf(body) ?? String(body));
    const { head, bytes } = await host.fetch(JSON.stringify(request), payload);
    return new Response(host, JSON.parse(head) as Omit<FetchResponse, 'body'>, bytes);
  };
  return { fetch, Headers };
}

class Headers {
  readonly #map = new Map<string, string>();

  constructor(from: HeadersFrom = []) {
    const pairs = Symbol.iterator in from ? (from as Iterable<readonly [unknown, unknown]>) : Object.entries(from);
    for (const [name, value] of pairs) this.append(String(name), String(value));
  }

  append(name: string, value: string): void {
    const before = this.get(name);
    this.set(name, before === null ? value : `${before}, ${value}`);
  }

  set(name: string, value: unknown): void {
    this.#map.set(name.toLowerCase(), String(value));
  }

  get(name: string): string | null {
    return this.#map.get(name.toLowerCase()) ?? null;
  }

  has(name: string): boolean {
    return this.#map.has(name.toLowerCase());
  }

  delete(name: string): void {
    this.#map.delete(name.toLowerCase());
  }

  forEach(act: (value: string, name: string) => void): void {
    for (const [name, value] of this.#map) act(value, name);
  }

  keys(): IterableIterator<string> {
    return this.#map.keys();
  }

  values(): IterableIterator<string> {
    return this.#map.values();
  }

  entries(): IterableIterator<[string, string]> {
    return this.#map.entries();
  }

  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.entries();
  }
}

class Response {
  readonly #host: Host;
  readonly #body: ArrayBuffer;
  #isUsed = false;
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  readonly redirected: boolean;
  readonly ok: boolean;
  readonly headers: Headers;

  constructor(host: Host, head: Omit<FetchResponse, 'body'>, body: ArrayBuffer) {
    this.#host = host;
    this.#body = body;
    this.url = head.url;
    this.status = head.status;
    this.statusText = head.statusText;
    this.redirected = head.redirected;
    this.ok = head.status >= 200 && head.status < 300;
    this.headers = new Headers(head.headers);
  }

  get bodyUsed(): boolean {
    return this.#isUsed;
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    if (this.#isUsed) throw new TypeError('The body of this answer was read already.');
    this.#isUsed = true;
    return this.#body;
  }

  async text(): Promise<string> {
    return this.#host.decode(await this.arrayBuffer());
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }
}
