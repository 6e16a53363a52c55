// How the companion extension gets into a browser: where its folder lies, and three steps.
import type { HubInfo } from '../../../electron/contract/entities.ts';
import { CommandLine } from '../../parts/copy.tsx';

export function BrowserSteps({ folders }: { folders: HubInfo['extensionFolders'] }) {
  return (
    <>
      <ol className="steps" aria-label="Steps">
        <li>
          <b>1. Switch the browser on</b>
          <p>The switch below writes the native messaging manifest, so that the browser may start the relay.</p>
        </li>
        <li>
          <b>2. Load the companion extension</b>
          <p>
            Chrome, Chromium, Edge, Brave: open <code className="mono">chrome://extensions</code>, turn on Developer
            mode, press Load unpacked and choose this folder.
          </p>
          <CommandLine text={folders.chromium} what="extension folder for Chromium" />
        </li>
        <li>
          <b>3. Firefox: load it as a temporary add-on</b>
          <p>
            Open <code className="mono">about:debugging</code>, This Firefox, Load Temporary Add-on and choose{' '}
            <code className="mono">manifest.json</code> in this folder.
          </p>
          <CommandLine text={folders.firefox} what="extension folder for Firefox" />
        </li>
      </ol>
      <p className="sec m text-xs">
        <b className="strong">Firefox:</b> release builds drop unsigned add-ons at restart. Use Firefox ESR or Developer
        Edition, where an unsigned add-on can stay installed.
      </p>
    </>
  );
}
