// How the companion extension gets into a browser: three steps, each with a picture of where to press.
import { useState } from 'react';
import { Segmented } from '../../../parts/choices.tsx';
import { CommandLine } from '../../../parts/copy.tsx';
import { Say } from '../../../parts/say.tsx';
import { t } from '../../../words/language.ts';
import { CodePicture, FirefoxPicture, FolderPicture, SwitchPicture } from './step-pictures.tsx';
import type { HubInfo } from '../../../../contract/schemas/entities.ts';

type Family = keyof HubInfo['extensionFolders'];

export function BrowserSteps({ folders }: { folders: HubInfo['extensionFolders'] }) {
  const [family, setFamily] = useState<Family>('chromium');
  return (
    <>
      <div className="line px-4 py-2">
        <Segmented
          label={t('Kind of browser')}
          value={family}
          onChoose={setFamily}
          choices={[
            { value: 'chromium', label: t('Chrome, Chromium, Edge, Brave') },
            { value: 'firefox', label: 'Firefox' },
          ]}
        />
      </div>
      <ol className="steps" aria-label={t('Steps')}>
        {family === 'chromium' ? (
          <ChromiumSteps folder={folders.chromium} />
        ) : (
          <FirefoxSteps folder={folders.firefox} />
        )}
        <li>
          <CodePicture />
          <b>{t('3. Compare the code')}</b>
          <p>
            {t('The extension’s pop-up shows a code, and so does the row that appears here. Approve when both agree.')}
          </p>
        </li>
      </ol>
      {family === 'firefox' ? (
        <p className="section muted text-xs">
          {t(
            'Release builds of Firefox drop unsigned add-ons at restart. Firefox ESR and Developer Edition can keep one installed.',
          )}
        </p>
      ) : null}
    </>
  );
}

function ChromiumSteps({ folder }: { folder: string }) {
  return (
    <>
      <li>
        <SwitchPicture />
        <b>{t('1. Turn on Developer mode')}</b>
        <p>
          <Say
            text="In the browser open {address} and use the switch at the top right."
            values={{ address: <code className="mono">chrome://extensions</code> }}
          />
        </p>
      </li>
      <li>
        <FolderPicture press={t('Load unpacked')} />
        <b>{t('2. Load the folder')}</b>
        <p>{t('Press Load unpacked and choose this folder.')}</p>
        <CommandLine text={folder} what={t('extension folder for Chromium')} />
      </li>
    </>
  );
}

function FirefoxSteps({ folder }: { folder: string }) {
  return (
    <>
      <li>
        <FirefoxPicture />
        <b>{t('1. Open This Firefox')}</b>
        <p>
          <Say
            text="Open {address} and choose This Firefox."
            values={{ address: <code className="mono">about:debugging</code> }}
          />
        </p>
      </li>
      <li>
        <FolderPicture press={t('Load Temporary Add-on…')} />
        <b>{t('2. Load the add-on')}</b>
        <p>
          <Say
            text="Press Load Temporary Add-on and choose {file} in this folder."
            values={{ file: <code className="mono">manifest.json</code> }}
          />
        </p>
        <CommandLine text={folder} what={t('extension folder for Firefox')} />
      </li>
    </>
  );
}
