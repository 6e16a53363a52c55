// What plugins say, message by message: registrations, answers to what was asked, and what answers nothing.
import { nestsWithin } from '../../../contract/json.ts';
import { isPluginId, pluginProtocol } from '../../../contract/plugins.ts';
import { isAnswer, readEnvelope } from '../../../native-host/dialects/plugins/plugin-envelope.ts';
import { seen } from '../trace/excerpt.ts';
import type { Party } from '../../../contract/schemas/trace.ts';
import type { PluginEnvelope } from '../../../native-host/dialects/plugins/plugin-envelope.ts';
import type { Seen } from '../trace/excerpt.ts';
import type { TraceTap } from '../trace/tap.ts';
import type { PluginAdmission } from './plugin-admission.ts';
import type { PluginFigures } from './plugin-figures.ts';
import type { PluginLink } from './plugin-link.ts';
import type { PluginRecords } from './plugin-records.ts';

export interface PluginMessagesOptions {
  readonly hub: Party;
  readonly tap: TraceTap;
  readonly now: () => number;
  readonly records: PluginRecords;
  readonly figures: PluginFigures;
  readonly admission: PluginAdmission;
}

/** Levels of a message, the schemas of its tools among them. */
const maxDepth = 200;

export class PluginMessages {
  readonly #options: PluginMessagesOptions;

  constructor(options: PluginMessagesOptions) {
    this.#options = options;
  }

  /** How it stands in the trace. */
  partyOf(id: string): Party {
    return { kind: 'server', id, label: this.#options.records.get(id)?.listing?.claims.name ?? id };
  }

  /** `from` is the sender as its browser told it; what is no envelope of any plugin ends here. */
  receive(link: PluginLink, from: string, message: unknown): void {
    const envelope = isPluginId(from) && nestsWithin(message, maxDepth) ? readEnvelope(message) : null;
    if (!envelope) return this.#drop(from);
    const shown = seen(JSON.stringify(message), message);
    if (envelope.type === 'PLUGIN_REGISTER' || envelope.type === 'PLUGIN_UNREGISTER')
      return void this.#admit(link, from, envelope, shown);
    const isOurs = envelope.version === pluginProtocol && isAnswer(envelope.type);
    if (isOurs && link.exchange.take(from, envelope, shown)) return this.#heard(link, from);
    this.#drop(from);
    this.#trace(from, isOurs ? '(late answer)' : envelope.type, shown, envelope, 'notification');
  }

  async #admit(link: PluginLink, from: string, envelope: PluginEnvelope, shown: Seen): Promise<void> {
    const { admission, tap } = this.#options;
    const seq = this.#trace(from, envelope.type, shown, envelope, 'request');
    const { answer, verdict } =
      envelope.type === 'PLUGIN_UNREGISTER'
        ? await admission.unregister(link, from, envelope)
        : admission.register(link, from, envelope);
    tap.close(seq, { ...verdict, message: answer });
  }

  #trace(
    from: string,
    method: string,
    message: Seen,
    { requestId }: PluginEnvelope,
    kind: 'request' | 'notification',
  ): number {
    const { hub, tap } = this.#options;
    const about = { rpcId: requestId, tool: null, parent: null, message };
    return tap.open({ dir: 'in', from: this.partyOf(from), to: hub, kind, method, ...about });
  }

  /** Whatever it answers shows that it is there. */
  #heard({ browserId }: PluginLink, id: string): void {
    const { records, now } = this.#options;
    if (!records.get(id)) return;
    const lastSeenAt = now();
    const heard = { missed: 0, isProven: true, lastSeenAt };
    records.change(id, entry => ({
      ...entry,
      lastSeenAt,
      homes: entry.homes.map(home => (home.browserId === browserId ? { ...home, ...heard } : home)),
    }));
  }

  /** Counted for plugins that are known: anybody may say anything. */
  #drop(from: string): void {
    if (this.#options.records.get(from)) this.#options.figures.dropped(from);
  }
}
