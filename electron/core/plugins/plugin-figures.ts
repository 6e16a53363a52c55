// What is counted of each plugin since the hub started: pings, uses of its tools, what happened last, what was dropped.
import { pluginBounds } from '../../../contract/plugins.ts';
import { CallTimes } from '../agents/call-times.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { PluginDetail, PluginEvent } from '../../../contract/schemas/plugins.ts';

interface Figures {
  pings: PluginDetail['pings'];
  uptimeSeconds: number | null;
  events: PluginEvent[];
  dropped: number;
  readonly tools: Map<string, { uses: number; readonly times: CallTimes }>;
}

export class PluginFigures {
  readonly #now: () => number;
  readonly #all = new Map<string, Figures>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** `ms` is null for a ping that was missed. */
  pinged(pluginId: string, ms: number | null, uptimeSeconds: number | null): void {
    const figures = this.#of(pluginId);
    figures.pings = [...figures.pings, { at: this.#now(), ms }].slice(-pluginBounds.shownPings);
    if (ms === null) return;
    figures.uptimeSeconds = uptimeSeconds;
  }

  called(pluginId: string, call: Omit<PluginEvent & { kind: 'call' }, 'kind' | 'at'>): void {
    const figures = this.#of(pluginId);
    const known = figures.tools.get(call.tool) ?? { uses: 0, times: new CallTimes() };
    known.uses += 1;
    if (call.failed === null) known.times.add(call.ms);
    figures.tools.set(call.tool, known);
    this.#note(figures, { kind: 'call', at: this.#now(), ...call });
  }

  happened(pluginId: string, reason: Reason): void {
    this.#note(this.#of(pluginId), { kind: 'hub', at: this.#now(), reason });
  }

  dropped(pluginId: string): void {
    this.#of(pluginId).dropped += 1;
  }

  forget(pluginId: string): void {
    this.#all.delete(pluginId);
  }

  toolOf(pluginId: string, tool: string): { uses: number; p95Ms: number | null } {
    const known = this.#all.get(pluginId)?.tools.get(tool);
    return { uses: known?.uses ?? 0, p95Ms: known?.times.figures().p95Ms ?? null };
  }

  of(pluginId: string): Pick<PluginDetail, 'pings' | 'pingP95Ms' | 'uptimeSeconds' | 'events' | 'dropped'> {
    const figures = this.#all.get(pluginId);
    if (!figures) return { pings: [], pingP95Ms: null, uptimeSeconds: null, events: [], dropped: 0 };
    const { pings, uptimeSeconds, events, dropped } = figures;
    return { pings, uptimeSeconds, events, dropped, pingP95Ms: p95Of(pings) };
  }

  #note(figures: Figures, event: PluginEvent): void {
    figures.events = [event, ...figures.events].slice(0, pluginBounds.shownEvents);
  }

  #of(pluginId: string): Figures {
    const known = this.#all.get(pluginId);
    if (known) return known;
    const made: Figures = {
      pings: [],
      uptimeSeconds: null,
      events: [],
      dropped: 0,
      tools: new Map(),
    };
    this.#all.set(pluginId, made);
    return made;
  }
}

function p95Of(pings: PluginDetail['pings']): number | null {
  const answered = pings.flatMap(({ ms }) => ms ?? []).toSorted((a, b) => a - b);
  return answered[Math.min(answered.length - 1, Math.floor(answered.length * 0.95))] ?? null;
}
