// How a plugin comes here: what has to be in the browser, and what happens by itself.
import { pluginHubExtensionId } from '../../../../contract/plugins.ts';
import { Button } from '../../../parts/button.tsx';
import { CommandLine } from '../../../parts/copy.tsx';
import { Sheet } from '../../../parts/sheet.tsx';
import { t } from '../../../words/language.ts';

export function HowToSheet({ onClose }: { onClose: () => void }) {
  return (
    <Sheet
      title={t('How to add a plugin')}
      text={t('Plugins live in Firefox and speak with Pilothouse through a small extension there.')}
      open
      onClose={onClose}
      footer={
        <Button data-first onClick={onClose}>
          {t('Close')}
        </Button>
      }
    >
      <ol className="how-to">
        <li>
          {t('Load the extension for plugins into Firefox. Plugins know it by this id:')}
          <CommandLine text={pluginHubExtensionId} what={t('id of the extension')} />
        </li>
        <li>{t('Install the plugin in the same Firefox. It registers by itself and appears in the list.')}</li>
        <li>
          {t('Where only those on the list may register, put its id there first, or allow it here once it has asked.')}
        </li>
        <li>
          {t('Its tools are called as id::name. Agents and sites are asked about at their first call, as of any tool.')}
        </li>
      </ol>
    </Sheet>
  );
}
