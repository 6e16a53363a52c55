// Servers: those that speak MCP, and the plugins that browsers bring.
import { BookOpen, Download, Plus } from 'lucide-react';
import { useState } from 'react';
import { pluginPath, readServersPath, type ServersPlace } from '../../frame/plugin-paths.ts';
import { goTo } from '../../frame/route.ts';
import { BundleDrop } from '../../parts/bundles/bundle-drop.tsx';
import { useOpenBundle } from '../../parts/bundles/use-open-bundle.ts';
import { ActButton, Button } from '../../parts/button.tsx';
import { FilterField } from '../../parts/filter-field.tsx';
import { useSnapshot } from '../../parts/panel-context.tsx';
import { type TabPart, Tabs } from '../../parts/tabs.tsx';
import { t } from '../../words/language.ts';
import { AddServerSheet } from './add/add-server-sheet.tsx';
import { readDraft } from './add/read-draft.ts';
import { ExportSheet } from './export-sheet.tsx';
import { HowToSheet } from './plugins/how-to-sheet.tsx';
import { pluginTotals } from './plugins/plugin-list.ts';
import { PluginView } from './plugins/plugin-view.tsx';
import { ServerView } from './server-view.tsx';

export function ServersScreen({ selected }: { selected: string | null }) {
  const { view, id } = readServersPath(selected);
  const bundles = useOpenBundle();
  const parts = [useServersPart(view === 'servers' ? id : null), usePluginsPart(view === 'plugins' ? id : null)];
  return (
    <>
      <Tabs
        title={t('Servers')}
        label={t('Servers')}
        value={view}
        onChoose={next => goTo('servers', next === 'servers' ? null : pluginPath())}
        parts={parts}
      />
      <BundleDrop bundles={bundles} />
    </>
  );
}

function useServersPart(selected: string | null): TabPart<ServersPlace['view']> {
  const all = Object.keys(useSnapshot().servers).length;
  const [exporting, setExporting] = useState(false);
  const [filter, setFilter] = useState('');
  // `#/servers/+` opens the dialog, so that other screens can offer it and links can fill it.
  const draft = readDraft(selected);
  return {
    value: 'servers',
    label: t('Servers'),
    count: all,
    actions: () => (
      <>
        <FilterField label={t('Filter servers')} value={filter} onChange={setFilter} />
        {all === 0 ? null : (
          <Button icon={Download} onClick={() => setExporting(true)}>
            {t('Export')}
          </Button>
        )}
        <ActButton icon={Plus} onClick={() => goTo('servers', '+')}>
          {t('Add a server')}
        </ActButton>
      </>
    ),
    body: () => (
      <>
        <ServerView selected={selected} filter={filter} onFilter={setFilter} />
        <AddServerSheet
          key={draft && selected !== '+' ? selected : 'blank'}
          draft={draft}
          open={draft !== null}
          onClose={() => goTo('servers')}
        />
        <ExportSheet open={exporting} onClose={() => setExporting(false)} />
      </>
    ),
  };
}

function usePluginsPart(selected: string | null): TabPart<ServersPlace['view']> {
  const { all, asking } = pluginTotals(useSnapshot());
  const [helping, setHelping] = useState(false);
  const [filter, setFilter] = useState('');
  return {
    value: 'plugins',
    label: t('Plugins'),
    count: all,
    asks: asking > 0,
    actions: () => (
      <>
        {all === 0 ? null : <FilterField label={t('Filter plugins')} value={filter} onChange={setFilter} />}
        <Button look="ghost" icon={BookOpen} onClick={() => setHelping(true)}>
          <span className="visually-hidden-when-narrow">{t('How to add one')}</span>
        </Button>
      </>
    ),
    body: () => (
      <>
        <PluginView selected={selected} filter={filter} onFilter={setFilter} onHelp={() => setHelping(true)} />
        {helping ? <HowToSheet onClose={() => setHelping(false)} /> : null}
      </>
    ),
  };
}
