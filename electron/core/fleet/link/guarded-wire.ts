// Keeps the parts of the fleet apart from a server of which it is not known yet that it has their fleet: the client comes back by itself wherever the address leads.
import { errors } from '@nats-io/transport-node';
import { type FleetWire, wireOn } from './fleet-wire.ts';
import type { NatsConnection, RequestOptions, ServerInfo, SubscriptionOptions } from '@nats-io/transport-node';

/** As long as the client waits where nobody says how long. */
const usualMs = 1_000;

export class GuardedWire {
  /** For the checks alone. */
  readonly bare: FleetWire;
  /** For the parts: at a server that was not looked at, nothing of them is sent or heard. */
  readonly wire: FleetWire;
  readonly #servers = new Set<string>();
  /** Of each cluster that was looked at: where its servers said that the others are. */
  readonly #clusters = new Map<string, ReadonlySet<string>>();
  #waiting: (() => void)[] = [];

  constructor(bare: FleetWire) {
    this.bare = bare;
    this.wire = wireOn(bare.subjects, this.#guarded(bare.connection));
    void bare.connection.closed().then(() => this.#wake());
  }

  /** Its process: another one with each start. Null while there is none. */
  get server(): string | null {
    return this.bare.connection.info?.server_id ?? null;
  }

  /** What was looked at there is the fleet's. Does nothing where the connection is elsewhere by now. */
  trust(server: string | null): void {
    const { info } = this.bare.connection;
    if (!info || info.server_id !== server) return;
    this.#servers.add(server);
    const { cluster, connect_urls: others } = info;
    if (cluster && others) this.#clusters.set(cluster, new Set(others));
    this.#wake();
  }

  get #isOpen(): boolean {
    const { info } = this.bare.connection;
    return info !== undefined && (this.#servers.has(info.server_id) || this.#isNamed(info));
  }

  /** One of a cluster whose servers have named each other goes on with what the one before has begun. */
  #isNamed({ cluster, connect_urls: others = [] }: ServerInfo): boolean {
    const known = this.#clusters.get(cluster ?? '');
    return known !== undefined && others.some(one => known.has(one));
  }

  /** The same connection, and what is asked of the client without these goes to it. */
  #guarded(bare: NatsConnection): NatsConnection {
    const guarded: NatsConnection = Object.create(bare);
    return Object.assign(guarded, {
      publish: (...what: Parameters<NatsConnection['publish']>) => {
        // As in the outage that it is a part of.
        if (this.#isOpen) bare.publish(...what);
      },
      request: async (...what: Parameters<NatsConnection['request']>) => {
        if (!this.#isOpen) await this.#opened(what[2]);
        return bare.request(...what);
      },
      subscribe: (subject: string, options: SubscriptionOptions = {}) => {
        const { callback } = options;
        if (!callback) return bare.subscribe(subject, options);
        const heard: typeof callback = (error, message) => {
          if (error || this.#isOpen) void callback(error, message);
        };
        return bare.subscribe(subject, { ...options, callback: heard });
      },
    });
  }

  #opened({ timeout = usualMs }: Partial<RequestOptions> = {}): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.#waiting = this.#waiting.filter(one => one !== done);
        reject(new errors.TimeoutError());
      }, timeout);
      const done = () => {
        clearTimeout(late);
        resolve();
      };
      this.#waiting.push(done);
    });
  }

  #wake(): void {
    for (const done of this.#waiting.splice(0)) done();
  }
}
