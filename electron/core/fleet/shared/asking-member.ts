// Servers of other hubs as this hub uses them: a part of the fleet that carries their calls over NATS.
import { readFleetAddress } from '../../../../contract/fleet.ts';
import { senderOf } from '../link/fleet-subjects.ts';
import { hear } from '../link/hear.ts';
import { withOrigin } from './asked-by.ts';
import { CallAsker } from './call-asker.ts';
import { CallOrigins } from './call-origins.ts';
import { FleetTransport } from './fleet-transport.ts';
import { HearingClock } from './hearing-clock.ts';
import { cutFrame, FrameJoiner, sharedReplyId } from './shared-frames.ts';
import type { NatsConnection, Subscription } from '@nats-io/transport-node';
import type { SharedServers } from '../../servers/lifecycle/server-transport.ts';
import type { TraceFollower } from '../../trace/tap.ts';
import type { FleetMember, FleetMembership, FleetWire } from '../link/fleet-wire.ts';
import type { CallTarget } from './call-asker.ts';
import type { CallOriginsOptions } from './call-origins.ts';
import type { SharedFrame } from './shared-frames.ts';

export interface AskingOptions extends CallOriginsOptions {
  /** Shows it what is traced; returns what ends that. */
  follow(follower: TraceFollower): () => void;
  readonly now: () => number;
  /** Hubs that are known to share something with this one. */
  sharers(share: string): readonly string[];
  /** A call begins to wait for the owner of another hub, or has ended to. */
  /** A hub of a group was given the call that this entry of the audit has allowed. */
  onTaken?(decision: number, hub: string): void;
  onWaits(at: { readonly hub: string; readonly share: string }, isAsked: boolean): void;
  /** The fleet was joined: servers that could not be reached are tried again. */
  readonly onJoined: () => void;
}

const tickMs = 100;

export class AskingMember implements FleetMember, SharedServers {
  readonly #options: AskingOptions;
  readonly #origins: CallOrigins;
  #asker: CallAsker | null = null;
  readonly #transports = new Set<FleetTransport>();
  /** By which its calls begin, and under which it is answered: several gateways are one hub to the others. */
  readonly #own: string;

  constructor(options: AskingOptions) {
    this.#options = options;
    this.#own = options.randomBytes(6).toString('base64url');
    this.#origins = new CallOrigins(options);
  }

  readonly passed: SharedServers['passed'] = (params, ...of) => withOrigin(params, this.#origins.of(...of));

  /** Null while this hub is in no fleet. */
  readonly open: SharedServers['open'] = (config, events) => {
    const address = readFleetAddress(config.url);
    const asker = this.#asker;
    if (!asker || !address) return null;
    const transport: FleetTransport = new FleetTransport({
      address,
      asker,
      newId: () => this.#own + this.#options.randomBytes(15).toString('base64url'),
      onText: text => events.onText(text),
      onTaken: (params, hub) => this.#taken(params, hub),
      onAsked: (id, isAsked) => events.onAsked?.(id, isAsked),
      onWaits: (hub, isAsked) => this.#options.onWaits({ hub, share: address.share }, isAsked),
      onOver: () => this.#transports.delete(transport),
    });
    this.#transports.add(transport);
    return transport;
  };

  #taken(params: unknown, hub: string): void {
    const decision = this.#options.onTaken ? this.#origins.decisionOf(params) : null;
    if (decision !== null) this.#options.onTaken?.(decision, hub);
  }

  /** That hub shares it no more, or not with this one: what runs here of it, or of the last of its group, is not shown as running. */
  unshared(hub: string, share: string): void {
    const isLast = this.#options.sharers(share).length === 0;
    for (const transport of [...this.#transports]) {
      const { address } = transport;
      if (address.share !== share) continue;
      if (address.hub === hub) transport.leave({ kind: 'fleet-not-shared', share, hub });
      else if (address.hub === null && isLast) transport.leave({ kind: 'fleet-nobody-takes', share, hub: null });
    }
  }

  async begin(wire: FleetWire): Promise<FleetMembership> {
    const { connection } = wire;
    const clock = new HearingClock(this.#options.now, tickMs);
    const asker = new CallAsker({
      now: () => clock.now(),
      sharers: share => this.#options.sharers(share),
      random: () => this.#options.randomBytes(2).readUInt16BE() / 65_536,
      send: (to, frame) => this.#send(wire, to, frame),
    });
    const joiner = new FrameJoiner(this.#options.now);
    const subscription = listen(wire, asker, joiner, this.#own);
    const timer = setInterval(() => {
      clock.tick();
      asker.tick();
      joiner.sweep();
    }, tickMs);
    timer.unref();
    void this.#followStatus(connection, asker);
    this.#asker = asker;
    const leaveTrace = this.#options.follow(this.#origins);
    this.#options.onJoined();
    return {
      reconnected: () => asker.restored(),
      end: async () => {
        if (this.#asker === asker) this.#asker = null;
        leaveTrace();
        clearInterval(timer);
        asker.endAll();
        // What was answered by that comes a moment later, and before the end of whoever was asked.
        await Promise.resolve();
        for (const transport of [...this.#transports]) transport.fail({ kind: 'fleet-not-joined' });
        subscription.unsubscribe();
      },
    };
  }

  #send({ connection, subjects }: FleetWire, to: CallTarget, frame: SharedFrame): boolean {
    const isOffer = frame.t === 'offer';
    const subject = 'share' in to ? subjects.call(to.share) : subjects.request(to.hub, isOffer ? 'call' : 'shared');
    // With an address for answers the server says so at once where nobody listens.
    const reply = isOffer ? subjects.reply(subjects.hub, offerId(frame, to)) : undefined;
    return publishFrame(connection, subject, frame, this.#options.randomBytes, reply);
  }

  async #followStatus(connection: NatsConnection, asker: CallAsker): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') asker.cut();
      if (type === 'reconnect') asker.restored();
    }
  }
}

/** With more tokens than an answer has, so that it is known which offer, and to whom, has found nobody. */
function offerId({ call, attempt }: SharedFrame & { t: 'offer' }, to: CallTarget): string {
  return `${sharedReplyId(call)}.${attempt}${'hub' in to ? `.${to.hub}` : ''}`;
}

/** What takers say to this hub about calls of its `own`, and that they are there. */
function listen({ connection, subjects }: FleetWire, asker: CallAsker, joiner: FrameJoiner, own: string): Subscription {
  return hear(connection, `${subjects.prefix}.re.${subjects.hub}.*.shared.${own}.>`, message => {
    const [call = '', attempt = '', to = null] = message.subject.split('.').slice(6);
    const sender = senderOf(message.subject);
    // It was not said by a hub: something stored was brought here.
    if (sender === '') return;
    if (sender === subjects.hub && message.headers?.code === 503) return asker.nobody(call, Number(attempt), to);
    const frame = joiner.take(sender, message.data);
    if (frame) asker.hear(sender, frame);
  });
}

/** False where it is too large. While the connection is gone the client keeps what is said, or drops it; either is borne. */
export function publishFrame(
  connection: NatsConnection,
  subject: string,
  frame: SharedFrame,
  randomBytes: (size: number) => Buffer,
  reply?: string,
): boolean {
  if (connection.isClosed()) return true;
  const most = connection.info?.max_payload ?? 1024 * 1024;
  const payloads = cutFrame(frame, most, () => randomBytes(9).toString('base64url'));
  if (!payloads) return false;
  for (const [at, payload] of payloads.entries())
    connection.publish(subject, payload, at === 0 && reply !== undefined ? { reply } : {});
  return true;
}
