// "Export as bundle": a server as one file that other hubs and apps open. Secrets are not in it; whoever opens it is asked for them.
import { PackageCheck } from 'lucide-react';
import { errorSentence } from '../../../link/panel-error.ts';
import { exportBundle } from '../../../parts/bundles/export-bundle.ts';
import { ActButton } from '../../../parts/button.tsx';
import { usePanelParts } from '../../../parts/panel-context.tsx';
import { addNotice } from '../../../store/panel-store.ts';
import { t } from '../../../words/language.ts';
import type { Server } from '../../../../contract/schemas/servers.ts';

export function ExportBundleButton({ server }: { server: Server }) {
  const { link, store } = usePanelParts();
  // What runs elsewhere has no files to be packed.
  if (server.kind !== 'stdio' && server.kind !== 'javascript') return null;
  const run = () =>
    exportBundle(link, server.id).then(
      file => addNotice(store, 'done', t('{file} was made; its secrets are left out.', { file })),
      (error: unknown) => addNotice(store, 'error', errorSentence(error)),
    );
  return (
    <ActButton
      look="ghost"
      icon={PackageCheck}
      aria-label={t('Export as bundle')}
      title={t('Export as bundle')}
      onClick={() => void run()}
    />
  );
}
