// The ways in for programs that look for another host: each can be switched, and a taken place is shown, never fought for.
import { z } from 'zod';
import { reasonOf } from '../../../contract/reason.ts';
import { EndpointHeldError } from '../../../native-host/endpoints/held-error.ts';
import { hubError } from '../../../words/hub-error.ts';
import { ShownEndpoints } from '../state/shown-endpoints.ts';
import type { EndpointId } from '../../../contract/entities.ts';
import type { Endpoint } from '../../../contract/schemas/entities.ts';
import type { StateWriter } from '../state/publisher.ts';
import type { SettingsTable } from '../store/settings-table.ts';

export interface CompatEndpoint {
  readonly id: EndpointId;
  readonly onByDefault: boolean;
  /** Each is opened on its own: a taken one does not stop the others. */
  readonly places: readonly CompatPlace[];
  /** Replaces the endpoint's token, where it has one. */
  rotateToken?(): Promise<void>;
  /** The files of the tokens that are valid now. */
  tokens?(): readonly string[];
}

export interface CompatPlace {
  readonly address: string;
  /**
   * Begins to listen. Rejects with EndpointHeldError when somebody answers there, with a sentence for any other trouble.
   * `onCrowded` is called for each connection that was ended or refused to make room.
   */
  open(onCrowded: () => void): Promise<OpenEndpoint>;
}

export interface OpenEndpoint {
  /** Ends its connections and removes what is still ours. Safe to call twice. */
  close(): Promise<void>;
}

export interface CompatEndpointsOptions {
  readonly endpoints: readonly CompatEndpoint[];
  readonly state: StateWriter;
  readonly settings: Pick<SettingsTable, 'get' | 'set'>;
}

type State = Endpoint['state'];

const settingsKey = 'endpoints';
const SwitchesSchema = z.record(z.string(), z.boolean());

export class CompatEndpoints {
  readonly #options: CompatEndpointsOptions;
  readonly #open = new Map<EndpointId, readonly OpenEndpoint[]>();
  #switches: Record<string, boolean> = {};
  readonly #shown: ShownEndpoints;
  /** One change at a time, so that on and off in quick turns end as the last one said. */
  #turn: Promise<void> = Promise.resolve();

  constructor(options: CompatEndpointsOptions) {
    this.#options = options;
    this.#shown = new ShownEndpoints(options.state);
  }

  /** Opens what is switched on. Never rejects: trouble is the endpoint's state. */
  async open(): Promise<void> {
    const { endpoints, settings } = this.#options;
    this.#switches = (await settings.get(settingsKey, SwitchesSchema)) ?? {};
    for (const endpoint of endpoints) {
      if (this.#switches[endpoint.id] ?? endpoint.onByDefault) await this.#listen(endpoint);
      else this.#show(endpoint, off);
    }
  }

  /** Throws ERR_INVALID_ARGUMENTS for an endpoint that cannot be switched. */
  set(id: EndpointId, on: boolean): Promise<void> {
    const endpoint = this.#expect(id);
    const turn = this.#turn.then(() => this.#set(endpoint, on));
    this.#turn = turn.catch(() => {});
    return turn;
  }

  async rotateToken(id: EndpointId): Promise<void> {
    const { rotateToken } = this.#expect(id);
    if (!rotateToken) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'endpoint-no-token', endpoint: id });
    await rotateToken();
  }

  /** Of all endpoints that are open. */
  tokens(): readonly string[] {
    return this.#options.endpoints.flatMap(endpoint => endpoint.tokens?.() ?? []);
  }

  async close(): Promise<void> {
    await this.#turn;
    await Promise.all([...this.#open.values()].flat().map(open => open.close()));
    this.#open.clear();
  }

  async #set(endpoint: CompatEndpoint, on: boolean): Promise<void> {
    this.#switches = { ...this.#switches, [endpoint.id]: on };
    await this.#options.settings.set(settingsKey, this.#switches);
    await Promise.all((this.#open.get(endpoint.id) ?? []).map(open => open.close()));
    this.#open.delete(endpoint.id);
    if (on) await this.#listen(endpoint);
    else this.#show(endpoint, off);
  }

  async #listen(endpoint: CompatEndpoint): Promise<void> {
    const open: OpenEndpoint[] = [];
    const states = new Map<CompatPlace, State>();
    for (const place of endpoint.places) {
      try {
        open.push(await place.open(() => this.#shown.crowded(endpoint.id)));
        states.set(place, { kind: 'listening' });
      } catch (error) {
        states.set(place, stateOf(error));
      }
    }
    this.#open.set(endpoint.id, open);
    this.#show(endpoint, place => states.get(place) ?? { kind: 'off' });
  }

  #show({ id, places }: CompatEndpoint, stateAt: (place: CompatPlace) => State): void {
    const shown = places.map(place => ({ address: place.address, state: stateAt(place) }));
    this.#shown.show({
      id,
      address: shown.map(({ address }) => address).join(', '),
      switchable: true,
      state: worstOf(shown.map(({ state }) => state)),
      ...(shown.length > 1 ? { places: shown } : {}),
    });
  }

  #expect(id: EndpointId): CompatEndpoint {
    const endpoint = this.#options.endpoints.find(candidate => candidate.id === id);
    if (endpoint) return endpoint;
    throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'endpoint-not-switched', endpoint: id });
  }
}

const off = (): State => ({ kind: 'off' });

function worstOf(states: readonly State[]): State {
  for (const kind of ['failed', 'held', 'listening'] as const) {
    const found = states.find(state => state.kind === kind);
    if (found) return found;
  }
  return off();
}

function stateOf(error: unknown): State {
  if (error instanceof EndpointHeldError) return { kind: 'held', by: error.by, remedy: { kind: 'quit-or-leave-off' } };
  return { kind: 'failed', reason: reasonOf(error) };
}
