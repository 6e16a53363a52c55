// What the ladder's button does, for each kind of remedy.
import { useState } from 'react';
import { useAct } from '../../parts/panel-context.tsx';
import { useBrowserActs } from './browsers/use-browser-acts.ts';
import type { FirstChange } from './agents/draft.ts';
import type { Remedy } from './ladder/judgement.ts';
import type { Chain } from './use-chain.ts';
import type { Places } from './use-places.ts';

export function useRemedy(chain: Chain, places: Places) {
  const act = useAct();
  const browsers = useBrowserActs();
  /** Whose change is shown in the sheet, and which. */
  const [shown, show] = useState<({ readonly id: string } & FirstChange) | null>(null);
  /** The browser whose code is shown. */
  const [paired, setPaired] = useState<string | null>(null);
  const run = (remedy: Remedy): void => {
    switch (remedy.kind) {
      case 'connect-agent':
      case 'compare-agent':
        return show({ id: remedy.id });
      case 'other-agent':
        chain.agents.openOther();
        return places.goTo('agents');
      case 'connect-browser':
        return void browsers.connect(remedy);
      case 'repair-browser':
        return void browsers.repair(remedy);
      case 'start-browser':
        return void browsers.start(remedy);
      case 'open-extensions':
        return void browsers.openPage(remedy);
      case 'approve-browser':
        return void act('browsers:approve', { browserId: remedy.id });
      case 'pair-browser':
        return setPaired(remedy.name);
      case 'review-browser':
        return places.goTo('browsers');
      case 'add-folder':
        return places.goTo('folders');
    }
  };
  return { run, shown, show, paired, closePairing: () => setPaired(null) };
}
