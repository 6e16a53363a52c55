// Where on Connect things are: the parts that an address or a step leads to, and how one is brought into sight.
import type { StepId } from './ladder/judgement.ts';

export const places = ['agents', 'browsers', 'folders', 'who', 'companion', 'endpoints'] as const;
export type Place = (typeof places)[number];

/** Which part of a narrow window holds it. */
export type ConnectTab = 'agents' | 'browsers' | 'who';

const tabOfPlace: Readonly<Record<Place, ConnectTab>> = {
  agents: 'agents',
  browsers: 'browsers',
  folders: 'browsers',
  who: 'who',
  companion: 'browsers',
  endpoints: 'agents',
};

const placeOfStep: Readonly<Record<StepId, Place>> = {
  hub: 'endpoints',
  agent: 'agents',
  browser: 'browsers',
  extension: 'companion',
  answer: 'agents',
};

export const tabFor = (place: Place): ConnectTab => tabOfPlace[place];
export const placeFor = (step: StepId): Place => placeOfStep[step];

/** `agents/codex` is that row of the agents; anything unknown is no place. */
export function readPlace(selected: string | null): { readonly place: Place | null; readonly id: string | null } {
  const [name = '', ...rest] = selected?.split('/') ?? [];
  const place = places.find(candidate => candidate === name) ?? null;
  const id = rest.join('/');
  return { place, id: place === null || id === '' ? null : id };
}

/**
 * Scrolls nothing but the pane that holds it: `scrollIntoView` would move every ancestor, also those whose overflow is hidden and that
 * nobody can scroll back.
 */
export function bringIntoSight(target: HTMLElement, focus: boolean): void {
  const pane = target.closest<HTMLElement>('.scrolls');
  if (pane) {
    const [box, inside] = [pane.getBoundingClientRect(), target.getBoundingClientRect()];
    if (inside.top < box.top || inside.bottom > box.bottom) pane.scrollTop += inside.top - box.top;
  }
  if (!focus) return;
  const remedy = target.querySelector<HTMLElement>('[data-remedy]:not([disabled])');
  const first = target.matches(focusable) ? target : (remedy ?? target.querySelector<HTMLElement>(focusable));
  (first ?? target).focus({ preventScroll: true });
}

const focusable = 'button:not([disabled]), input:not([disabled]), a[href]';
