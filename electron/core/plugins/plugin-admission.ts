// Registering: what becomes of a plugin that says what it is, and of one that says goodbye.
import { pluginBounds, pluginProtocol } from '../../../contract/plugins.ts';
import { PluginGoodbyeSchema } from '../../../contract/schemas/plugin-wire.ts';
import { inEnglish } from '../../../words/english.ts';
import { sharedListing, unprovenHome } from './plugin-entry.ts';
import { readRegistration } from './read-registration.ts';
import type { PluginErrorCode } from '../../../contract/plugins.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { PluginEnvelope } from '../../../native-host/dialects/plugins/plugin-envelope.ts';
import type { Seen } from '../trace/excerpt.ts';
import type { Verdict } from '../trace/tap.ts';
import type { PluginAllowlist } from './plugin-allowlist.ts';
import type { PluginEntry, PluginHome, PluginListing } from './plugin-entry.ts';
import type { PluginFigures } from './plugin-figures.ts';
import type { PluginLink } from './plugin-link.ts';
import type { PluginRecords } from './plugin-records.ts';
import type { Registration } from './read-registration.ts';

export interface PluginAdmissionOptions {
  readonly records: PluginRecords;
  readonly rules: PluginAllowlist;
  readonly figures: PluginFigures;
  readonly now: () => number;
  /** When it is to be pinged next, now that it has been heard from. */
  readonly nextPingAt: () => number;
}

/** What was answered, and how that went: for the trace. */
export interface Admission {
  readonly answer: Seen;
  readonly verdict: Verdict;
}

/** Told to plugins with PLUGIN_DISABLED. */
export const disabledByUser = 'The user disabled this plugin in Pilothouse.';

const plain = { code: null, reason: null, rule: null, waitedMs: 0 };

export class PluginAdmission {
  readonly #options: PluginAdmissionOptions;

  constructor(options: PluginAdmissionOptions) {
    this.#options = options;
  }

  /** Registering again is what every plugin does when its background wakes; it changes nothing that the user decided. */
  register(link: PluginLink, from: string, envelope: PluginEnvelope): Admission {
    const read = readRegistration(from, envelope, this.#options.rules.allows(from));
    if ('code' in read) return this.#refuse(link, from, envelope, read.code, read.reason);
    if (!this.#hasRoom(link, from)) {
      const reason: Reason = { kind: 'plugins-too-many', most: pluginBounds.plugins };
      return this.#refuse(link, from, envelope, 'PLUGIN_NOT_ALLOWED', reason);
    }
    const entry = this.#admit(link, from, read);
    const ack = { success: true, toolNamespace: from };
    const answer = link.exchange.tell(from, 'PLUGIN_REGISTER_ACK', ack, envelope.requestId);
    if (!entry.enabled) link.exchange.tell(from, 'PLUGIN_DISABLED', { reason: disabledByUser });
    return { answer, verdict: { ...plain, outcome: 'ok' } };
  }

  /** What the user decided about it stays, and what was granted for it. Of one that is not there nothing is kept. */
  async unregister(link: PluginLink, from: string, envelope: PluginEnvelope): Promise<Admission> {
    const { requestId, payload, version } = envelope;
    const { records, figures } = this.#options;
    const entry = records.get(from);
    const isHere = entry?.homes.some(({ browserId }) => browserId === link.browserId) ?? false;
    const isGone = isHere && version === pluginProtocol;
    const answer = link.exchange.tell(from, 'PLUGIN_UNREGISTER_ACK', { success: isGone }, requestId);
    if (!entry || !isGone) {
      const why: Reason = isHere
        ? { kind: 'plugin-speaks', version, spoken: pluginProtocol }
        : { kind: 'no-plugin', plugin: from };
      const code = isHere ? 'PROTOCOL_VERSION_MISMATCH' : 'NOT_REGISTERED';
      return { answer, verdict: { ...plain, code, reason: inEnglish(why), why, outcome: 'error' } };
    }
    const homes = entry.homes.filter(({ browserId }) => browserId !== link.browserId);
    const said = PluginGoodbyeSchema.safeParse(payload).data?.reason ?? null;
    // Where the row cannot be removed it is found again at the next start.
    if (homes.length === 0 && entry.enabled && entry.offered) await records.remove(from).catch(() => {});
    else {
      records.change(from, before => ({ ...before, homes }));
      figures.happened(from, { kind: 'plugin-unregistered', said });
      records.keepLater(from);
    }
    return { answer, verdict: { ...plain, outcome: 'ok' } };
  }

  #admit(link: PluginLink, from: string, registration: Registration): PluginEntry {
    const { records, figures, now } = this.#options;
    const before = records.get(from);
    const known = before?.homes.find(({ browserId }) => browserId === link.browserId)?.listing ?? null;
    const all = [known, before?.listing ?? null, ...(before?.homes ?? []).map(home => home.listing)];
    const listing = sharedListing(registration, all);
    const changed = records.changedTools((known ?? before?.listing)?.tools ?? null, listing.tools);
    const home = this.#homeAt(link, listing);
    const entry = records.change(from, plugin => ({
      ...plugin,
      homes: [...plugin.homes.filter(({ browserId }) => browserId !== link.browserId), home],
      fault: null,
      refusals: 0,
      registeredAt: plugin.registeredAt ?? now(),
      registrations: plugin.registrations + 1,
      lastSeenAt: now(),
    }));
    const first = before === null || before.registrations === 0;
    figures.happened(
      from,
      first
        ? { kind: 'plugin-registered', tools: listing.tools.length }
        : { kind: 'plugin-registered-again', tools: listing.tools.length, changed },
    );
    records.keepLater(from);
    return entry;
  }

  #homeAt(link: PluginLink, listing: PluginListing): PluginHome {
    const { now, nextPingAt } = this.#options;
    const { browserId, name } = link;
    const said = { isProven: true, missed: 0, isUnwell: false, listing, fault: null };
    return { browserId, name, link, ...said, nextPingAt: nextPingAt(), lastSeenAt: now() };
  }

  /** A refusal costs a plugin what it had in this browser: by what it says now it may not be called there. Off the list it is off everywhere. */
  #refuse(
    link: PluginLink,
    from: string,
    { requestId }: PluginEnvelope,
    code: PluginErrorCode,
    reason: Reason,
  ): Admission {
    const { records, now } = this.#options;
    const isForAll = reason.kind === 'plugin-not-listed';
    records.change(from, before => ({
      ...before,
      ...(isForAll && { fault: reason }),
      refusals: before.refusals + 1,
      lastSeenAt: now(),
      homes: refusedAt(before, link, isForAll ? null : reason, now()),
    }));
    records.keepLater(from);
    const sentence = inEnglish(reason);
    const error =
      code === 'PROTOCOL_VERSION_MISMATCH'
        ? `${code}: ${pluginProtocol} is spoken here. ${sentence}`
        : `${code}: ${sentence}`;
    const answer = link.exchange.tell(from, 'PLUGIN_REGISTER_ACK', { success: false, error }, requestId);
    return { answer, verdict: { ...plain, outcome: 'refused', code, reason: sentence, why: reason } };
  }

  #hasRoom({ browserId }: PluginLink, from: string): boolean {
    const { records } = this.#options;
    const livesThere = ({ homes }: PluginEntry) =>
      homes.some(home => home.browserId === browserId && home.listing !== null);
    const before = records.get(from);
    if (before && livesThere(before)) return true;
    return records.all().filter(livesThere).length < pluginBounds.plugins;
  }
}

/** Where it was heard from, also where it may not register. With a fault of its own it has nothing there any more. */
function refusedAt({ homes }: PluginEntry, link: PluginLink, fault: Reason | null, now: number): readonly PluginHome[] {
  const { browserId, name } = link;
  const heard = { fault, ...(fault && { listing: null }), lastSeenAt: now };
  if (homes.some(home => home.browserId === browserId))
    return homes.map(home => (home.browserId === browserId ? { ...home, ...heard } : home));
  return [...homes, { browserId, name, link, ...unprovenHome, listing: null, ...heard }];
}
