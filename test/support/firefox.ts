// Starts a real Firefox without a window, in a profile of its own, and drives it through its own remote control.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { extensionIds } from '../../contract/names.ts';
import { Marionette } from './marionette.ts';
import { until } from './panel-client.ts';
import { providedPath, repositoryRoot } from './provided.ts';

/** Firefox gives each add-on a random address in each profile, unless the profile names one. */
const companionAddress = '2b6e0f4c-6d0e-4a77-9a1c-5d3f1c0f8a11';
const portFile = 'MarionetteActivePort';
const startTimeMs = 60_000;

export interface LaunchFirefoxOptions {
  /** The folder of the profile, made when there is none. */
  readonly profile: string;
  /** HOME in it is where Firefox looks for native messaging manifests. */
  readonly env: Readonly<Record<string, string>>;
  /** Settings of about:config beside those that the remote control brings, which keep Firefox off outside services. */
  readonly preferences?: Readonly<Record<string, string | number | boolean>>;
}

export interface Firefox {
  readonly remote: Marionette;
  /** Loads the companion as about:debugging does, until Firefox ends; `intoPrivateWindows` as its user lets it. Answers with its id. */
  loadCompanion(options?: { readonly intoPrivateWindows: boolean }): Promise<unknown>;
  /** Whether its background runs: `running`, or `stopped` once Firefox has put it to sleep. */
  companionBackground(): Promise<unknown>;
  /** The words of its pop-up, which is left open in the first tab. */
  popupText(): Promise<string>;
  /** Ends Firefox and waits until it is gone. */
  close(): Promise<void>;
}

export async function launchFirefox({ profile, env, preferences = {} }: LaunchFirefoxOptions): Promise<Firefox> {
  await mkdir(profile, { recursive: true });
  await writeFile(join(profile, 'user.js'), settingsText(preferences));
  // An earlier run of the same profile leaves its own there.
  await rm(join(profile, portFile), { force: true });
  const args = ['--headless', '--marionette', '--remote-allow-system-access', '--no-remote', '--profile', profile];
  const child = spawn(providedPath('firefox'), args, {
    env: { ...env, MOZ_CRASHREPORTER_DISABLE: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const exited = once(child, 'exit');
  const end = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  try {
    const port = await remotePort(profile, () => {
      if (child.exitCode !== null) throw new Error(`Firefox ended before it could be driven: ${said}`);
    });
    return drive(await Marionette.open(port), end);
  } catch (error) {
    await end();
    throw error;
  }
}

function drive(remote: Marionette, end: () => Promise<void>): Firefox {
  return {
    remote,
    loadCompanion: options =>
      remote.installTemporarily(join(repositoryRoot, 'dist/extension/firefox'), options?.intoPrivateWindows),
    companionBackground: () =>
      remote.evaluateInBrowser(
        `return WebExtensionPolicy.getByID(${JSON.stringify(extensionIds.firefox)}).extension.backgroundState`,
      ),
    popupText: async () => {
      await remote.goTo(`moz-extension://${companionAddress}/popup.html`);
      return String(await remote.evaluate('return document.body.innerText'));
    },
    close: async () => {
      remote.close();
      await end();
    },
  };
}

function settingsText(preferences: LaunchFirefoxOptions['preferences']): string {
  const all = {
    // Firefox picks a free port and writes it into the profile.
    'marionette.port': 0,
    // What is kept ready for pages that may come, drawn for people or stored for a next start costs a busy machine a seventh more.
    'dom.ipc.processPrelaunch.enabled': false,
    'ui.prefersReducedMotion': 1,
    'toolkit.cosmeticAnimations.enabled': false,
    'browser.pagethumbnails.capturing_disabled': true,
    'extensions.webextensions.uuids': JSON.stringify({ [extensionIds.firefox]: companionAddress }),
    ...preferences,
  };
  return Object.entries(all)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('');
}

/** `look` throws when there is nobody any more who could open it. */
async function remotePort(profile: string, look: () => void): Promise<number> {
  let port = 0;
  const isOpen = async () => {
    look();
    port = Number(await readFile(join(profile, portFile), 'utf8').catch(() => '0'));
    return port > 0;
  };
  await until(isOpen, 'Firefox opens its remote control', startTimeMs);
  return port;
}

/** Opens another tab with that page, does something with what it reads there, and closes it; everything else goes on in the tab of before. */
export async function inTabBeside<T>(
  remote: Marionette,
  url: string,
  use: (read: (expression: string) => Promise<unknown>) => Promise<T>,
): Promise<T> {
  const { value: before } = (await remote.send('WebDriver:GetWindowHandle', {})) as { value: string };
  const switchTo = (handle: string) => remote.send('WebDriver:SwitchToWindow', { handle, focus: false });
  const { handle } = (await remote.send('WebDriver:NewWindow', { type: 'tab', focus: false })) as { handle: string };
  await switchTo(handle);
  await remote.goTo(url);
  const used = await use(expression => remote.evaluate(`return ${expression}`));
  await remote.send('WebDriver:CloseWindow', {});
  await switchTo(before);
  return used;
}
