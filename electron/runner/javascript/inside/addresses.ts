// `URL` and `URLSearchParams` for a sandboxed script; the host does the parsing.
import { urlParts } from './url-parts.ts';
import type { Host } from './host.ts';

type Pair = [name: string, value: string];
type Parts = Readonly<Record<string, string>>;

export function addressClasses(host: Host) {
  class URLSearchParams extends Query {
    constructor(from: unknown = '', changed?: () => void) {
      super(host, from, changed);
    }
  }
  class URL extends Address {
    constructor(address: unknown, base?: unknown) {
      super(host, String(address), base === undefined ? null : String(base));
    }
    static canParse(address: unknown, base?: unknown): boolean {
      try {
        return Boolean(new URL(address, base));
      } catch {
        return false;
      }
    }
  }
  return { URL, URLSearchParams };
}

class Query {
  readonly #host: Host;
  readonly #changed: () => void;
  #pairs: Pair[];

  constructor(host: Host, from: unknown, changed: () => void = () => {}) {
    this.#host = host;
    this.#changed = changed;
    this.#pairs = pairsOf(host, from);
  }

  append(name: unknown, value: unknown): void {
    this.#set([...this.#pairs, [String(name), String(value)]]);
  }

  delete(name: string): void {
    this.#set(this.#pairs.filter(([key]) => key !== name));
  }

  set(name: string, value: unknown): void {
    const at = this.#pairs.findIndex(([key]) => key === name);
    if (at < 0) return this.append(name, value);
    const kept = this.#pairs.filter(([key], index) => key !== name || index === at);
    kept[at] = [name, String(value)];
    this.#set(kept);
  }

  get(name: string): string | null {
    return this.#pairs.find(([key]) => key === name)?.[1] ?? null;
  }

  getAll(name: string): string[] {
    return this.#pairs.filter(([key]) => key === name).map(([, value]) => value);
  }

  has(name: string): boolean {
    return this.#pairs.some(([key]) => key === name);
  }

  forEach(act: (value: string, name: string) => void): void {
    for (const [name, value] of this.#pairs) act(value, name);
  }

  keys(): IterableIterator<string> {
    return this.#pairs.map(([name]) => name).values();
  }

  values(): IterableIterator<string> {
    return this.#pairs.map(([, value]) => value).values();
  }

  entries(): IterableIterator<Pair> {
    return this.#pairs.map(([name, value]): Pair => [name, value]).values();
  }

  [Symbol.iterator](): IterableIterator<Pair> {
    return this.entries();
  }

  toString(): string {
    return this.#host.formatQuery(JSON.stringify(this.#pairs));
  }

  #set(pairs: Pair[]): void {
    this.#pairs = pairs;
    this.#changed();
  }
}

class Address {
  readonly #host: Host;
  #parts: Parts;
  #query: Query | null = null;

  constructor(host: Host, address: string, base: string | null) {
    this.#host = host;
    this.#parts = JSON.parse(host.parseUrl(address, base)) as Parts;
  }

  get searchParams(): Query {
    const query = new Query(this.#host, this.#parts.search, () => this.#change('search', query.toString()));
    this.#query ??= query;
    return this.#query;
  }

  toString(): string {
    return this.#parts.href ?? '';
  }

  toJSON(): string {
    return this.toString();
  }

  #change(part: string, value: string): void {
    this.#parts = JSON.parse(this.#host.changeUrl(this.toString(), part, value)) as Parts;
  }

  static {
    const accessor = (name: string, set?: (this: Address, value: unknown) => void) =>
      Object.defineProperty(Address.prototype, name, {
        get(this: Address) {
          return this.#parts[name];
        },
        ...(set && { set }),
        enumerable: true,
      });
    accessor('origin');
    for (const name of urlParts) {
      accessor(name, function (value) {
        this.#change(name, String(value));
        if (name === 'search' || name === 'href') this.#query = null;
      });
    }
  }
}

function pairsOf(host: Host, from: unknown): Pair[] {
  if (typeof from !== 'object' || from === null) return JSON.parse(host.parseQuery(String(from))) as Pair[];
  const pairs = Symbol.iterator in from ? [...(from as Iterable<readonly [unknown, unknown]>)] : Object.entries(from);
  return pairs.map(([name, value]): Pair => [String(name), String(value)]);
}
