// The rights of one hub's user at NATS: it publishes as itself alone, reads what all share, and makes nothing.
import { fleetBuckets, fleetStreams, fleetSubjects } from './fleet-subjects.ts';
import type { FleetBucket } from './fleet-subjects.ts';

export interface FleetRights {
  readonly publish: { readonly allow: readonly string[] };
  readonly subscribe: { readonly allow: readonly string[] };
  /** Answers to who asked, within a minute. */
  readonly allow_responses: { readonly max: number; readonly expires: string };
}

export interface RightsOptions {
  /** Servers whose calls it may take; none is every one. */
  readonly serves?: readonly string[];
  /** A gateway without state reads what clients there are; only who signs them writes them. */
  readonly isGateway?: boolean;
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
  { serves = [], isGateway = false }: RightsOptions = {},
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
        '$JS.API.INFO',
        ...allStreams.map(stream => `$JS.API.STREAM.INFO.${stream}`),
        ...read.flatMap(bucket => readOf(`KV_${subjects.bucket(bucket)}`)),
      ],
    },
    subscribe: {
      allow: [
        subjects.requests,
        subjects.replies,
        ...(serves.length === 0 ? [`${prefix}.call.*.*`] : serves.map(server => subjects.calls(server))),
        `${subjects.inbox}.>`,
      ],
    },
    allow_responses: { max: 100_000, expires: '1m' },
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
  ];
}

/** As it stands in the configuration of a NATS server, after `permissions:`. */
export function rightsText({ publish, subscribe, allow_responses: responses }: FleetRights): string {
  const list = (subjects: readonly string[]) => subjects.map(subject => `      ${JSON.stringify(subject)}`).join('\n');
  return [
    '{',
    `  publish: { allow: [\n${list(publish.allow)}\n  ] }`,
    `  subscribe: { allow: [\n${list(subscribe.allow)}\n  ] }`,
    `  allow_responses: { max: ${responses.max}, expires: ${JSON.stringify(responses.expires)} }`,
    '}',
  ].join('\n');
}
