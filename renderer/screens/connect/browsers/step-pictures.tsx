// Drawings of a browser's window, one for each step of loading the companion: where to look, and where to press.
import { t } from '../../../words/language.ts';
import type { ReactNode } from 'react';

/** Said in words beside it, so nothing of it is read aloud. */
function Picture({ address, children }: { address?: string; children: ReactNode }) {
  return (
    <svg className="picture" viewBox="0 0 300 112" aria-hidden="true">
      <rect className="window" x="8" y="8" width="284" height="96" rx="5" />
      {address ? (
        <>
          <rect className="head" x="8.5" y="8.5" width="283" height="20" rx="4.5" />
          <text className="quiet mono" x="20" y="22">
            {address}
          </text>
        </>
      ) : null}
      {children}
    </svg>
  );
}

export function SwitchPicture() {
  return (
    <Picture address="chrome://extensions">
      <text x="236" y="58" textAnchor="end">
        {t('Developer mode')}
      </text>
      <rect className="press" x="246" y="46" width="32" height="17" rx="8.5" />
      <circle className="knob" cx="269.5" cy="54.5" r="5.5" />
      <rect className="faint" x="20" y="74" width="78" height="18" rx="3" />
    </Picture>
  );
}

export function FirefoxPicture() {
  return (
    <Picture address="about:debugging">
      <rect className="target" x="20" y="42" width="104" height="22" rx="3" />
      <text className="told" x="72" y="57" textAnchor="middle">
        {t('This Firefox')}
      </text>
      <rect className="faint" x="20" y="74" width="104" height="18" rx="3" />
      <rect className="faint" x="140" y="42" width="138" height="50" rx="3" />
    </Picture>
  );
}

export function FolderPicture({ press }: { press: string }) {
  return (
    <Picture>
      <rect className="target" x="20" y="20" width="166" height="24" rx="3" />
      <text className="told" x="103" y="36" textAnchor="middle">
        {press}
      </text>
      <path className="picture-path" d="M150 46c2 16 18 22 42 24" />
      <path className="folder" d="M198 60h22l7 7h45v28h-74z" />
      <text className="quiet mono" x="192" y="96" textAnchor="end">
        extension/
      </text>
    </Picture>
  );
}

export function CodePicture() {
  return (
    <Picture>
      <rect className="faint" x="20" y="18" width="216" height="14" rx="7" />
      <rect className="target" x="252" y="15" width="22" height="20" rx="3" />
      <circle className="picture-dot" cx="263" cy="25" r="4.5" />
      <rect className="raised" x="150" y="42" width="124" height="52" rx="4" />
      <text className="quiet" x="212" y="60" textAnchor="middle">
        {t('Compare the code')}
      </text>
      <text className="code" x="212" y="82" textAnchor="middle">
        K4-7Q
      </text>
    </Picture>
  );
}
