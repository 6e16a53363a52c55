// The guide: how the companion gets into a browser, with a picture of where to press.

import { useSnapshot } from '../../../parts/panel-context.tsx';
import { SideSheet } from '../../../parts/side-sheet.tsx';
import { t } from '../../../words/language.ts';
import { BrowserSteps } from './browser-steps.tsx';

export function Guide({ onClose }: { onClose: () => void }) {
  const { hub } = useSnapshot();
  return (
    <SideSheet title={t('Guide')} about={t('The companion extension, in three steps')} onClose={onClose}>
      <BrowserSteps folders={hub.extensionFolders} />
    </SideSheet>
  );
}
