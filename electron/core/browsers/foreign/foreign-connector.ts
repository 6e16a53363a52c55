// Connects extensions of others: made into links that are driven like ours, and ended when their port cannot be used any more.
import { randomFirstId } from '../browser-link.ts';
import { FocusLoop } from '../focus-loop.ts';
import { browserIdOf, describeForeign, foreignProfile } from '../pairing.ts';
import { ClaudeLink } from './claude-link.ts';
import { ClaudezillaLink } from './claudezilla-link.ts';
import { foreignExtension, foreignOf } from './foreign-extensions.ts';
import type { ReportedTab } from '../../../../contract/schemas/companion.ts';
import type { PeerHello } from '../../../../contract/schemas/endpoint.ts';
import type { Party } from '../../../../contract/schemas/trace.ts';
import type { FrameChannel } from '../../../../native-host/framing/frame-channel.ts';
import type { TraceTap } from '../../trace/tap.ts';
import type { Link } from '../browser-link.ts';
import type { BrowserEntry, BrowserRecords } from '../browser-records.ts';
import type { ForeignExtension } from './foreign-extensions.ts';

export interface ForeignConnectorOptions {
  readonly tap: TraceTap;
  readonly hub: Party;
  readonly now: () => number;
  readonly randomBytes: (size: number) => Buffer;
  /** What an extension of spec 000 shows of the hub in its pop-up. */
  readonly loop?: FocusLoop;
  readonly version?: string;
  /** How long a foreign extension may owe a given-up answer, in milliseconds. */
  readonly lateMs?: number;
}

/** A notification of an extension, for the agents that work in its browser. */
export type BrowserNotice = (browserId: string, method: string, params: unknown) => void;

export interface ForeignConnectorEvents {
  onClosed(link: Link): void;
  onTabs(link: Link, tabs: readonly ReportedTab[]): void;
  onTabClosed(link: Link, tabId: number): void;
}

export class ForeignConnector {
  readonly #options: ForeignConnectorOptions;
  readonly #records: BrowserRecords;
  readonly #events: ForeignConnectorEvents;
  /** Relays that have to end, by pid, because their port cannot be used any more. */
  readonly #ending = new Set<number>();
  readonly #notices = new Set<BrowserNotice>();
  #agentsHere = 0;

  constructor(options: ForeignConnectorOptions, records: BrowserRecords, events: ForeignConnectorEvents) {
    this.#options = options;
    this.#records = records;
    this.#events = events;
  }

  /** Why this relay has to end and let its browser open another port; null for every other peer. */
  refuse(hello: PeerHello): string | null {
    if (hello.role !== 'relay') return null;
    // Nobody here knows what an earlier connection, perhaps of a hub that has ended, was still owed.
    const mayOwe = hello.returning === true && foreignOf(hello.argv)?.wire === 'claude-frames';
    if (!this.#ending.delete(hello.pid) && !mayOwe) return null;
    return 'The extension may owe an answer that would be taken for another one; its port is opened anew.';
  }

  onNotice(listener: BrowserNotice): () => void {
    this.#notices.add(listener);
    return () => this.#notices.delete(listener);
  }

  /** An agent has come or has left. */
  agentPresence(isHere: boolean): void {
    this.#agentsHere += isHere ? 1 : -1;
    for (const link of this.#records.links()) if (link instanceof ClaudeLink) link.presence(isHere);
  }

  /** Told of every agent that is here already. */
  connected(link: Link): void {
    if (link instanceof ClaudeLink) for (let told = 0; told < this.#agentsHere; told += 1) link.presence(true);
  }

  open(extension: ForeignExtension, relayPid: number, channel: FrameChannel): Link {
    const { hub, tap, now, randomBytes, lateMs, loop = new FocusLoop(now), version = '' } = this.#options;
    const events = this.#events;
    const common = { channel, relayPid, extension, hub, tap, now, onClosed: (link: Link) => events.onClosed(link) };
    const onTabs = (link: Link, tabs: readonly ReportedTab[]) => events.onTabs(link, tabs);
    if (extension.wire === 'claudezilla') {
      const onTabClosed = (link: Link, tabId: number) => events.onTabClosed(link, tabId);
      const firstId = randomFirstId(randomBytes);
      const elementsKey = randomBytes(12).toString('hex');
      return new ClaudezillaLink({ ...common, firstId, elementsKey, loop, version, onTabs, onTabClosed });
    }
    return new ClaudeLink({
      ...common,
      ...(lateMs === undefined ? {} : { lateMs }),
      onTabs,
      onNotice: (link, method, params) => this.#notice(link, method, params),
      onStuck: stuck => this.#endRelay(stuck),
    });
  }

  /**
   * A foreign extension has nothing to prove itself with and says nothing of its profile: its identity is its extension id alone, so
   * one approval holds for every browser of this machine in which it runs, and its tabs are known only while one port stays open.
   */
  judge(extension: ForeignExtension, relayPid: number) {
    const rows = this.#records.decisions().filter(row => row.extensionId === extension.id);
    const approved = rows.find(({ decision }) => decision === 'approved');
    const id = this.#freeId(extension, relayPid);
    const looks = this.#records.looksOf(id, approved?.name ?? extension.name);
    return {
      browser: describeForeign(id, looks, extension),
      profile: { profileId: foreignProfile, runId: String(relayPid) },
      decision: (approved ?? rows[0])?.decision ?? null,
    };
  }

  /** The other browsers in which the same foreign extension runs: one decision holds for all of them. */
  sameExtension({ browser }: BrowserEntry): BrowserEntry[] {
    if (!foreignExtension(browser.extensionId)) return [];
    return this.#records
      .all()
      .filter(other => other.browser.extensionId === browser.extensionId && other.browser.id !== browser.id);
  }

  #notice(link: ClaudeLink, method: string, params: unknown): void {
    const entry = this.#records.get(link.party.id);
    if (entry?.link !== link || entry.browser.state.kind !== 'connected') return;
    for (const listener of this.#notices) listener(entry.browser.id, method, params);
  }

  /** Two browsers may run the same foreign extension at once: the second one gets a number of its own. */
  #freeId(extension: ForeignExtension, relayPid: number): string {
    const base = browserIdOf(foreignProfile, extension.id);
    for (let number = 1; ; number += 1) {
      const id = number === 1 ? base : `${base}-${number}`;
      const link = this.#records.get(id)?.link;
      if (!link || link.relayPid === relayPid) return id;
    }
  }

  /** Closing alone would not do: the relay would come back with the same port, and the late reply through it. */
  #endRelay(link: ClaudeLink): void {
    this.#ending.add(link.relayPid);
    link.close('The extension did not answer, also not late; its port is opened anew.');
  }
}
