// Traces, of the hub or of a file: an imported trace is shown by the same screen, read-only and marked as such.
import { FileClock } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { goTo } from '../../frame/route.ts';
import { Button } from '../../parts/button.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { type Panel, PanelContext, usePanel, usePanelParts } from '../../parts/panel-context.tsx';
import { Say } from '../../parts/say.tsx';
import { addNotice } from '../../store/panel-store.ts';
import { t } from '../../words/language.ts';
import { importedPanel } from './import/imported-panel.ts';
import { type ImportedTrace, importedTrace, openImported } from './import/imported-trace.ts';
import { LivePanel } from './import/live-panel.ts';
import { TracesScreen } from './traces-screen.tsx';

export function TraceSource({ selected }: { selected: string | null }) {
  const parts = usePanelParts();
  const open = useStore(importedTrace, state => state.open);
  return (
    <LivePanel value={parts}>
      {open ? (
        <Imported key={open.importId} imported={open} selected={selected} />
      ) : (
        <TracesScreen selected={selected} />
      )}
    </LivePanel>
  );
}

function Imported({ imported, selected }: { imported: ImportedTrace; selected: string | null }) {
  const parts = usePanelParts();
  const panel = useMemo(() => importedPanel(parts, imported), [parts, imported]);
  const { fileName, entries, refused } = imported;
  useEndWithLine(imported);
  return (
    <PanelContext value={panel}>
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
    </PanelContext>
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
