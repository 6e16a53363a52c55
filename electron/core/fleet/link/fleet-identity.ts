// Which fleet it is that stands behind an address: the moment at which its bucket of names was made, also where that was brought back from a copy.
import { faultAsError } from './link-faults.ts';
import type { JetStreamManager } from '@nats-io/jetstream';
import type { FleetSubjects } from './fleet-subjects.ts';

const idPattern = /^[\w.:+-]{1,64}$/;
/** What the description of the bucket says: a server that restores a stream may give it another moment, and keeps its description. */
const markPattern = /^fleet ([\w.:+-]{1,64})$/;
const markOf = (id: string) => `fleet ${id}`;

const bucketOf = (subjects: FleetSubjects) => `KV_${subjects.bucket('hubs')}`;

interface Seen {
  readonly id: string;
  readonly isMarked: boolean;
}

async function look(manager: JetStreamManager, subjects: FleetSubjects): Promise<Seen> {
  const { config, created } = await manager.streams.info(bucketOf(subjects));
  const marked = markPattern.exec(config.description ?? '')?.[1];
  if (marked !== undefined) return { id: marked, isMarked: true };
  if (!idPattern.test(created)) throw new Error(`the server does not say when ${bucketOf(subjects)} was made`);
  return { id: created, isMarked: false };
}

/** No secret and no proof: it tells a fleet from one that was come to by mistake. */
export async function fleetIdOf(manager: JetStreamManager, subjects: FleetSubjects): Promise<string> {
  return (await look(manager, subjects)).id;
}

/** Writes down which fleet it is, where that is not written yet; with `id`, that it is this one. For whoever may change a bucket. */
export async function markFleet(manager: JetStreamManager, subjects: FleetSubjects, id?: string): Promise<void> {
  const seen = await look(manager, subjects);
  if (id === undefined ? seen.isMarked : seen.isMarked && seen.id === id) return;
  await manager.streams.update(bucketOf(subjects), { description: markOf(id ?? seen.id) });
}

/** The fleet that this hub is in. A hub that knows of none takes the first that lets it in. */
export class OwnFleet {
  #id: string | null;
  #found: string | null = null;
  readonly #taken: (id: string) => void;

  constructor(id: string | null, taken: (id: string) => void = () => {}) {
    this.#id = id;
    this.#taken = taken;
  }

  /** Throws HubError where it is another. */
  expect(found: string, address: string): void {
    if (this.#id !== null && found !== this.#id)
      throw faultAsError({ kind: 'fleet-another', address, own: this.#id, found });
    this.#found = found;
  }

  /** The one that was found has let this hub in. */
  take(): string | null {
    const found = this.#found;
    if (this.#id === null && found !== null) {
      this.#id = found;
      this.#taken(found);
    }
    return this.#id;
  }
}
