// How a run of a server is met: in which era of MCP it is spoken to, and what it says of itself.
import { HubError } from '../../../../contract/errors.ts';
import { rpcErrors } from '../../../../contract/rpc-errors.ts';
import { AnsweredError } from '../../wire/rpc-error.ts';
import { enveloped } from '../stateless/envelope.ts';
import {
  discoveredHandshake,
  handshakeOf,
  handshakeVersions,
  knowsNoMethod,
  refusesHandshakes,
  unsaidHandshake,
} from './handshake.ts';
import type { Asker } from '../lifecycle/asker.ts';
import type { Handshake } from './handshake.ts';
import type { ServerEra } from './server-era.ts';

export interface MeetingOptions {
  /** Who is introduced; null is Pilothouse. */
  readonly asker: Pick<Asker, 'protocolVersion' | 'isStateless' | 'declares' | 'clientInfo'> | null;
  /** Of Pilothouse itself. */
  readonly version: string;
  /** What earlier runs of the server were found to speak. */
  readonly era: ServerEra;
  readonly timeouts: MeetingTimeouts;
  /** Harbor's runtimes send no `initialize`, and simple servers of theirs know none: they are met by what they do. */
  readonly mayKnowNoHandshake?: boolean;
  ask(method: string, params: unknown, timeoutMs: number): Promise<unknown>;
  /** Whether the run has ended. */
  isOver(): boolean;
}

export interface MeetingTimeouts {
  readonly handshakeMs: number;
  /** For `server/discover` to a server that may know nothing but handshakes: some answer nothing else before one. */
  readonly discoverMs: number;
}

/** Who speaks to a server of the era without handshakes, in the envelope of each request. */
export interface Sender {
  readonly clientInfo: Readonly<Record<string, unknown>>;
  readonly declares: Readonly<Record<string, unknown>>;
}

export class Meeting {
  readonly #options: MeetingOptions;
  readonly #sender: Sender;
  #isAskingEra = false;

  constructor(options: MeetingOptions) {
    this.#options = options;
    const { asker, version } = options;
    const clientInfo = asker?.clientInfo ?? { name: 'pilothouse', title: 'Pilothouse', version };
    this.#sender = { clientInfo, declares: asker?.declares ?? {} };
  }

  /** Whether it waits for a first `server/discover`, also when the run ended meanwhile: some servers end when no handshake comes first. */
  get isAskingEra(): boolean {
    return this.#isAskingEra;
  }

  /**
   * `initialize` (MCP 2025-11-25, "Lifecycle"); a server that knows none is asked by `server/discover` what it is (MCP 2026-07-28), and
   * `sender` speaks to it from then on. For an agent of that era this comes first, unless the server is known to be older. Rejects with
   * HubError.
   */
  async meet(): Promise<{ readonly handshake: Handshake; readonly sender: Sender | null }> {
    const discovered = await this.#discoverFirst();
    if (discovered) return { handshake: discovered, sender: this.#sender };
    try {
      return { handshake: await this.#initialize(), sender: null };
    } catch (error) {
      if (!refusesHandshakes(error)) throw error;
      const { timeouts, mayKnowNoHandshake } = this.#options;
      const discovered = await this.#discover(timeouts.handshakeMs).catch((failure: unknown) => {
        if (mayKnowNoHandshake && knowsNoMethod(failure)) return null;
        throw failure;
      });
      if (!discovered) return { handshake: unsaidHandshake, sender: null };
      return { handshake: discovered, sender: this.#sender };
    }
  }

  async #initialize(): Promise<Handshake> {
    const { asker, ask, timeouts } = this.#options;
    const { clientInfo, declares: capabilities } = this.#sender;
    const protocolVersion = asker?.protocolVersion ?? handshakeVersions[0];
    return handshakeOf(await ask('initialize', { protocolVersion, capabilities, clientInfo }, timeouts.handshakeMs));
  }

  /** Null where the server is to be met by a handshake. */
  async #discoverFirst(): Promise<Handshake | null> {
    const { asker, era, timeouts, isOver } = this.#options;
    if (!asker?.isStateless || era.isOlder) return null;
    this.#isAskingEra = true;
    const handshake = await this.#discover(timeouts.discoverMs).catch((error: unknown) => {
      if (isOver()) throw error;
      era.isOlder = saysOlder(error);
      return null;
    });
    this.#isAskingEra = false;
    return handshake;
  }

  async #discover(timeoutMs: number): Promise<Handshake> {
    const asked = enveloped({}, { ...this.#sender, logLevel: null });
    return discoveredHandshake(await this.#options.ask('server/discover', asked, timeoutMs));
  }
}

/** What answers nothing may only be slow, and what answers with trouble of its own (as of a proxy) may be another tomorrow. */
function saysOlder(error: unknown): boolean {
  if (error instanceof AnsweredError) return error.answer.code !== rpcErrors.internal;
  return !(error instanceof HubError && error.code === 'ERR_TOOL_TIMEOUT');
}
