// The buckets and streams of a fleet: which are missing, and making them, by whoever has the rights to.
import { DiscardPolicy, JetStreamApiError, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import { jserrors } from '@nats-io/jetstream/internal';
import { Kvm } from '@nats-io/kv';
import { markFleet } from './fleet-identity.ts';
import { fleetBuckets, fleetStreams } from './fleet-subjects.ts';
import { faultAsError } from './link-faults.ts';
import type { JetStreamManager, StreamConfig } from '@nats-io/jetstream';
import type { FleetInit } from '../../../../contract/schemas/fleet-requests.ts';
import type { FleetBucket, FleetStream, FleetSubjects } from './fleet-subjects.ts';
import type { FleetWire } from './fleet-wire.ts';

/** A hub that has told nothing for so long is gone. */
export const presenceTtlMs = 15_000;
/** Within this a message of the same id is stored once. */
const duplicateMs = 120_000;
const dayMs = 86_400_000;
const nanos = (ms: number) => ms * 1_000_000;
const maxValueBytes = 1_000_000;
/** No peers of a cluster, resources of it, storage, and what a server or an account may have in all. */
const noRoom: ReadonlySet<number> = new Set([10_005, 10_023, 10_047]);
/** So many of what stood under a key are kept: beneath what nobody has signed the newest that somebody did is found. */
export const keptPolicies = 64;

export type FleetSizes = Pick<
  FleetInit,
  'replicas' | 'fleetId' | 'auditDays' | 'traceDays' | 'auditBytes' | 'traceBytes'
>;

/** By the names that the server knows them by. */
export async function missingOf(manager: JetStreamManager, subjects: FleetSubjects): Promise<string[]> {
  const names = [...fleetBuckets.map(bucket => `KV_${subjects.bucket(bucket)}`), ...fleetStreams.map(subjects.stream)];
  const found = await Promise.all(names.map(name => isThere(manager, name)));
  return names.filter((_, index) => !found[index]);
}

async function isThere(manager: JetStreamManager, stream: string): Promise<boolean> {
  try {
    await manager.streams.info(stream);
    return true;
  } catch (error) {
    if (error instanceof jserrors.StreamNotFoundError) return false;
    throw error;
  }
}

export interface SetUp {
  readonly made: string[];
  readonly found: string[];
  /** What was there and is not as it was asked for, by the option of the command line that says it. */
  readonly differs: readonly Difference[];
}

export interface Difference {
  readonly name: string;
  readonly option: string;
  /** 0: without end. */
  readonly is: number;
  readonly asked: number;
}

/** Makes what is missing; what is there stays as it is. */
export async function setUpFleet(
  { connection, subjects, manager }: Pick<FleetWire, 'connection' | 'subjects' | 'manager'>,
  sizes: FleetSizes,
): Promise<SetUp> {
  const known = await manager();
  const missing = new Set(await missingOf(known, subjects));
  const buckets = new Kvm(connection);
  const made: string[] = [];
  const found: string[] = [];
  for (const bucket of fleetBuckets) {
    const name = subjects.bucket(bucket);
    const isMissing = missing.has(`KV_${name}`);
    if (isMissing) await buckets.create(name, bucketOptions(bucket, sizes));
    (isMissing ? made : found).push(name);
  }
  for (const stream of fleetStreams) {
    const name = subjects.stream(stream);
    if (missing.has(name)) await addStream(known, stream, { subjects, sizes });
    (missing.has(name) ? made : found).push(name);
  }
  await markFleet(known, subjects, sizes.fleetId);
  return { made, found, differs: await differences(known, subjects, { sizes, made }) };
}

/** The buckets, in as many copies, had room: what the server has too little of is what this one is to hold. */
async function addStream(
  { streams }: JetStreamManager,
  stream: FleetStream,
  { subjects, sizes }: { readonly subjects: FleetSubjects; readonly sizes: FleetSizes },
): Promise<void> {
  try {
    await streams.add(streamOptions(stream, subjects, sizes));
  } catch (error) {
    if (!(error instanceof JetStreamApiError) || !noRoom.has(error.code)) throw error;
    const of = { option: `--${stream}-bytes`, asked: sizes[`${stream}Bytes`] };
    throw faultAsError({ kind: 'fleet-no-room', stream: subjects.stream(stream), ...of });
  }
}

async function differences(
  manager: JetStreamManager,
  subjects: FleetSubjects,
  { sizes, made }: { readonly sizes: FleetSizes; readonly made: readonly string[] },
): Promise<Difference[]> {
  const found: Difference[] = [];
  const look = async (name: string, ofStream: FleetStream | null) => {
    const { config } = await manager.streams.info(ofStream === null ? `KV_${name}` : name);
    const sized = ofStream === null ? [] : sizesOf(ofStream, config, sizes);
    const all = [{ option: '--replicas', is: config.num_replicas, asked: sizes.replicas }, ...sized];
    found.push(...all.filter(({ is, asked }) => is !== asked).map(one => ({ name, ...one })));
  };
  for (const bucket of fleetBuckets.map(subjects.bucket)) if (!made.includes(bucket)) await look(bucket, null);
  for (const stream of fleetStreams)
    if (!made.includes(subjects.stream(stream))) await look(subjects.stream(stream), stream);
  return found;
}

function sizesOf(of: FleetStream, { max_age, max_bytes }: StreamConfig, sizes: FleetSizes) {
  return [
    { option: `--${of}-days`, is: Math.round(max_age / nanos(dayMs)), asked: sizes[`${of}Days`] },
    { option: `--${of}-bytes`, is: Math.max(0, max_bytes), asked: sizes[`${of}Bytes`] },
  ];
}

/** Nobody may have the server put what is stored on a subject of their choice as it is, which direct access would allow. */
function bucketOptions(bucket: FleetBucket, { replicas }: FleetSizes) {
  return {
    history: bucket === 'policy' || bucket === 'gateway' ? keptPolicies : 1,
    replicas,
    allow_direct: false,
    maxValueSize: maxValueBytes,
    ...(bucket === 'presence' && { ttl: presenceTtlMs }),
  };
}

function streamOptions(stream: FleetStream, { prefix, stream: nameOf }: FleetSubjects, sizes: FleetSizes) {
  const isAudit = stream === 'audit';
  return {
    name: nameOf(stream),
    subjects: [`${prefix}.${stream}.*`],
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    num_replicas: sizes.replicas,
    max_age: nanos((isAudit ? sizes.auditDays : sizes.traceDays) * dayMs),
    max_bytes: isAudit ? sizes.auditBytes : sizes.traceBytes,
    duplicate_window: nanos(duplicateMs),
    // A full stream of traces forgets the oldest; of the audit nothing is thrown away before its time, so that hubs keep what it refuses.
    discard: isAudit ? DiscardPolicy.New : DiscardPolicy.Old,
    deny_delete: isAudit,
    deny_purge: isAudit,
  };
}
