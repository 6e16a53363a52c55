// Definitions are pinned when they are approved. What differs later is held back until the user has seen both versions.
import { hubError } from '../../../words/hub-error.ts';
import { definitionHash } from './definition-hash.ts';
import { toolId } from './tool-names.ts';
import type { Held, ToolReview } from '../../../contract/schemas/tools.ts';
import type { ToolPin, ToolPinsTable } from '../store/tool-pins-table.ts';
import type { ServerTool } from './callable.ts';
import type { Shown } from './tool-catalogue.ts';

/** A definition as it was shown. */
interface Seen {
  readonly toolId: string;
  readonly hash: string;
}

export interface ToolPinsOptions {
  readonly pins: readonly ToolPin[];
  /** For which approval of each server its tools were pinned. */
  readonly approvals: ReadonlyMap<string, string>;
  readonly persist: Pick<ToolPinsTable, 'put' | 'putAll' | 'putLater' | 'approvedLater' | 'removeServer'>;
  readonly now: () => number;
  /** Hides secrets in what is stored and shown of a definition; its hash is that of the whole. */
  readonly shown?: Shown;
}

const maxPinned = 500;

/**
 * The rule. The first list after an approval of the server pins every tool on it: who approves a command approves what it
 * offers then. From then on a tool is offered only as it was pinned. One that changed is not offered at all, neither as it was
 * (the server would carry out something else under the old words) nor as it is; one that is new is held too, because a grant
 * for the whole server would cover it unseen. A refused definition is not asked about again until it changes once more.
 */
export class ToolPins {
  readonly #options: ToolPinsOptions;
  readonly #pins = new Map<string, ToolPin>();
  /** The ids of the tools that are pinned, by server or plugin. */
  readonly #ids = new Map<string, Set<string>>();
  readonly #approvals: Map<string, string>;
  readonly #reviews = new Map<string, ToolReview>();
  readonly #onReview = new Set<() => void>();

  constructor(options: ToolPinsOptions) {
    this.#options = options;
    this.#approvals = new Map(options.approvals);
    for (const pin of options.pins) this.#keep(pin);
  }

  /** `heard` is called after each answer of the user. */
  onReview(heard: () => void): void {
    this.#onReview.add(heard);
  }

  /**
   * Which tools of this list are held, by name. `approval` is the hash that the server was approved with. Where new ones are fine, a name
   * that was never listed is pinned as it comes: a page has other tools on each of its pages, and nothing was granted for all of them.
   */
  check(
    serverId: string,
    approval: string,
    tools: readonly ServerTool[],
    more: 'new ones are held' | 'new ones are fine' = 'new ones are held',
  ): ReadonlyMap<string, Held> {
    if (tools.length > 0 && this.#approvals.get(serverId) !== approval) this.#pinAll(serverId, approval, tools);
    else if (more === 'new ones are fine') this.#pinNew(serverId, tools);
    const held = new Map<string, Held>();
    const listed = new Set<string>();
    for (const tool of tools) {
      listed.add(toolId(serverId, tool.name));
      const why = this.#heldBack(serverId, tool);
      if (why) held.set(tool.name, why);
    }
    // A list of none is a server that ended; its open reviews are still open.
    for (const review of tools.length > 0 ? [...this.#reviews.values()] : [])
      if (review.serverId === serverId && !listed.has(review.toolId)) this.#reviews.delete(review.toolId);
    return held;
  }

  /** Those that wait, and those that were refused, oldest first. */
  reviews(): ToolReview[] {
    return [...this.#reviews.values()]
      .map(review => ({ ...review, before: this.#shown(review.before), after: this.#shown(review.after) }))
      .toSorted((a, b) => a.since - b.since);
  }

  /** How many tools of this server or plugin are held back. */
  waitingOf(offerer: string): number {
    let waiting = 0;
    for (const { serverId } of this.#reviews.values()) if (serverId === offerer) waiting += 1;
    return waiting;
  }

  /** Keeps the user's answer to the definition with this hash. Returns why the tool is held afterwards. */
  async review(id: string, hash: string, accept: boolean): Promise<Held | null> {
    const review = this.#reviews.get(id);
    if (review?.hash !== hash) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'definition-other', tool: id });
    const { serverId, name, after } = review;
    const before = this.#pins.get(id);
    const pin: ToolPin = accept
      ? { id, serverId, name, hash, definition: this.#shown(after), refused: null, at: this.#options.now() }
      : {
          id,
          serverId,
          name,
          hash: before?.hash ?? null,
          definition: before?.definition ?? null,
          refused: hash,
          at: this.#options.now(),
        };
    await this.#options.persist.put(pin);
    const why = accept ? this.#accepted(pin) : this.#refused(pin, review);
    for (const heard of this.#onReview) heard();
    return why;
  }

  #refused(pin: ToolPin, review: ToolReview): Held {
    const { id, refused: hash } = pin;
    this.#keep(pin);
    // What the server has listed meanwhile waits for an answer of its own.
    const newer = this.#newer(id, hash);
    if (newer === null) this.#reviews.set(id, { ...review, held: 'refused' });
    return newer ?? 'refused';
  }

  /**
   * Accepts definitions of one server, each as it was shown. Returns by the ids of the tools why they are held afterwards. Rejects with
   * HubError where one of them is another by now, or is not waiting any more: then none is accepted.
   */
  async acceptSeen(serverId: string, seen: readonly Seen[]): Promise<ReadonlyMap<string, Held | null>> {
    const pins = seen.map(({ toolId: id, hash }): ToolPin => {
      const review = this.#reviews.get(id);
      if (review?.hash !== hash || review.serverId !== serverId || review.held === 'refused')
        throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'definition-other', tool: id });
      const definition = this.#shown(review.after);
      return { id, serverId, name: review.name, hash, definition, refused: null, at: this.#options.now() };
    });
    await this.#options.persist.putAll(pins);
    const held = new Map(pins.map(pin => [pin.id, this.#accepted(pin)]));
    for (const heard of this.#onReview) heard();
    return held;
  }

  /** What came while it was stored is not what was accepted, and stays held. */
  #accepted(pin: ToolPin): Held | null {
    this.#keep(pin);
    const newer = this.#newer(pin.id, pin.hash);
    if (newer === null) this.#reviews.delete(pin.id);
    return newer;
  }

  /** Why a definition with another hash is held that its server has listed meanwhile; null where there is none. */
  #newer(id: string, hash: string | null): Held | null {
    const review = this.#reviews.get(id);
    return review && review.hash !== hash ? review.held : null;
  }

  /** Tools of a server of which a definition was refused, by their ids. */
  refused(serverId: string): string[] {
    return [...this.#pins.values()].flatMap(pin => (pin.serverId === serverId && pin.refused !== null ? [pin.id] : []));
  }

  async removeServer(serverId: string): Promise<void> {
    this.#approvals.delete(serverId);
    this.#forget(serverId);
    await this.#options.persist.removeServer(serverId);
  }

  #heldBack(serverId: string, tool: ServerTool): Held | null {
    const id = toolId(serverId, tool.name);
    const pin = this.#pins.get(id);
    const hash = definitionHash(tool);
    if (pin?.hash === hash) {
      this.#reviews.delete(id);
      return null;
    }
    const held: Held = pin?.refused === hash ? 'refused' : pin?.hash ? 'changed' : 'new';
    const known = this.#reviews.get(id);
    const since = known?.hash === hash ? known.since : this.#options.now();
    const before = pin?.definition ?? null;
    this.#reviews.set(id, { toolId: id, serverId, name: tool.name, held, since, hash, before, after: tool });
    return held;
  }

  /** As many as one that lists ever other names may have. */
  #pinNew(serverId: string, tools: readonly ServerTool[]): void {
    const known = this.#ids.get(serverId) ?? new Set();
    const room = Math.max(0, maxPinned - known.size);
    this.#pin(serverId, tools.filter(({ name }) => !known.has(toolId(serverId, name))).slice(0, room));
  }

  #pinAll(serverId: string, approval: string, tools: readonly ServerTool[]): void {
    const { persist } = this.#options;
    this.#forget(serverId);
    this.#approvals.set(serverId, approval);
    persist.approvedLater(serverId, approval);
    this.#pin(serverId, tools);
  }

  #pin(serverId: string, tools: readonly ServerTool[]): void {
    const { persist, now } = this.#options;
    for (const tool of tools) {
      const { name } = tool;
      const id = toolId(serverId, name);
      const pin: ToolPin = {
        id,
        serverId,
        name,
        hash: definitionHash(tool),
        definition: this.#shown(tool),
        refused: null,
        at: now(),
      };
      this.#keep(pin);
      persist.putLater(pin);
    }
  }

  #shown<T>(definition: T): T {
    return this.#options.shown?.value(definition) ?? definition;
  }

  #keep(pin: ToolPin): void {
    this.#pins.set(pin.id, pin);
    const ids = this.#ids.get(pin.serverId);
    if (ids) ids.add(pin.id);
    else this.#ids.set(pin.serverId, new Set([pin.id]));
  }

  #forget(serverId: string): void {
    for (const id of this.#ids.get(serverId) ?? []) this.#pins.delete(id);
    this.#ids.delete(serverId);
    for (const review of [...this.#reviews.values()])
      if (review.serverId === serverId) this.#reviews.delete(review.toolId);
  }
}
