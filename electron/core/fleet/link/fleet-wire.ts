// The connection to NATS as the parts of the fleet use it. It stays the same through outages; JetStream and KV hang on it.
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import { connect } from '@nats-io/transport-node';
import { fleetSubjects } from './fleet-subjects.ts';
import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import type { KV } from '@nats-io/kv';
import type { NatsConnection, NodeConnectionOptions } from '@nats-io/transport-node';
import type { FleetBucket, FleetSubjects } from './fleet-subjects.ts';

export interface FleetWire {
  readonly subjects: FleetSubjects;
  readonly connection: NatsConnection;
  readonly jetstream: JetStreamClient;
  manager(): Promise<JetStreamManager>;
  /** An existing bucket. */
  kv(bucket: FleetBucket): Promise<KV>;
}

/** A part of the fleet: begun when the hub has joined, ended when it leaves or stops. Outages happen in between. */
export interface FleetMember {
  /** May be called while offline; nothing of it may need an answer at once. */
  begin(wire: FleetWire): Promise<FleetMembership>;
}

/** What it is called where it fails. */
export interface NamedMember {
  readonly name: string;
  readonly member: FleetMember;
}

export interface FleetMembership {
  /** The connection came back: what may have been missed is asked for. */
  reconnected(): void;
  end(): Promise<void>;
}

/** Connects once. Rejects with what the client or the server says; `options` bring servers, credentials, TLS, waits. */
export async function openFleetWire(prefix: string, hub: string, options: NodeConnectionOptions): Promise<FleetWire> {
  const subjects = fleetSubjects(prefix, hub);
  const connection = await connect({ ...options, inboxPrefix: subjects.inbox, name: `pilothouse ${hub}` });
  return wireOn(subjects, connection);
}

export function wireOn(subjects: FleetSubjects, connection: NatsConnection): FleetWire {
  const buckets = new Kvm(connection);
  return {
    subjects,
    connection,
    jetstream: jetstream(connection),
    manager: () => jetstreamManager(connection),
    kv: bucket => buckets.open(subjects.bucket(bucket)),
  };
}
