// Starts a real Chromium with an unpacked extension, in a profile of its own and without any outside network service.
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Worker } from 'playwright';
import { extensionIds } from '../../contract/names.ts';
import { providedPath } from './provided.ts';

export interface LaunchChromiumOptions {
  /** The unpacked extension, or none. */
  readonly extensionDir?: string;
  /** A fresh directory: the profile, and where native messaging manifests are looked up. */
  readonly userDataDir: string;
  readonly headless?: boolean;
  /** In place of the tester's own. */
  readonly env?: Readonly<Record<string, string>>;
  /** A page that is left is kept as it is for who comes back to it, as users have it; Playwright switches that off. */
  readonly keepsLeftPages?: boolean;
}

/**
 * What nothing here looks at: two pages that draw the suggestions of the address bar, half of the work of a start and of each
 * window, and a renderer that waits for the site that may come next.
 */
export const unseen = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess'];
/** What Playwright switches off; of each switch the last one counts. */
const playwrights = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'MediaRouter'],
  ...['OptimizationHints', 'PaintHolding', 'ThirdPartyStoragePartitioning', 'Translate'],
];

/** For a browser of Playwright's: few processes, of which each costs a busy machine half a second, and no network service. */
export const quietSwitches = [
  '--no-sandbox',
  '--disable-gpu',
  '--in-process-gpu',
  '--disable-software-rasterizer',
  '--enable-features=NetworkServiceInProcess2',
  `--disable-features=${[...unseen, ...playwrights].join()}`,
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
];

/** A persistent context; close it, and Chromium and the relay that it started end. */
export function launchChromium(options: LaunchChromiumOptions): Promise<BrowserContext> {
  const { extensionDir, userDataDir, headless = true, env, keepsLeftPages = false } = options;
  const extension = extensionDir
    ? [`--disable-extensions-except=${extensionDir}`, `--load-extension=${extensionDir}`]
    : [];
  return chromium.launchPersistentContext(userDataDir, {
    executablePath: providedPath('chromium'),
    // Playwright's own headless mode loads no extensions; Chromium's new one does.
    headless: false,
    viewport: null,
    ...(env ? { env } : {}),
    ...(keepsLeftPages ? { ignoreDefaultArgs: ['--disable-back-forward-cache'] } : {}),
    // Playwright would end this process as soon as the browser is gone, before what else was started is cleaned up.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: [
      ...(headless ? ['--headless=new'] : []),
      ...quietSwitches,
      '--disable-component-update',
      '--disable-sync',
      ...extension,
    ],
  });
}

/** The background of the companion extension, once it runs. */
export async function companionWorker(context: BrowserContext): Promise<Worker> {
  const isCompanion = (worker: Worker) => worker.url().includes(extensionIds.chromium);
  return (
    context.serviceWorkers().find(isCompanion) ?? context.waitForEvent('serviceworker', { predicate: isCompanion })
  );
}

/** Registers a relay for one profile: a launcher script and the manifest that names it. */
export async function installRelay(userDataDir: string, relayScript: string, home: string): Promise<void> {
  const dir = join(userDataDir, 'NativeMessagingHosts');
  await mkdir(dir, { recursive: true });
  const launcher = join(dir, 'relay.sh');
  await writeFile(launcher, `#!/bin/sh\nexec '${process.execPath}' '${relayScript}' --home '${home}' "$@"\n`);
  await chmod(launcher, 0o755);
  const manifest = {
    name: 'dev.pilothouse.relay',
    description: 'Pilothouse relay',
    path: launcher,
    type: 'stdio',
    allowed_origins: [`chrome-extension://${extensionIds.chromium}/`],
  };
  await writeFile(join(dir, `${manifest.name}.json`), JSON.stringify(manifest));
}
