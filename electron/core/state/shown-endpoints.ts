// The ways in as the panel is shown them, each with how many connections were ended or refused there to make room.
import type { EndpointId } from '../../../contract/entities.ts';
import type { Endpoint } from '../../../contract/schemas/entities.ts';
import type { StateWriter } from './publisher.ts';

/** Whoever floods a way in must not flood the panel: it is told at most this often. */
const tellMs = 1_000;

export class ShownEndpoints {
  readonly #state: StateWriter;
  readonly #shown = new Map<EndpointId, Endpoint>();
  readonly #crowded = new Map<EndpointId, number>();
  readonly #telling = new Set<EndpointId>();

  constructor(state: StateWriter) {
    this.#state = state;
  }

  show(endpoint: Endpoint): void {
    const { id } = endpoint;
    this.#shown.set(id, endpoint);
    const crowded = this.#crowded.get(id);
    this.#state.set('endpoints', id, { ...endpoint, ...(crowded !== undefined && { crowded }) });
  }

  /** One more connection made room or found none. */
  crowded(id: EndpointId): void {
    this.#crowded.set(id, (this.#crowded.get(id) ?? 0) + 1);
    if (this.#telling.has(id)) return;
    this.#telling.add(id);
    setTimeout(() => this.#tell(id), tellMs).unref();
  }

  #tell(id: EndpointId): void {
    this.#telling.delete(id);
    const endpoint = this.#shown.get(id);
    if (endpoint) this.show(endpoint);
  }
}
