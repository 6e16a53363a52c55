// Which part of Connect is looked at: from the address, from a step of the ladder, or from the tabs of a narrow window.
import { useEffect, useState } from 'react';
import { bringIntoSight, type ConnectTab, type Place, placeFor, readPlace, tabFor } from './places.ts';
import type { StepId } from './ladder/judgement.ts';

export type ShownTab = ConnectTab | 'question';

export interface Places {
  readonly tab: ShownTab;
  readonly choose: (tab: ShownTab) => void;
  readonly goToStep: (step: StepId) => void;
  readonly goTo: (place: Place) => void;
  /** The row that the address names, of the place that it names. */
  readonly named: ReturnType<typeof readPlace>;
}

interface Target {
  readonly place: Place;
  readonly id: string | null;
  /** Rises, so that the same place can be gone to again. */
  readonly turn: number;
}

/** The row where it is named and there, else the part that it would be in. */
function placeElement({ place, id }: Target): HTMLElement | null {
  const row = id === null ? null : document.getElementById(`${place.replace(/s$/, '')}-${id}`);
  return row ?? document.getElementById(place);
}

/** `asked`: a question waits, which a narrow window shows first. */
export function usePlaces(selected: string | null, asked: boolean): Places {
  const named = readPlace(selected);
  const [chosen, setChosen] = useState<ShownTab | null>(named.place ? tabFor(named.place) : null);
  const [target, setTarget] = useState<Target | null>(named.place ? { ...named, place: named.place, turn: 0 } : null);
  const [wasAsked, setWasAsked] = useState(asked);
  if (asked !== wasAsked) {
    setWasAsked(asked);
    setChosen(asked ? 'question' : null);
  }
  const [wasSelected, setWasSelected] = useState(selected);
  const goTo = (place: Place, id: string | null = null) => {
    setChosen(tabFor(place));
    setTarget(before => ({ place, id, turn: (before?.turn ?? 0) + 1 }));
  };
  if (selected !== wasSelected) {
    setWasSelected(selected);
    if (named.place) goTo(named.place, named.id);
  }
  // After the part was drawn: in a narrow window it was not there before.
  useEffect(() => {
    const element = target && placeElement(target);
    if (element) bringIntoSight(element, true);
  }, [target]);
  const fallback = asked ? 'question' : 'agents';
  return {
    tab: chosen === 'question' && !asked ? 'agents' : (chosen ?? fallback),
    choose: setChosen,
    goTo: place => goTo(place),
    goToStep: step => goTo(placeFor(step)),
    named,
  };
}
