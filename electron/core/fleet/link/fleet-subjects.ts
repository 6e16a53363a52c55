// Where each thing of a fleet is said in NATS. A sender's name is part of the subject, so that the rights of its account prove it.
import { isFleetName } from '../../../../contract/fleet.ts';

export const fleetBuckets = ['presence', 'hubs', 'shares', 'policy', 'gateway'] as const;
/** `hubs`: who owns which name. `gateway`: clients and grants of gateways without a state of their own. */
export type FleetBucket = (typeof fleetBuckets)[number];

export const fleetStreams = ['audit', 'trace'] as const;
export type FleetStream = (typeof fleetStreams)[number];

export interface FleetSubjects {
  readonly prefix: string;
  readonly hub: string;
  /** The name of a KV bucket; its keys begin with the name of the hub that writes them, but for policy and gateway. */
  bucket(bucket: FleetBucket): string;
  stream(stream: FleetStream): string;
  /** Where this hub adds to a stream. */
  own(stream: FleetStream): string;
  /** A request of this hub to another one. */
  request(to: string, what: string): string;
  /** All requests to this hub; `senderOf` reads who asks. */
  readonly requests: string;
  /** An answer of this hub to `to`, who has asked with `id`. */
  reply(to: string, id: string): string;
  /** All answers to this hub. */
  readonly replies: string;
  /** A call of this hub to a server, by whichever hub of its queue group takes it. */
  call(server: string): string;
  /** All calls to a server that this hub shares. */
  calls(server: string): string;
  readonly inbox: string;
}

export function fleetSubjects(prefix: string, hub: string): FleetSubjects {
  return {
    prefix,
    hub,
    bucket: bucket => `${prefix}-${bucket}`,
    stream: stream => `${prefix}-${stream}`,
    own: stream => `${prefix}.${stream}.${hub}`,
    request: (to, what) => `${prefix}.rq.${to}.${hub}.${what}`,
    requests: `${prefix}.rq.${hub}.>`,
    reply: (to, id) => `${prefix}.re.${to}.${hub}.${id}`,
    replies: `${prefix}.re.${hub}.>`,
    call: server => `${prefix}.call.${server}.${hub}`,
    calls: server => `${prefix}.call.${server}.*`,
    inbox: `_INBOX.${prefix}.${hub}`,
  };
}

const spoken = new Set(['rq', 're', 'call']);

/**
 * Who has sent what came on a subject of requests, replies or calls: the fourth of its tokens; '' for any other subject, because JetStream
 * brings what is stored to whichever subject a consumer names, with the one that it was stored under.
 */
export function senderOf(subject: string): string {
  const [prefix = '', kind = '', , sender = ''] = subject.split('.');
  return spoken.has(kind) && isFleetName(prefix) && isFleetName(sender) ? sender : '';
}
