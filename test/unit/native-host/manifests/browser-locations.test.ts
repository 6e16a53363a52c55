// The table of locations against what is known of each browser on each platform.
import { describe, expect, it } from 'vitest';
import { browserLocations } from '../../../../native-host/manifests/browser-locations.ts';
import { planBrowser, signsOf } from '../../../../native-host/manifests/plan.ts';
import type { ManifestContext } from '../../../../native-host/manifests/context.ts';
import type { Found } from '../../../../native-host/manifests/plan.ts';

const name = 'dev.pilothouse.relay';
const support = '/home/ana/Library/Application Support';

function contextFor(platform: NodeJS.Platform, env: Record<string, string> = {}): ManifestContext {
  return {
    platform,
    homeDir: '/home/ana',
    dataHome: '/home/ana/.pilothouse',
    env,
    launcherPath: '/home/ana/.pilothouse/launcher/relay',
    extensionIds: { chromium: 'abcdefghijklmnopabcdefghijklmnop', firefox: 'companion@pilothouse.dev' },
    userName: 'ana',
    uid: 1000,
    runReg: () => Promise.reject(new Error('A plan runs nothing.')),
  };
}

/** Browser id to everything that would be written when all or none of the signs exist. */
function placesWhen(found: Found, context: ManifestContext): Record<string, string[]> {
  return Object.fromEntries(
    browserLocations.map(location => {
      const signs = new Map(signsOf(context, location).map(path => [path, found]));
      return [location.id, planBrowser(context, location, signs).targets.map(target => target.place)];
    }),
  );
}

const inFolders = (root: string, folders: string[]) =>
  folders.map(folder => `${root}/${folder}/NativeMessagingHosts/${name}.json`);

describe('browser locations', () => {
  it('lists the five browsers once each, with their family', () => {
    expect(browserLocations.map(({ id, family }) => [id, family])).toEqual([
      ['chrome', 'chromium'],
      ['chromium', 'chromium'],
      ['edge', 'chromium'],
      ['brave', 'chromium'],
      ['firefox', 'firefox'],
    ]);
  });

  it('names the user folders of every channel on Linux', () => {
    const config = '/home/ana/.config';
    expect(placesWhen('yes', contextFor('linux'))).toEqual({
      chrome: inFolders(config, [
        'google-chrome',
        'google-chrome-beta',
        'google-chrome-unstable',
        'google-chrome-canary',
      ]),
      chromium: inFolders(config, ['chromium']),
      edge: inFolders(config, ['microsoft-edge', 'microsoft-edge-beta', 'microsoft-edge-dev']),
      brave: inFolders(`${config}/BraveSoftware`, ['Brave-Browser', 'Brave-Browser-Beta', 'Brave-Browser-Nightly']),
      firefox: [`/home/ana/.mozilla/native-messaging-hosts/${name}.json`],
    });
  });

  it('names the user folders of every channel on macOS', () => {
    expect(placesWhen('yes', contextFor('darwin'))).toEqual({
      chrome: inFolders(`${support}/Google`, ['Chrome', 'Chrome Beta', 'Chrome Dev', 'Chrome Canary']),
      chromium: inFolders(support, ['Chromium']),
      edge: inFolders(support, [
        'Microsoft Edge',
        'Microsoft Edge Beta',
        'Microsoft Edge Dev',
        'Microsoft Edge Canary',
      ]),
      brave: inFolders(`${support}/BraveSoftware`, ['Brave-Browser', 'Brave-Browser-Beta', 'Brave-Browser-Nightly']),
      firefox: inFolders(support, ['Mozilla']),
    });
  });

  it('names one file for each family and the user keys on Windows', () => {
    const file = (family: string) => `/home/ana/.pilothouse/manifests/${family}/${name}.json`;
    const key = (vendor: string) => `HKCU\\Software\\${vendor}\\NativeMessagingHosts\\${name}`;
    expect(placesWhen('yes', contextFor('win32'))).toEqual({
      chrome: [file('chromium'), key('Google\\Chrome')],
      chromium: [file('chromium'), key('Chromium')],
      edge: [file('chromium'), key('Microsoft\\Edge')],
      brave: [file('chromium'), key('BraveSoftware\\Brave-Browser'), key('Google\\Chrome')],
      firefox: [file('firefox'), key('Mozilla')],
    });
  });

  it('shows the stable channel for a browser that is not there', () => {
    expect(placesWhen('no', contextFor('linux'))['chrome']).toEqual(inFolders('/home/ana/.config', ['google-chrome']));
  });

  it('moves the Chromium family with CHROME_CONFIG_HOME before XDG_CONFIG_HOME', () => {
    const both = contextFor('linux', { CHROME_CONFIG_HOME: '/srv/chrome', XDG_CONFIG_HOME: '/srv/xdg' });
    const xdg = contextFor('linux', { XDG_CONFIG_HOME: '/srv/xdg' });
    expect([placesWhen('no', both)['chromium'], placesWhen('no', xdg)['chromium']]).toEqual([
      inFolders('/srv/chrome', ['chromium']),
      inFolders('/srv/xdg', ['chromium']),
    ]);
  });

  it('never moves the Firefox folder with XDG_CONFIG_HOME, and still finds profiles there', () => {
    const context = contextFor('linux', { XDG_CONFIG_HOME: '/srv/xdg' });
    const firefox = browserLocations.find(({ id }) => id === 'firefox');
    if (!firefox) throw new Error('Firefox is missing from the table.');
    const { found, targets } = planBrowser(context, firefox, new Map([['/srv/xdg/mozilla', 'yes']]));
    expect([found, targets.map(target => target.place)]).toEqual([
      'yes',
      [`/home/ana/.mozilla/native-messaging-hosts/${name}.json`],
    ]);
  });

  it('looks for Windows data in LOCALAPPDATA and for programs in Program Files', () => {
    const env = {
      LOCALAPPDATA: '/local',
      APPDATA: '/roaming',
      ProgramFiles: '/programs',
      'ProgramFiles(x86)': '/programs86',
    };
    const signs = Object.fromEntries(
      browserLocations.map(location => [location.id, signsOf(contextFor('win32', env), location)]),
    );
    expect(signs).toEqual({
      chrome: [
        '/local/Google/Chrome/User Data',
        '/programs/Google/Chrome/Application/chrome.exe',
        '/programs86/Google/Chrome/Application/chrome.exe',
      ],
      chromium: [
        '/local/Chromium/User Data',
        '/local/Chromium/Application/chrome.exe',
        '/programs/Chromium/Application/chrome.exe',
      ],
      edge: [
        '/local/Microsoft/Edge/User Data',
        '/programs86/Microsoft/Edge/Application/msedge.exe',
        '/programs/Microsoft/Edge/Application/msedge.exe',
      ],
      brave: [
        '/local/BraveSoftware/Brave-Browser/User Data',
        '/programs/BraveSoftware/Brave-Browser/Application/brave.exe',
        '/local/BraveSoftware/Brave-Browser/Application/brave.exe',
      ],
      firefox: [
        '/roaming/Mozilla/Firefox',
        '/programs/Mozilla Firefox/firefox.exe',
        '/programs86/Mozilla Firefox/firefox.exe',
      ],
    });
  });

  it('uses only markers that exist on their platform', () => {
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      for (const location of browserLocations) expect(() => signsOf(contextFor(platform), location)).not.toThrow();
    }
  });
});
