// The keys of Connect: repair, a step of the ladder, and the next part in a narrow window.
import { type KeyTable, useKeys } from '../../frame/keys.ts';
import { useWide } from '../../parts/use-wide.ts';
import { isRepair } from './ladder/remedy-button.tsx';
import { shownTabs } from './narrow-tabs.tsx';
import type { Remedy } from './ladder/judgement.ts';
import type { Chain } from './use-chain.ts';
import type { Places } from './use-places.ts';

interface ConnectKeys {
  readonly chain: Chain;
  readonly places: Places;
  readonly onRemedy: (remedy: Remedy) => void;
}

export function useConnectKeys(parts: ConnectKeys): void {
  const wide = useWide();
  const { chain, places, onRemedy } = parts;
  const next = chain.steps.find(({ isNext }) => isNext)?.remedy ?? null;
  const all = shownTabs(chain.asked !== null);
  const turn = (by: 1 | -1) => () => {
    const to = all[all.indexOf(places.tab) + by];
    if (wide || to === undefined) return false;
    places.choose(to);
    return true;
  };
  // While a question is shown, digits are its own: they say for how long.
  const digits = chain.asked
    ? []
    : chain.steps.map(({ id }, at) => [String(at + 1), () => places.goToStep(id)] as const);
  const table: KeyTable = {
    ...Object.fromEntries(digits),
    r: () => (next && isRepair(next) ? onRemedy(next) : false),
    ArrowLeft: turn(-1),
    ArrowRight: turn(1),
  };
  useKeys(table);
}
