// The rights of one hub's user at NATS: it publishes as itself alone, reads what all share, and makes nothing.
import { fleetBuckets, fleetStreams, fleetSubjects } from './fleet-subjects.ts';
import type { FleetBucket, FleetStream, FleetSubjects } from './fleet-subjects.ts';

/** Without `allow_responses`: by that a hub may publish on whichever subject a request names, also one that it has sent to itself. */
export interface FleetRights {
  readonly publish: { readonly allow: readonly string[] };
  readonly subscribe: { readonly allow: readonly string[] };
}

export interface RightsOptions {
  /** Shares of which it takes calls as one of the group. Whoever hears those calls is sent them whole, so a hub hears none unless it is named here. */
  readonly serves?: readonly string[];
  /** A gateway without state reads what clients there are; only who signs them writes them. */
  readonly isGateway?: boolean;
  /** Whoever reads the audit and traces of all hubs. */
  readonly readsStreams?: boolean;
  /** Whoever publishes the policy. */
  readonly signs?: boolean;
}

/** What each hub writes under its own name in the buckets that all write into. */
const ownKeys: Partial<Record<FleetBucket, (bucket: string, hub: string) => string>> = {
  presence: (bucket, hub) => `$KV.${bucket}.${hub}`,
  hubs: (bucket, hub) => `$KV.${bucket}.${hub}`,
  shares: (bucket, hub) => `$KV.${bucket}.${hub}.>`,
};

export function fleetRights(
  prefix: string,
  hub: string,
  { serves = [], isGateway = false, readsStreams = false, signs = false }: RightsOptions = {},
): FleetRights {
  const subjects = fleetSubjects(prefix, hub);
  const read = fleetBuckets.filter(bucket => bucket !== 'gateway' || isGateway);
  const allStreams = [
    ...fleetBuckets.map(bucket => `KV_${subjects.bucket(bucket)}`),
    ...fleetStreams.map(subjects.stream),
  ];
  const own = read.flatMap(bucket => ownKeys[bucket]?.(subjects.bucket(bucket), hub) ?? []);
  return {
    publish: {
      allow: [
        `${prefix}.rq.*.${hub}.>`,
        `${prefix}.re.*.${hub}.>`,
        `${prefix}.call.*.${hub}`,
        ...fleetStreams.map(stream => subjects.own(stream)),
        ...own,
        ...(signs ? [`$KV.${subjects.bucket('policy')}.current`] : []),
        '$JS.API.INFO',
        ...allStreams.map(stream => `$JS.API.STREAM.INFO.${stream}`),
        ...read.flatMap(bucket => readOf(`KV_${subjects.bucket(bucket)}`)),
        ...fleetStreams.flatMap(stream => readOfStream(subjects, stream, readsStreams)),
      ],
    },
    subscribe: {
      allow: [
        subjects.requests,
        subjects.replies,
        ...serves.map(share => subjects.calls(share)),
        `${subjects.inbox}.>`,
        // That something is published there, whichever server keeps it.
        `$KV.${subjects.bucket('policy')}.current`,
        ...(isGateway ? [`$KV.${subjects.bucket('gateway')}.>`] : []),
      ],
    },
  };
}

/**
 * Without `$JS.API.DIRECT.GET` and `$JS.API.CONSUMER.MSG.NEXT`: whoever asks there names the subject that the answer goes to, and the server
 * would say what somebody has stored on the subject of another hub.
 */
function readOf(stream: string): string[] {
  return [
    `$JS.API.STREAM.MSG.GET.${stream}`,
    `$JS.API.CONSUMER.CREATE.${stream}`,
    `$JS.API.CONSUMER.CREATE.${stream}.>`,
    `$JS.API.CONSUMER.INFO.${stream}.*`,
    `$JS.API.CONSUMER.DELETE.${stream}.*`,
    `$JS.FC.${stream}.>`,
    // The same as servers word it from 2.14 on where they are told to: with their domain and account before it.
    `$JS.FC.*.*.${stream}.>`,
  ];
}

/** Consumers by their filter alone, which is in the subject, and which the server holds against what is asked for: its own, or all. */
function readOfStream(
  { stream: nameOf, own, prefix }: FleetSubjects,
  stream: FleetStream,
  readsAll: boolean,
): string[] {
  const filters = [own(stream), ...(readsAll ? [`${prefix}.${stream}.*`] : [])];
  return filters.map(filter => `$JS.API.CONSUMER.CREATE.${nameOf(stream)}.*.${filter}`);
}

/** As it stands in the configuration of a NATS server, after `permissions:`. */
export function rightsText({ publish, subscribe }: FleetRights): string {
  const list = (subjects: readonly string[]) => subjects.map(subject => `      ${JSON.stringify(subject)}`).join('\n');
  return [
    '{',
    `  publish: { allow: [\n${list(publish.allow)}\n  ] }`,
    `  subscribe: { allow: [\n${list(subscribe.allow)}\n  ] }`,
    '}',
  ].join('\n');
}
