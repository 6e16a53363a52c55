// Servers of this hub as other hubs use them: a part of the fleet that tells what is shared, takes calls, and answers them.

import { senderOf } from '../link/fleet-subjects.ts';
import { hear } from '../link/hear.ts';
import { faultAsError } from '../link/link-faults.ts';
import { prefixFlag } from '../link/missing-rights.ts';
import { mostOfAsker } from './asker-calls.ts';
import { publishFrame } from './asking-member.ts';
import { CallTaker } from './call-taker.ts';
import { HeardBeats } from './heard-beats.ts';
import { SeenShares } from './seen-shares.ts';
import { ShareGroups } from './share-groups.ts';
import { mayUse } from './share-rules.ts';
import { errorText, idIn, messageIn, refusalText, SharedAgents } from './shared-agents.ts';
import { FrameJoiner, sharedReplyId } from './shared-frames.ts';
import type { Msg, Subscription } from '@nats-io/transport-node';
import type { Reason } from '../../../../contract/reasons.ts';
import type { FleetShare } from '../../../../contract/schemas/fleet.ts';
import type { FleetMember, FleetMembership, FleetWire } from '../link/fleet-wire.ts';
import type { BegunCall } from './asker-calls.ts';
import type { SeenSharesOptions } from './seen-shares.ts';
import type { OwnShare, ShareRegistry } from './share-registry.ts';
import type { ShareFacts } from './share-rules.ts';
import type { SharedAgentsOptions } from './shared-agents.ts';

export interface SharingOptions
  extends Omit<SharedAgentsOptions, 'facts' | 'shares' | 'onEnded' | 'isOpen'>,
    Omit<ShareFacts, 'self'>,
    Pick<SeenSharesOptions, 'show'> {
  readonly shares: ShareRegistry;
  readonly now: () => number;
  /** Of one that is shared, those that others may use. */
  toolCount(own: Pick<OwnShare, 'serverId' | 'tools' | 'readOnly'>): number;
  /** Calls it after servers or their tools have changed; returns what ends that. */
  onTools(changed: () => void): () => void;
  /** What went wrong beside any call; null once it is mended. */
  report(error: unknown): void;
  /** The server offers this hub no calls of a group; null once it does. */
  groupFault(error: unknown): void;
  /** The list of what others share cannot be read; null once it can. */
  listFault(error: unknown): void;
}

const beatMs = 500;
/** At most so often others are told how many tools there are. */
const countMs = 1_000;

export class SharingMember implements FleetMember {
  readonly #options: SharingOptions;
  #current: Sharing | null = null;

  constructor(options: SharingOptions) {
    this.#options = options;
  }

  /** What the policy gives to hubs has become another: whoever may use a share no more is answered. */
  rolesChanged(): void {
    this.#current?.askAgain();
  }

  async begin(wire: FleetWire): Promise<FleetMembership> {
    const membership = new Sharing(this.#options, wire);
    this.#current = membership;
    membership.start();
    return membership;
  }
}

class Sharing implements FleetMembership {
  readonly #options: SharingOptions;
  readonly #wire: FleetWire;
  readonly #taker: CallTaker;
  readonly #agents: SharedAgents;
  readonly #joiner: FrameJoiner;
  readonly #beats: HeardBeats;
  readonly #groups: ShareGroups;
  readonly #subscriptions: Subscription[] = [];
  readonly #endings: (() => unknown)[] = [];
  readonly #seen: SeenShares;
  /** Shares of which the fleet does not know how they stand now. */
  readonly #untold = new Set<string>();
  /** By share, as it was told last. */
  readonly #counts = new Map<string, number>();
  #counting: NodeJS.Timeout | null = null;
  #isOver = false;
  #isCut = false;

  constructor(options: SharingOptions, wire: FleetWire) {
    const { shares, randomBytes } = options;
    this.#options = options;
    this.#wire = wire;
    const facts = {
      self: wire.subjects.hub,
      rolesOf: (hub: string) => options.rolesOf(hub),
      reads: (id: string) => options.reads(id),
    };
    this.#seen = new SeenShares(wire, {
      ...options,
      own: (share, revision) => this.#foundOwn(share, revision),
      onFault: error => options.listFault(error),
    });
    this.#agents = new SharedAgents({
      ...options,
      shares,
      facts,
      isOpen: (asker, call) => this.#taker.isOpen(asker, call),
      onEnded: (agent, share) =>
        this.#endCalls(one => one.agent === agent, { kind: 'fleet-answer-lost', hub: wire.subjects.hub, share }),
    });
    this.#groups = new ShareGroups(wire, {
      hear: message => this.#hear(message),
      failed: error => options.report(error),
      keptOut: share => options.groupFault(share === null ? null : notOffered(wire, share)),
    });
    this.#joiner = new FrameJoiner(options.now);
    this.#beats = new HeardBeats(wire, randomBytes(6).toString('base64url'));
    this.#taker = this.#createTaker();
  }

  start(): void {
    const { connection, subjects } = this.#wire;
    const failed = this.#options.report;
    for (const what of ['call', 'shared'])
      this.#subscriptions.push(
        hear(connection, subjects.requests.replace(/>$/, `*.${what}`), message => this.#hear(message), { failed }),
      );
    this.#subscriptions.push(this.#beats.listen((asker, token) => this.#taker.nobody(asker, token)));
    for (const { share } of this.#options.shares.all()) this.#groups.join(share);
    this.#endings.push(this.#options.shares.onChange(share => this.#changed(share)));
    const timer = setInterval(() => {
      this.#taker.beat();
      this.#joiner.sweep();
    }, beatMs);
    timer.unref();
    this.#endings.push(
      () => clearInterval(timer),
      () => clearTimeout(this.#counting ?? undefined),
    );
    this.#endings.push(this.#options.onTools(() => this.#countSoon()));
    void this.#followStatus();
    void this.#tellAll();
    this.#seen.begin();
  }

  askAgain(): void {
    const { shares, rolesOf } = this.#options;
    const isOver = ({ asker, share }: { readonly asker: string; readonly share: string }) => {
      const own = shares.get(share);
      return !own || !mayUse(own, asker, { rolesOf });
    };
    // Each is told by the name of its share.
    for (const { share } of shares.all())
      this.#endAll(one => one.share === share && isOver(one), { kind: 'fleet-unshared', share });
    this.#seen.showAgain();
  }

  reconnected(): void {
    this.#seen.restart();
    void this.#groups.tryAgain();
    void this.#tellAll();
  }

  async end(): Promise<void> {
    this.#isOver = true;
    for (const end of this.#endings.splice(0)) end();
    for (const one of this.#subscriptions) one.unsubscribe();
    this.#groups.end();
    // They have begun here, whatever has become of them.
    for (const { share } of this.#options.shares.all())
      this.#endAll(one => one.share === share, { kind: 'fleet-answer-lost', hub: this.#wire.subjects.hub, share });
    this.#seen.end();
    if (this.#wire.connection.isClosed()) return;
    for (const { share } of this.#options.shares.all()) await this.#untell(share);
  }

  #createTaker(): CallTaker {
    const wire = this.#wire;
    const { now, randomBytes } = this.#options;
    return new CallTaker({
      now,
      // The client would keep all of it until it is back: then beats tell what is open, and askers ask for what they have missed.
      send: (to, frame) =>
        this.#isCut ||
        publishFrame(
          wire.connection,
          wire.subjects.reply(to, sharedReplyId(frame.call)),
          frame,
          randomBytes,
          this.#beats.addressOf(to, frame),
        ),
      unable: (asker, share) => {
        const own = this.#options.shares.get(share);
        // Whoever may not use it is not told how it stands.
        return own && mayUse(own, asker, this.#options) ? this.#options.unable(own.serverId) : 'unshared';
      },
      run: call => this.#agents.serve(call),
      full: text =>
        refusalText(messageIn(text), { kind: 'fleet-taker-busy', hub: wire.subjects.hub, most: mostOfAsker }),
      tooLarge: text =>
        errorText(idIn(text), {
          code: -32603,
          message: 'The answer has more than 64 MB, which no other hub is sent; ask for less.',
        }),
    });
  }

  #hear(message: Msg): void {
    const sender = senderOf(message.subject);
    // It was not said by a hub: something stored was brought here.
    if (sender === '') return;
    const frame = this.#joiner.take(sender, message.data);
    if (frame) this.#taker.hear(sender, frame);
  }

  /** Whoever may use it no more, or not so, is answered at once. */
  #changed(share: string): void {
    const own = this.#options.shares.get(share);
    this.#endAll(one => one.share === share, { kind: 'fleet-unshared', share });
    if (own) {
      this.#groups.join(share);
      void this.#tell(own);
      return;
    }
    this.#groups.leave(share);
    void this.#untell(share);
  }

  #endAll(isMeant: (one: Pick<BegunCall, 'asker' | 'share'>) => boolean, reason: Reason): void {
    this.#endCalls(isMeant, reason);
    this.#agents.endWhere(isMeant, reason);
  }

  /** An agent that ends answers nothing any more. */
  #endCalls(isMeant: (one: BegunCall) => boolean, reason: Reason): void {
    this.#taker.endWhere(isMeant, call => refusalText(messageIn(call.text), reason));
  }

  async #tellAll(): Promise<void> {
    for (const share of [...this.#untold]) if (!this.#options.shares.get(share)) await this.#untell(share);
    for (const own of this.#options.shares.all()) await this.#tell(own);
  }

  #countSoon(): void {
    this.#counting ??= setTimeout(() => {
      this.#counting = null;
      // Once it is back all of it is told.
      if (this.#isCut) return;
      for (const own of this.#options.shares.all())
        if (this.#options.toolCount(own) !== this.#counts.get(own.share)) void this.#tell(own);
    }, countMs).unref();
  }

  async #tell({ share, serverId, ...own }: OwnShare): Promise<void> {
    const { subjects } = this.#wire;
    const { hubs, roles, tools, readOnly, description } = own;
    const toolCount = this.#options.toolCount({ ...own, serverId });
    const whom = { hubs, roles, tools, readOnly };
    const told: FleetShare = {
      ...{ hub: subjects.hub, server: share, description, ...whom, toolCount },
      at: this.#options.now(),
    };
    await this.#quietly(share, async () => {
      await (await this.#wire.kv('shares')).put(`${subjects.hub}.${share}`, JSON.stringify(told));
      this.#counts.set(share, toolCount);
    });
  }

  #untell(share: string): Promise<void> {
    return this.#quietly(share, async () =>
      (await this.#wire.kv('shares')).delete(`${this.#wire.subjects.hub}.${share}`),
    );
  }

  /** What an earlier run, or another hub that had this name, has told and this one does not share. */
  #foundOwn(share: string, revision: number): void {
    if (this.#options.shares.get(share)) return;
    const key = `${this.#wire.subjects.hub}.${share}`;
    // Only in the place of what was looked at: it may be shared again by then.
    void this.#quietly(share, async () => {
      const bucket = await this.#wire.kv('shares');
      if ((await bucket.get(key))?.revision === revision) await bucket.delete(key, { previousSeq: revision });
    });
  }

  async #followStatus(): Promise<void> {
    for await (const { type } of this.#wire.connection.status()) {
      if (type === 'disconnect') this.#isCut = true;
      if (type === 'reconnect') this.#isCut = false;
    }
  }

  async #quietly(share: string, act: () => Promise<unknown>): Promise<void> {
    try {
      await act();
      if (this.#untold.delete(share) && this.#untold.size === 0) this.#options.report(null);
    } catch (error) {
      this.#untold.add(share);
      if (!this.#isOver) this.#options.report(error);
    }
  }
}

/** It is asked by its own name all the same. */
function notOffered({ subjects: { hub, prefix } }: FleetWire, share: string): Error {
  return faultAsError({ kind: 'fleet-not-in-group', ...{ share, hub, flags: prefixFlag(prefix) } });
}
