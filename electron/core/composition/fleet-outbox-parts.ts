// The part of a fleet that sends audit and traces, with what it stands on. Loaded once the hub is in a fleet.
import { FleetOutbox } from '../fleet/outbox/fleet-outbox.ts';
import { keepInFleet, readFleetPage } from '../fleet/outbox/fleet-reader.ts';
import { WaitingEntries } from '../fleet/outbox/waiting-entries.ts';
import type { FleetMember, FleetMembership, FleetWire } from '../fleet/link/fleet-wire.ts';
import type { NameOf } from '../fleet/outbox/audit-line.ts';
import type { OutboxTable } from '../store/outbox-table.ts';
import type { BaseParts } from './base-parts.ts';
import type { Boot } from './boot.ts';

export interface OutboxFacts {
  readonly hubId: string;
  readonly joinedAt: number;
}

export interface OutboxMember extends FleetMember {
  /** The hub is shown in a fleet and has not reached it yet: what waits is counted from here on. */
  shown(): void;
  /** It has left its fleet. */
  left(): void;
}

type OutboxBase = Pick<BaseParts, 'store' | 'fleetOutbox' | 'mask' | 'state' | 'problems'> & {
  readonly trace: Pick<BaseParts['trace'], 'follow'>;
};

/** `factsOf` is asked at each beginning: another joining is another membership. */
export function createFleetOutbox(
  { platform }: Pick<Boot, 'platform'>,
  base: OutboxBase,
  outboxTable: () => Promise<OutboxTable>,
  factsOf: () => OutboxFacts | Promise<OutboxFacts>,
): OutboxMember {
  const { store, fleetOutbox } = base;
  const waiting = waitingIn(base, outboxTable);
  const outboxAsSet = async () =>
    new FleetOutbox({
      ...(await factsOf()),
      ...{
        settings: await fleetOutbox.settings(),
        audit: store.audit,
        outbox: await outboxTable(),
        trace: base.trace,
        mask: base.mask,
        nameOf: nameIn(base.state),
      },
      auditRows: () => store.audit.retention,
      onState: outbox => {
        const { fleet } = base.state.hub;
        if (fleet) base.state.setHub({ fleet: { ...fleet, outbox } });
      },
      problem: (id, reason) => (reason ? base.problems.report(id, reason) : base.problems.solved(id)),
      random: () => platform.randomBytes(2).readUInt16BE() / 65_536,
    });
  return countedBetween(waiting, wire => begunOutbox(wire, fleetOutbox, outboxAsSet));
}

function waitingIn({ state, problems, store }: OutboxBase, outbox: () => Promise<OutboxTable>): WaitingEntries {
  return new WaitingEntries({
    audit: store.audit,
    outbox,
    fleet: () => state.hub.fleet ?? null,
    auditRows: () => store.audit.retention,
    onCount: count => {
      const { fleet } = state.hub;
      if (fleet) state.setHub({ fleet: { ...fleet, outbox: { ...fleet.outbox, ...count } } });
    },
    problem: (id, reason) => (reason ? problems.report(id, reason) : problems.solved(id)),
  });
}

/** Where one ends late another one runs by then, which counts for itself. */
function countedBetween(waiting: WaitingEntries, begin: FleetMember['begin']): OutboxMember {
  let running = 0;
  const over = () => {
    running -= 1;
    if (running === 0) waiting.begin();
  };
  return {
    shown: () => {
      if (running === 0) waiting.begin();
    },
    left: () => waiting.end(),
    begin: async wire => {
      running += 1;
      waiting.end();
      const membership = await begin(wire).catch((error: unknown) => {
        over();
        throw error;
      });
      return { reconnected: () => membership.reconnected(), end: () => membership.end().finally(over) };
    },
  };
}

/** Of one that has left for good the name of its client. */
export function nameIn(state: Pick<BaseParts['state'], 'get'>): NameOf {
  return ({ agentId, clientId }) =>
    (agentId === null ? null : state.get('agents', agentId)?.name) ??
    (clientId === null ? null : state.get('clients', clientId)?.name) ??
    null;
}

async function begunOutbox(
  wire: FleetWire,
  fleetOutbox: BaseParts['fleetOutbox'],
  outboxAsSet: () => Promise<FleetOutbox>,
): Promise<FleetMembership> {
  const run = new RunningOutbox(wire, outboxAsSet);
  // Before it runs: what is set meanwhile is heard of.
  const streams: typeof fleetOutbox.streams = {
    read: ask => readFleetPage(wire, ask),
    keep: retention => keepInFleet(wire, retention),
    settingsChanged: () => run.again(),
  };
  fleetOutbox.streams = streams;
  const end = () => {
    // Where it took long to begin, those of a later connection are there by now.
    if (fleetOutbox.streams === streams) fleetOutbox.streams = null;
    return run.end();
  };
  await run.again().catch(async (error: unknown) => {
    await end();
    throw error;
  });
  return { reconnected: () => run.reconnected(), end };
}

/** Begins anew where it is set otherwise: nothing is lost by that, as by any other end. */
class RunningOutbox {
  readonly #wire: FleetWire;
  readonly #outboxAsSet: () => Promise<FleetOutbox>;
  #membership: FleetMembership | null = null;
  #ended = false;
  #changing: Promise<void> = Promise.resolve();

  constructor(wire: FleetWire, outboxAsSet: () => Promise<FleetOutbox>) {
    this.#wire = wire;
    this.#outboxAsSet = outboxAsSet;
  }

  /** One after the other, each as it is set then. */
  again(): Promise<void> {
    const change = this.#changing.then(async () => {
      await this.#membership?.end();
      this.#membership = this.#ended ? null : await (await this.#outboxAsSet()).begin(this.#wire);
    });
    this.#changing = change.catch(() => {});
    return change;
  }

  reconnected(): void {
    this.#membership?.reconnected();
  }

  async end(): Promise<void> {
    this.#ended = true;
    await this.#changing;
    await this.#membership?.end();
    this.#membership = null;
  }
}
