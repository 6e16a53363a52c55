// The panel of this hub as other hubs of the fleet look at it: each look is a panel of its own, as far as the owner allows that hub.

import { fleetPanelAsks } from '../../../../contract/schemas/fleet-panel.ts';
import { answerHub } from '../link/fleet-asks.ts';
import { senderOf } from '../link/fleet-subjects.ts';
import { hear } from '../link/hear.ts';
import { ShownTraffic } from './shown-traffic.ts';
import { ShownView } from './shown-view.ts';
import type { Msg } from '@nats-io/transport-node';
import type { Reason } from '../../../../contract/reasons.ts';
import type { FleetPanelAsk, FleetPanelOpened, FleetPanelRight } from '../../../../contract/schemas/fleet-panel.ts';
import type { PanelServer } from '../../panel/panel-server.ts';
import type { FleetMember, FleetMembership, FleetWire } from '../link/fleet-wire.ts';

export interface ShownPanelsOptions {
  readonly panel: Pick<PanelServer, 'connect'>;
  readonly version: string;
  /** What the owner allows that hub now; null for nothing. Asked with each request. */
  readonly rightOf: (hub: string) => FleetPanelRight | null;
  /** Rules have changed: each view is judged anew. Returns what ends that. */
  readonly onRules: (listener: () => void) => () => void;
  /** How many bytes may be under way to all of them. */
  readonly mostUnderWay?: number;
}

interface ShownAt {
  readonly wire: FleetWire;
  readonly traffic: ShownTraffic;
}

/** Each view is told of every change of the state. */
const most = { ofOneHub: 5, ofAll: 40 };

export class ShownPanels implements FleetMember {
  readonly #options: ShownPanelsOptions;
  /** By the hub that looks, then by the id that it has chosen. */
  readonly #views = new Map<string, Map<string, ShownView>>();

  constructor(options: ShownPanelsOptions) {
    this.#options = options;
  }

  async begin(wire: FleetWire): Promise<FleetMembership> {
    const { connection, subjects } = wire;
    const shown: ShownAt = { wire, traffic: new ShownTraffic(connection, this.#options.mostUnderWay) };
    const asks = Object.keys(fleetPanelAsks) as FleetPanelAsk[];
    const subscriptions = asks.map(ask =>
      hear(connection, `${subjects.prefix}.rq.${subjects.hub}.*.${ask}`, message => this.#take(shown, ask, message)),
    );
    const unfollow = this.#options.onRules(() => this.#judgeAnew());
    return {
      reconnected: () => {},
      end: async () => {
        unfollow();
        for (const view of this.#all()) view.close({ kind: 'panel-of-hub-gone', whose: subjects.hub });
        for (const subscription of subscriptions) subscription.unsubscribe();
      },
    };
  }

  #take(shown: ShownAt, ask: FleetPanelAsk, message: Msg): void {
    const { wire } = shown;
    const hub = senderOf(message.subject);
    if (hub === '') return;
    const said = readJson(message);
    const opening = fleetPanelAsks['panel-open'].safeParse(said);
    if (ask === 'panel-open')
      return opening.success ? answer(wire, message, this.#open(shown, hub, opening.data)) : undefined;
    const named = fleetPanelAsks['panel-alive'].safeParse(said);
    const view = named.success ? (this.#views.get(hub)?.get(named.data.view) ?? null) : null;
    // A grant may have run out since.
    view?.judge(this.#options.rightOf(hub));
    if (ask === 'panel-close') return view?.close(null);
    if (ask === 'panel-request') {
      const asked = fleetPanelAsks['panel-request'].safeParse(said);
      if (asked.success) void view?.request(asked.data.id, asked.data.name, asked.data.params);
      return undefined;
    }
    view?.alive();
    return answer(wire, message, view?.isOpen ? { ok: true, right: view.right } : this.#refused(wire, hub));
  }

  #open(
    { wire, traffic }: ShownAt,
    hub: string,
    asked: { readonly view: string; readonly version: string },
  ): FleetPanelOpened {
    const { panel, version, rightOf } = this.#options;
    const owner = wire.subjects.hub;
    const right = rightOf(hub);
    if (right === null) return this.#refused(wire, hub);
    if (asked.version !== version)
      return refused({ kind: 'panel-of-other-version', whose: owner, there: version, here: asked.version });
    const views = this.#views.get(hub) ?? new Map<string, ShownView>();
    if (views.has(asked.view)) return { ok: true, right };
    if (views.size >= most.ofOneHub) return refused({ kind: 'panel-views-full', whose: owner, most: most.ofOneHub });
    if ([...this.#all()].length >= most.ofAll)
      return refused({ kind: 'panel-views-full', whose: owner, most: most.ofAll });
    const view = new ShownView({
      ...{ wire, panel, hub, id: asked.view, right, traffic },
      onClosed: () => {
        views.delete(asked.view);
        if (views.size === 0) this.#views.delete(hub);
      },
    });
    views.set(asked.view, view);
    this.#views.set(hub, views);
    return { ok: true, right };
  }

  #refused({ subjects }: FleetWire, hub: string): FleetPanelOpened {
    if (this.#options.rightOf(hub) === null)
      return refused({ kind: 'panel-of-hub-not-allowed', hub, whose: subjects.hub });
    return refused({ kind: 'panel-of-hub-gone', whose: subjects.hub });
  }

  #judgeAnew(): void {
    for (const view of this.#all()) view.judge(this.#options.rightOf(view.hub));
  }

  *#all(): Iterable<ShownView> {
    for (const views of [...this.#views.values()]) yield* [...views.values()];
  }
}

function refused(reason: Reason): FleetPanelOpened {
  return { ok: false, reason };
}

function answer(wire: FleetWire, message: Msg, value: FleetPanelOpened): void {
  answerHub(wire, message, JSON.stringify(value));
}

function readJson(message: Msg): unknown {
  try {
    return message.json();
  } catch {
    return null;
  }
}
