// The log of a program that serves a model; what runs elsewhere has none here.
import { useDeferredValue, useState } from 'react';
import { routeHref } from '../../../frame/route.ts';
import { maxAsked } from '../../../parts/log/log-lines.ts';
import { LogView } from '../../../parts/log/log-view.tsx';
import { useLog } from '../../../parts/log/use-log.ts';
import { t } from '../../../words/language.ts';
import type { ModelProvider } from '../../../../contract/schemas/models.ts';

export function LogTab({ provider }: { provider: ModelProvider }) {
  if (provider.program !== null) return <ProgramLog providerId={provider.id} />;
  return (
    <p className="subtle p-4 text-xs">
      {t('It does not run here, so it writes no log here. What it was asked and answered is in the trace.')}{' '}
      <a className="link" href={routeHref('traces')}>
        {t('Open traces')}
      </a>
    </p>
  );
}

export function ProgramLog({ providerId, brief }: { providerId: string; brief?: boolean }) {
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search.trim().toLowerCase());
  const { lines, said } = useLog({
    key: providerId,
    ask: async link => {
      const answer = await link.request('models:log', { providerId, count: maxAsked });
      return { lines: answer.lines, newest: 0 };
    },
    isMore: event => event.event === 'models:logged' && event.data.providerIds.includes(providerId),
  });
  const shown = wanted === '' ? lines : (lines?.filter(({ text }) => text.toLowerCase().includes(wanted)) ?? null);
  return <LogView lines={shown} said={said} search={search} onSearch={setSearch} brief={brief} />;
}
