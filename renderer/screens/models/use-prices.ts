// The user's prices of models, with the currency that they are in.
import { useState } from 'react';
import { useAnswer } from '../../parts/use-request.ts';
import type { PanelResult } from '../../../contract/schemas/panel-requests.ts';

export type Prices = PanelResult<'models:prices'>;

/** Null until the first answer; `again` asks anew after a change. */
export function usePrices(): { readonly prices: Prices | null; readonly again: () => void } {
  const [turn, setTurn] = useState(0);
  const [prices] = useAnswer(`prices ${turn}`, link => link.request('models:prices', {}));
  return { prices, again: () => setTurn(before => before + 1) };
}
