// The folder of the companion, which a browser takes from its user alone: where it lies, and the page on which it is loaded.
import { Copy, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { ActButton } from '../../../parts/button.tsx';
import { Segmented } from '../../../parts/choices.tsx';
import { CommandLine } from '../../../parts/copy.tsx';
import { PaneHead } from '../../../parts/layout.tsx';
import { PairBrowser } from '../../../parts/pair-sheet.tsx';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { t } from '../../../words/language.ts';
import { pageWords } from './browser-state.ts';
import { useBrowserActs } from './use-browser-acts.ts';
import type { BrowserTruth, MachineBrowser } from '../../../../contract/schemas/browsers.ts';
import type { HubInfo } from '../../../../contract/schemas/entities.ts';

type Family = keyof HubInfo['extensionFolders'];

const wantsLoading: ReadonlySet<BrowserTruth['kind']> = new Set([
  'no-extension',
  'away',
  'old-extension',
  'closed',
  'denied',
]);

export function LoadCompanion({ browsers }: { browsers: readonly MachineBrowser[] | null }) {
  const { hub } = useSnapshot();
  const on = browsers?.filter(({ isOn, canStart }) => isOn && canStart) ?? [];
  const first = on.find(({ truth }) => wantsLoading.has(truth.kind)) ?? on[0];
  const [chosen, choose] = useState<Family | null>(null);
  const family = chosen ?? first?.family ?? 'chromium';
  const browser = first?.family === family ? first : on.find(candidate => candidate.family === family);
  return (
    <section id="companion" aria-label={t('Load the companion')}>
      <PaneHead title={t('Load the companion')} note={t('once per profile; the browser asks for it, Pilothouse can’t')}>
        <Segmented
          label={t('Kind of browser')}
          value={family}
          onChoose={choose}
          choices={[
            { value: 'chromium', label: 'Chromium' },
            { value: 'firefox', label: 'Firefox' },
          ]}
        />
      </PaneHead>
      <div className="connect-block">
        <div className="line flex-wrap">
          <span className="fill">
            <CommandLine text={hub.extensionFolders[family]} what={folderNames[family]} />
          </span>
          {browser ? <OpenPage browser={browser} /> : null}
          <PairBrowser browser={null} />
        </div>
        <p className="subtle text-xs">{family === 'chromium' ? chromiumWords() : firefoxWords()}</p>
      </div>
    </section>
  );
}

const folderNames = {
  chromium: t('extension folder for Chromium'),
  firefox: t('extension folder for Firefox'),
} as const;

function OpenPage({ browser: { browserId, name, extensionsPage, opensPage } }: { browser: MachineBrowser }) {
  const { openPage } = useBrowserActs();
  return (
    <ActButton
      icon={opensPage ? ExternalLink : Copy}
      title={opensPage ? name : t('copies the address and opens {name}, where it is pasted', { name })}
      onClick={() => void openPage({ id: browserId, name })}
    >
      {pageWords(extensionsPage, opensPage)}
    </ActButton>
  );
}

function chromiumWords(): string {
  return t(
    'Turn on Developer mode, press Load unpacked, choose this folder. Both steps turn green here by themselves.',
  );
}

function firefoxWords(): string {
  return [
    t('Choose This Firefox, press Load Temporary Add-on, choose manifest.json in this folder.'),
    t(
      'Release builds of Firefox drop unsigned add-ons at restart. Firefox ESR and Developer Edition can keep one installed.',
    ),
  ].join(' ');
}
