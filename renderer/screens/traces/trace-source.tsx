// Traces, of the hub or of a file: an imported trace is shown by the same screen, read-only and marked as such.
import { FileClock } from 'lucide-react';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { goTo } from '../../frame/route.ts';
import { Button } from '../../parts/button.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { type Panel, usePanel, usePanelParts } from '../../parts/panel-context.tsx';
import { Say } from '../../parts/say.tsx';
import { addNotice } from '../../store/panel-store.ts';
import { t } from '../../words/language.ts';
import { type ImportedTrace, importedTrace, openImported, ShownTrace } from './shown-trace.ts';
import { TracesScreen } from './traces-screen.tsx';

export function TraceSource({ selected }: { selected: string | null }) {
  const open = useStore(importedTrace, state => state.open);
  if (open === null) return <TracesScreen selected={selected} />;
  return <Imported key={open.importId} imported={open} selected={selected} />;
}

function Imported({ imported, selected }: { imported: ImportedTrace; selected: string | null }) {
  const parts = usePanelParts();
  const { fileName, entries, refused } = imported;
  useEndWithLine(imported);
  return (
    <ShownTrace value={imported}>
      <div className="imported-mark" role="status">
        <FileClock className="icon-14" aria-hidden="true" />
        <p className="ellipsis">
          <Say
            text="{imported} from {file}, read-only: {count, plural, =0 {no entries} one {# entry} other {# entries}}"
            values={{
              imported: <strong>{t('Imported')}</strong>,
              file: <Foreign text={fileName} max={60} middle />,
              count: entries,
            }}
          />
          {refused === 0 ? '' : t(', {count, plural, one {# line} other {# lines}} left out', { count: refused })}
        </p>
        <span className="fill" />
        <Button size="small" onClick={() => close(parts, imported)}>
          {t('Back to live')}
        </Button>
      </div>
      <TracesScreen selected={selected} />
    </ShownTrace>
  );
}

function close({ link }: Panel, { importId }: ImportedTrace): void {
  openImported(null);
  goTo('traces');
  link.request('trace:import-end', { importId }).catch(() => undefined);
}

/** The hub keeps a file for one connection. */
function useEndWithLine({ fileName }: ImportedTrace): void {
  const { store } = usePanelParts();
  const isLost = usePanel(state => state.link.kind !== 'open');
  useEffect(() => {
    if (!isLost) return;
    openImported(null);
    const file = fileName;
    addNotice(store, 'error', t('The line to the hub broke and {file} went with it; import it again.', { file }));
  }, [isLost, store, fileName]);
}
