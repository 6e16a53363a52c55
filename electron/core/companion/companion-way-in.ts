// The way in for browsers that cannot start the relay: off until it is needed, on a port of its own that it comes back to.
import { z } from 'zod';
import { companionSocketPath } from '../../../contract/companion-socket.ts';
import { EndpointHeldError } from '../../../native-host/endpoints/held-error.ts';
import { hubError } from '../../../words/hub-error.ts';
import { portHolder } from '../http/port-holder.ts';
import { type CompanionListener, listenForCompanion } from './companion-listener.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { BrowserRegistry } from '../browsers/browser-registry.ts';
import type { CompanionKeys } from '../browsers/companion-keys.ts';
import type { CompanionPairing } from '../browsers/companion-pairing.ts';
import type { CompatEndpoint, OpenEndpoint } from '../compat/compat-endpoints.ts';
import type { SettingsTable } from '../store/settings-table.ts';

export interface CompanionWayInOptions {
  readonly browsers: Pick<BrowserRegistry, 'acceptSocket'>;
  readonly keys: CompanionKeys;
  readonly pairing: CompanionPairing;
  readonly settings: Pick<SettingsTable, 'get' | 'set'>;
  readonly randomBytes: (size: number) => Buffer;
  readonly onRefused: (reason: string) => void;
}

const portKey = 'companionPort';
const PortSchema = z.number().int().min(1).max(65_535);
/** Below the ports that systems give out by themselves, which a chance connection could hold when the hub comes back. */
const firstPort = 20_000;
const ports = 10_000;
const maxLooks = 20;

export class CompanionWayIn implements CompatEndpoint {
  readonly id = 'companion-ws';
  readonly onByDefault = false;
  readonly places: CompatEndpoint['places'];
  readonly #options: CompanionWayInOptions;
  #port: number | null = null;
  #listener: CompanionListener | null = null;

  constructor(options: CompanionWayInOptions) {
    this.#options = options;
    const address = () => `ws://127.0.0.1${this.#port === null ? '' : `:${this.#port}`}${companionSocketPath}`;
    this.places = [
      {
        get address() {
          return address();
        },
        open: onCrowded => this.#open(onCrowded),
      },
    ];
  }

  /** Makes a code. `listen` switches this way in on; `why` says why it is not open although it is on. */
  async pair(listen: () => Promise<void>, why: () => Reason | null) {
    if (!this.#listener) await listen();
    // Somebody else has its port: the code carries another one. Browsers that knew the old one need a code of their own then.
    if (!this.#listener) {
      await this.#keepPort(null);
      await listen();
    }
    if (this.#listener) return this.#options.pairing.begin(this.#listener.port);
    throw hubError('ERR_INTERNAL', { kind: 'no-companion-port', why: why() });
  }

  async #open(onCrowded: () => void): Promise<OpenEndpoint> {
    const listener = await this.#listen(onCrowded);
    await this.#keepPort(listener.port).catch(async error => {
      await listener.close();
      throw error;
    });
    this.#listener = listener;
    const close = async () => {
      if (this.#listener === listener) this.#listener = null;
      this.#options.pairing.close();
      await listener.close();
    };
    return { close };
  }

  async #listen(onCrowded: () => void): Promise<CompanionListener> {
    const { settings, browsers, keys, pairing, onRefused } = this.#options;
    const onBrowser: Parameters<typeof listenForCompanion>[1]['onBrowser'] = (browser, channel) =>
      browsers.acceptSocket(browser, channel);
    const at = (port: number) => listenForCompanion(port, { keys, pairing, onBrowser, onRefused, onCrowded });
    this.#port ??= (await settings.get(portKey, PortSchema.nullable())) ?? null;
    if (this.#port === null) return this.#listenAnywhere(at);
    const port = this.#port;
    return at(port).catch(async error => {
      throw isTaken(error) ? new EndpointHeldError(`Port ${port}`, await portHolder(port)) : error;
    });
  }

  async #listenAnywhere(at: (port: number) => Promise<CompanionListener>): Promise<CompanionListener> {
    for (let looks = 0; looks < maxLooks; looks += 1) {
      const port = firstPort + (this.#options.randomBytes(4).readUInt32BE() % ports);
      const listener = await at(port).catch(error => {
        if (isTaken(error)) return null;
        throw error;
      });
      if (listener) return listener;
    }
    return at(0);
  }

  async #keepPort(port: number | null): Promise<void> {
    this.#port = port;
    await this.#options.settings.set(portKey, port);
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES');
}
