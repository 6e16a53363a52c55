// How often the hub sent an event while the component was shown: a number to put into the key of what is asked anew then.
import { useEffect, useState } from 'react';
import { usePanelParts } from './panel-context.tsx';
import type { PanelEventName } from '../../contract/schemas/panel-events.ts';

export function useEvents(name: PanelEventName): number {
  const { link } = usePanelParts();
  const [count, setCount] = useState(0);
  useEffect(
    () =>
      link.onEvent(({ event }) => {
        if (event === name) setCount(before => before + 1);
      }),
    [link, name],
  );
  return count;
}
