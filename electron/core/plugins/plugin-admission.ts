// Registering: what becomes of a plugin that says what it is, and of one that says goodbye.
import { pluginBounds, pluginProtocol } from '../../../contract/plugins.ts';
import { PluginGoodbyeSchema } from '../../../contract/schemas/plugin-wire.ts';
import { inEnglish } from '../../../words/english.ts';
import { hashOfTools } from './plugin-tools.ts';
import { readRegistration } from './read-registration.ts';
import type { PluginErrorCode } from '../../../contract/plugins.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { PluginEnvelope } from '../../../native-host/dialects/plugins/plugin-envelope.ts';
import type { Seen } from '../trace/excerpt.ts';
import type { Verdict } from '../trace/tap.ts';
import type { PluginAllowlist } from './plugin-allowlist.ts';
import type { PluginEntry, PluginHome } from './plugin-entry.ts';
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

  /** What the user decided about it stays, and what was granted for it. */
  async unregister(link: PluginLink, from: string, { requestId, payload }: PluginEnvelope): Promise<Admission> {
    const { records, figures } = this.#options;
    const entry = records.get(from);
    const isHere = entry?.homes.some(({ browserId }) => browserId === link.browserId) ?? false;
    const answer = link.exchange.tell(from, 'PLUGIN_UNREGISTER_ACK', { success: isHere }, requestId);
    if (!entry || !isHere) {
      const why: Reason = { kind: 'no-plugin', plugin: from };
      const refused = { ...plain, code: 'NOT_REGISTERED', reason: inEnglish(why), why } as const;
      return { answer, verdict: { ...refused, outcome: 'error' } };
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

  #admit(link: PluginLink, from: string, { claims, tools }: Registration): PluginEntry {
    const { records, figures, now } = this.#options;
    const before = records.get(from);
    const changed = records.changedTools(before?.tools ?? null, tools);
    const entry = records.change(from, known => ({
      ...known,
      claims,
      tools,
      homes: [...known.homes.filter(({ browserId }) => browserId !== link.browserId), this.#homeAt(link, tools)],
      fault: null,
      refusals: 0,
      registeredAt: known.registeredAt ?? now(),
      registrations: known.registrations + 1,
      lastSeenAt: now(),
    }));
    const first = before === null || before.registrations === 0;
    figures.happened(
      from,
      first
        ? { kind: 'plugin-registered', tools: tools.length }
        : { kind: 'plugin-registered-again', tools: tools.length, changed },
    );
    records.keepLater(from);
    return entry;
  }

  #homeAt(link: PluginLink, tools: Registration['tools']): PluginHome {
    const { now, nextPingAt } = this.#options;
    const { browserId, name } = link;
    const said = { isProven: true, missed: 0, isUnwell: false, toolsHash: hashOfTools(tools) };
    return { browserId, name, link, ...said, nextPingAt: nextPingAt(), lastSeenAt: now() };
  }

  /** A refusal costs a plugin what it had: by what it says now it may not be called. */
  #refuse(
    link: PluginLink,
    from: string,
    { requestId }: PluginEnvelope,
    code: PluginErrorCode,
    reason: Reason,
  ): Admission {
    const { records, now } = this.#options;
    records.change(from, before => ({
      ...before,
      fault: reason,
      refusals: before.refusals + 1,
      lastSeenAt: now(),
      homes: withHome(before, link, now()),
    }));
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
    const livesThere = ({ homes, claims }: PluginEntry) =>
      claims !== null && homes.some(home => home.browserId === browserId);
    const before = records.get(from);
    if (before && livesThere(before)) return true;
    return records.all().filter(livesThere).length < pluginBounds.plugins;
  }
}

/** Where it was heard from, also where it may not register. */
function withHome({ homes }: PluginEntry, link: PluginLink, now: number): readonly PluginHome[] {
  const { browserId, name } = link;
  if (homes.some(home => home.browserId === browserId)) return homes;
  const bare = { isProven: false, missed: 0, nextPingAt: null, isUnwell: false, toolsHash: null };
  return [...homes, { browserId, name, link, ...bare, lastSeenAt: now }];
}
