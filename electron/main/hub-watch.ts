// Follows the hub for the tray and the notifications, over a panel connection of its own.
import { reduceShell, type ShellState, shellStateOf } from './shell-state.ts';
import type { PanelEvent } from '../../contract/schemas/panel-events.ts';
import type { PanelParams, PanelReply, PanelRequestName } from '../../contract/schemas/panel-requests.ts';
import type { Snapshot } from '../../contract/schemas/snapshot.ts';
import type { PanelConnection, PanelServer } from '../core/panel/panel-server.ts';

export type ShellListener = (after: ShellState, before: ShellState) => void;

export class HubWatch {
  readonly #connection: PanelConnection;
  readonly #listeners = new Set<ShellListener>();
  #state: ShellState;

  private constructor(connection: PanelConnection, state: ShellState) {
    this.#connection = connection;
    this.#state = state;
  }

  /** Rejects with the hub's sentence when it does not tell its state. */
  static async start(panel: PanelServer): Promise<HubWatch> {
    // What comes before the snapshot is in it already, and holds no harm a second time.
    const early: PanelEvent[] = [];
    let pass = (event: PanelEvent): void => void early.push(event);
    const connection = panel.connect(event => pass(event), { kind: 'tray' });
    const reply = await connection.request('state:get', {});
    if (!reply.ok) throw new Error(reply.error.message);
    const watch = new HubWatch(connection, early.reduce(reduceShell, shellStateOf(reply.value as Snapshot)));
    pass = event => watch.#apply(reduceShell(watch.#state, event));
    return watch;
  }

  get state(): ShellState {
    return this.#state;
  }

  onChanged(listener: ShellListener): void {
    this.#listeners.add(listener);
  }

  /** Resolves with whether the hub did it; what it refuses, the panel shows as it is. */
  async ask<N extends PanelRequestName>(name: N, params: PanelParams<N>): Promise<boolean> {
    return (await this.#connection.request(name, params)).ok;
  }

  /** The same with what the hub answers. */
  request<N extends PanelRequestName>(name: N, params: PanelParams<N>): Promise<PanelReply> {
    return this.#connection.request(name, params);
  }

  #apply(next: ShellState): void {
    if (next === this.#state) return;
    const before = this.#state;
    this.#state = next;
    for (const listener of this.#listeners) listener(next, before);
  }
}
