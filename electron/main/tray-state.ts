// What the tray shows: folded from the snapshot and the patches, and turned into an icon, a tooltip and a menu. Pure.
import type { MenuItemConstructorOptions } from 'electron';
import type { HubInfo } from '../contract/entities.ts';
import type { PanelEvent } from '../contract/panel-events.ts';
import type { Snapshot } from '../contract/snapshot.ts';

type RunMode = HubInfo['mode'];

export interface TrayState {
  readonly mode: RunMode;
  /** Ids of the agents that are connected. */
  readonly agents: ReadonlySet<string>;
  /** Ids of the prompts that wait for the user. */
  readonly prompts: ReadonlySet<string>;
}

export type TrayIcon = 'running' | 'attention' | 'read-only' | 'paused';

export interface TrayActions {
  open(): void;
  setMode(mode: RunMode): void;
  quit(): void;
}

export function trayStateOf(snapshot: Snapshot): TrayState {
  const connected = Object.values(snapshot.agents).filter(agent => agent.state.kind === 'connected');
  return {
    mode: snapshot.hub.mode,
    agents: new Set(connected.map(agent => agent.id)),
    prompts: new Set(Object.keys(snapshot.prompts)),
  };
}

/** Answers the same object where the event changes nothing that the tray shows. */
export function reduceTray(state: TrayState, event: PanelEvent): TrayState {
  if (event.event !== 'state:patch') return state;
  let { mode, agents, prompts } = state;
  if (event.data.hub) mode = event.data.hub.mode;
  for (const { collection, id, value } of event.data.changes) {
    if (collection === 'agents') agents = withMember(agents, id, isConnected(value));
    if (collection === 'prompts') prompts = withMember(prompts, id, value !== null);
  }
  const same = mode === state.mode && agents === state.agents && prompts === state.prompts;
  return same ? state : { mode, agents, prompts };
}

/** A pause is shown before all else: it is what the user must never be wrong about. */
export function trayIcon(state: TrayState): TrayIcon {
  if (state.mode === 'paused' || state.mode === 'stopped') return 'paused';
  if (state.prompts.size > 0) return 'attention';
  return state.mode;
}

export function trayTooltip({ mode, agents, prompts }: TrayState): string {
  const waiting = prompts.size === 0 ? 'nothing waits' : `${count(prompts.size, 'question')} for you`;
  if (mode === 'paused') return `Pilothouse: paused, ${waiting}`;
  if (mode === 'stopped') return `Pilothouse: stopped, agents are disconnected, ${waiting}`;
  if (mode === 'read-only') return `Pilothouse: read-only, acting tools are refused, ${waiting}`;
  return `Pilothouse: ${count(agents.size, 'agent')}, ${waiting}`;
}

export function trayMenu(state: TrayState, actions: TrayActions): MenuItemConstructorOptions[] {
  const mode = (label: string, value: RunMode): MenuItemConstructorOptions => ({
    label,
    type: 'radio',
    checked: state.mode === value,
    click: () => actions.setMode(value),
  });
  return [
    { label: trayTooltip(state).replace('Pilothouse: ', ''), enabled: false },
    { type: 'separator' },
    mode('Running', 'running'),
    mode('Read-only', 'read-only'),
    mode('Pause all agents', 'paused'),
    mode('Stop all agents', 'stopped'),
    { type: 'separator' },
    { label: 'Open Pilothouse', click: () => actions.open() },
    { label: 'Quit Pilothouse', click: () => actions.quit() },
  ];
}

function withMember(set: ReadonlySet<string>, id: string, member: boolean): ReadonlySet<string> {
  if (set.has(id) === member) return set;
  const next = new Set(set);
  if (member) next.add(id);
  else next.delete(id);
  return next;
}

function isConnected(agent: unknown): boolean {
  return (agent as { state?: { kind?: string } } | null)?.state?.kind === 'connected';
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
