// The limits on calls: the budget of a run, and how many calls a web origin may have under way.
import { useEffect, useState } from 'react';

import type { CallLimits } from '../../../electron/contract/limits.ts';
import { useAct, useLive, usePanelParts } from '../../parts/panel-context.tsx';

const fields = [
  {
    key: 'maxCallsPerRun',
    label: 'Calls in a run',
    note: 'The budget of a run that an agent opens; agents that open none are not counted',
    max: 10_000,
  },
  {
    key: 'maxConcurrentPerOrigin',
    label: 'Calls of a web origin at a time',
    note: 'Of pages that come over HTTP, all their agents together',
    max: 1_000,
  },
] as const satisfies readonly { key: keyof CallLimits; label: string; note: string; max: number }[];

export function CallLimitSettings() {
  const { link } = usePanelParts();
  const act = useAct();
  const live = useLive();
  const [limits, setLimits] = useState<CallLimits | null>(null);
  useEffect(() => {
    if (!live) return;
    link.request('limits:get', {}).then(
      answer => setLimits(answer.limits),
      // It is asked again as soon as the hub is back.
      () => {},
    );
  }, [link, live]);
  if (!limits) return null;
  const change = async (key: keyof CallLimits, label: string, value: number) => {
    const answer = await act('limits:set', { change: { [key]: value } }, `${label}: ${value} from now on.`);
    if (answer) setLimits(answer.limits);
  };
  return (
    <>
      <h2>Limits on calls</h2>
      {fields.map(({ key, label, note, max }) => (
        <div key={key} className="setting">
          <div>
            {label}
            <small>{note}</small>
          </div>
          <span className="field w-24">
            <input
              key={limits[key]}
              className="num"
              type="number"
              min={1}
              max={max}
              aria-label={label}
              disabled={!live}
              defaultValue={limits[key]}
              onBlur={({ target }) => {
                const value = target.valueAsNumber;
                if (value !== limits[key] && target.validity.valid) void change(key, label, value);
              }}
            />
          </span>
        </div>
      ))}
    </>
  );
}
