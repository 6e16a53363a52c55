// The table of locations against what is known of each browser on each platform.
import { describe, expect, it } from 'vitest';
import { browserLocations, locationsOf } from '../../../../native-host/manifests/browser-locations.ts';
import { planBrowser, signsOf } from '../../../../native-host/manifests/plan.ts';
import type { ManifestContext } from '../../../../native-host/manifests/context.ts';
import type { Found } from '../../../../native-host/manifests/plan.ts';

const name = 'dev.pilothouse.relay';
const short = (path: string) => path.replace('\\NativeMessagingHosts', '');
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
    locationsOf(context).map(location => {
      const signs = new Map(signsOf(context, location).map(path => [path, found]));
      return [location.id, planBrowser(context, location, signs).targets.map(target => target.place)];
    }),
  );
}

const inFolders = (root: string, folders: string[]) =>
  folders.map(folder => `${root}/${folder}/NativeMessagingHosts/${name}.json`);

/** Facts A3: folders of the user. */
const linuxRows: Record<string, string[]> = {
  chrome: inFolders('/home/ana/.config', [
    'google-chrome',
    'google-chrome-beta',
    'google-chrome-unstable',
    'google-chrome-canary',
  ]),
  'chrome-for-testing': inFolders('/home/ana/.config', ['google-chrome-for-testing']),
  chromium: inFolders('/home/ana/.config', ['chromium']),
  edge: inFolders('/home/ana/.config', ['microsoft-edge', 'microsoft-edge-beta', 'microsoft-edge-dev']),
  brave: inFolders('/home/ana/.config/BraveSoftware', ['Brave-Browser', 'Brave-Browser-Beta', 'Brave-Browser-Nightly']),
  vivaldi: inFolders('/home/ana/.config', ['vivaldi', 'vivaldi-snapshot']),
  opera: inFolders('/home/ana/.config', ['google-chrome']),
  comet: inFolders('/home/ana/.config', ['comet']),
  helium: inFolders('/home/ana/.config', ['net.imput.helium']),
  yandex: inFolders('/home/ana/.config', ['yandex-browser']),
  firefox: [`/home/ana/.mozilla/native-messaging-hosts/${name}.json`],
  librewolf: [`/home/ana/.librewolf/native-messaging-hosts/${name}.json`],
  waterfox: [
    `/home/ana/.waterfox/native-messaging-hosts/${name}.json`,
    `/home/ana/.mozilla/native-messaging-hosts/${name}.json`,
  ],
  zen: [`/home/ana/.mozilla/native-messaging-hosts/${name}.json`],
  floorp: [`/home/ana/.mozilla/native-messaging-hosts/${name}.json`],
  'firefox-snap': [`/home/ana/.mozilla/native-messaging-hosts/${name}.json`],
  'firefox-flatpak': [`/home/ana/.mozilla/native-messaging-hosts/${name}.json`],
  'chromium-snap': inFolders('/home/ana/snap/chromium/common', ['chromium']),
  'brave-snap': inFolders('/home/ana/snap/brave/current/.config/BraveSoftware', ['Brave-Browser']),
  'vivaldi-snap': inFolders('/home/ana/snap/vivaldi/current/.config', ['vivaldi']),
  'opera-snap': inFolders('/home/ana/snap/opera/current/.config', ['opera']),
  'chrome-flatpak': inFolders('/home/ana/.var/app/com.google.Chrome/config', ['google-chrome']),
  'chromium-flatpak': inFolders('/home/ana/.var/app/org.chromium.Chromium/config', ['chromium']),
  'ungoogled-chromium-flatpak': inFolders('/home/ana/.var/app/com.github.Eloston.UngoogledChromium/config', [
    'chromium',
  ]),
  'edge-flatpak': inFolders('/home/ana/.var/app/com.microsoft.Edge/config', ['microsoft-edge']),
  'brave-flatpak': inFolders('/home/ana/.var/app/com.brave.Browser/config/BraveSoftware', ['Brave-Browser']),
  'vivaldi-flatpak': inFolders('/home/ana/.var/app/com.vivaldi.Vivaldi/config', ['vivaldi']),
  'opera-flatpak': inFolders('/home/ana/.var/app/com.opera.Opera/config', ['google-chrome']),
};

/** Facts A2. Atlas, Tor Browser, DuckDuckGo and Safari have no row: nobody saw the first one's folder, the others take no such add-on. */
const macRows: Record<string, string[]> = {
  chrome: inFolders(`${support}/Google`, ['Chrome', 'Chrome Beta', 'Chrome Dev', 'Chrome Canary']),
  'chrome-for-testing': inFolders(`${support}/Google`, ['ChromeForTesting', 'Chrome for Testing', 'Chrome']),
  chromium: inFolders(support, ['Chromium']),
  edge: inFolders(support, ['Microsoft Edge', 'Microsoft Edge Beta', 'Microsoft Edge Dev', 'Microsoft Edge Canary']),
  brave: inFolders(`${support}/BraveSoftware`, ['Brave-Browser', 'Brave-Browser-Beta', 'Brave-Browser-Nightly']),
  vivaldi: inFolders(support, ['Vivaldi', 'Vivaldi Snapshot']),
  opera: inFolders(`${support}/Google`, ['Chrome']),
  arc: inFolders(`${support}/Arc`, ['User Data']),
  dia: inFolders(`${support}/Dia`, ['User Data']),
  comet: inFolders(support, ['Comet']),
  helium: inFolders(support, ['net.imput.helium']),
  yandex: inFolders(`${support}/Yandex`, ['YandexBrowser']),
  firefox: inFolders(support, ['Mozilla']),
  librewolf: inFolders(support, ['LibreWolf']),
  waterfox: inFolders(support, ['Mozilla', 'Waterfox']),
  zen: inFolders(support, ['Mozilla', 'zen']),
  floorp: inFolders(support, ['Mozilla']),
};

const file = (family: string) => `/home/ana/.pilothouse/manifests/${family}/${name}.json`;
const key = (vendor: string) => `HKCU\\Software\\${vendor}\\NativeMessagingHosts\\${name}`;

/** Facts A4: keys of the user. */
const windowsRows: Record<string, string[]> = {
  chrome: [file('chromium'), key('Google\\Chrome')],
  'chrome-for-testing': [file('chromium'), key('Google\\ChromeForTesting'), key('Google\\Chrome')],
  chromium: [file('chromium'), key('Chromium')],
  edge: [file('chromium'), key('Microsoft\\Edge')],
  brave: [file('chromium'), key('BraveSoftware\\Brave-Browser'), key('Google\\Chrome')],
  vivaldi: [file('chromium'), key('Vivaldi'), key('Google\\Chrome')],
  opera: [file('chromium'), key('Chromium'), key('Google\\Chrome')],
  arc: [file('chromium'), key('Chromium'), key('Google\\Chrome')],
  comet: [file('chromium'), key('Chromium'), key('Google\\Chrome')],
  yandex: [file('chromium'), key('Yandex\\YandexBrowser'), key('Google\\Chrome')],
  firefox: [file('firefox'), key('Mozilla')],
  librewolf: [file('firefox'), key('Mozilla')],
  waterfox: [file('firefox'), key('Mozilla')],
  zen: [file('firefox'), key('Mozilla')],
  floorp: [file('firefox'), key('Mozilla')],
};

const chromeSystem = '/etc/opt/chrome/native-messaging-hosts';
const mozillaSystem = ['/usr/lib/mozilla/native-messaging-hosts', '/usr/lib64/mozilla/native-messaging-hosts'];
const chromeSystemMac = '/Library/Google/Chrome/NativeMessagingHosts';
const mozillaSystemMac = '/Library/Application Support/Mozilla/NativeMessagingHosts';

/** Facts A2 and A3: folders of the whole machine, in which it looks second. */
const systemRows: Record<string, { linux: string[]; darwin: string[] }> = {
  chrome: { linux: [chromeSystem], darwin: [chromeSystemMac] },
  'chrome-for-testing': {
    linux: ['/etc/opt/chrome_for_testing/native-messaging-hosts', chromeSystem],
    darwin: ['/Library/Google/ChromeForTesting/NativeMessagingHosts', chromeSystemMac],
  },
  chromium: {
    linux: ['/etc/chromium/native-messaging-hosts'],
    darwin: ['/Library/Application Support/Chromium/NativeMessagingHosts'],
  },
  edge: {
    linux: ['/etc/opt/edge/native-messaging-hosts', chromeSystem],
    darwin: ['/Library/Microsoft/Edge/NativeMessagingHosts'],
  },
  brave: { linux: [chromeSystem], darwin: [chromeSystemMac] },
  vivaldi: { linux: [chromeSystem], darwin: [chromeSystemMac] },
  opera: { linux: [chromeSystem], darwin: [chromeSystemMac] },
  arc: { linux: [], darwin: [] },
  dia: { linux: [], darwin: [] },
  comet: { linux: [], darwin: [] },
  helium: { linux: [], darwin: [] },
  yandex: { linux: [], darwin: [] },
  firefox: { linux: mozillaSystem, darwin: [mozillaSystemMac] },
  librewolf: { linux: ['/usr/lib/librewolf/native-messaging-hosts'], darwin: [] },
  waterfox: { linux: [], darwin: [mozillaSystemMac] },
  zen: { linux: mozillaSystem, darwin: [mozillaSystemMac] },
  floorp: { linux: mozillaSystem, darwin: [mozillaSystemMac] },
};

describe('browser locations', () => {
  it.each([
    ['linux', linuxRows],
    ['darwin', macRows],
    ['win32', windowsRows],
  ] as const)('are those of the facts on %s, browser by browser', (platform, rows) => {
    const places = placesWhen('yes', contextFor(platform));
    expect(Object.keys(places)).toEqual(Object.keys(rows));
    for (const [id, wanted] of Object.entries(rows)) expect([id, places[id]]).toEqual([id, wanted]);
  });

  it('have the folders of the whole machine that the facts name', () => {
    const rows = browserLocations.filter(({ isVariant }) => !isVariant);
    expect(
      Object.fromEntries(rows.map(({ id, linux, darwin }) => [id, { linux: linux.system, darwin: darwin.system }])),
    ).toEqual(systemRows);
  });

  it('tell which registry keys a browser asks in vain before it comes to another', () => {
    const looks = browserLocations.flatMap(({ id, win32 }) => (win32.looks ? [[id, win32.looks.map(short)]] : []));
    expect(looks).toEqual([
      ['chromium', ['Chromium', 'Google\\Chrome']],
      ['edge', ['Microsoft\\Edge', 'Chromium', 'Google\\Chrome']],
    ]);
  });

  it('make no folder of Chrome for Chrome for Testing on macOS', () => {
    const context = contextFor('darwin');
    const location = browserLocations.find(({ id }) => id === 'chrome-for-testing')!;
    const { targets } = planBrowser(context, location, new Map([[`${support}/Google/Chrome for Testing`, 'yes']]));
    expect(targets.map(({ place }) => place)).toEqual(
      inFolders(`${support}/Google`, ['ChromeForTesting', 'Chrome for Testing']),
    );
  });

  it('say of which Snap and Flatpak the relay is not reached', () => {
    const context = contextFor('linux');
    const served = locationsOf(context).filter(location => planBrowser(context, location, new Map()).isServed);
    const sandboxed = ({ packaging }: { packaging: string }) => packaging !== 'package';
    expect(served.filter(sandboxed).map(({ id }) => id)).toEqual(['firefox-snap']);
  });

  it('have a row for a folder that the user named, elsewhere than on Windows', () => {
    const folders = ['/srv/profiles/work'];
    const places = (platform: NodeJS.Platform) =>
      Object.entries(placesWhen('yes', { ...contextFor(platform), folders })).filter(([id]) =>
        id.startsWith('folder-'),
      );
    expect([places('linux'), places('win32')]).toEqual([
      [['folder-d19dfe98', ['/srv/profiles/work/NativeMessagingHosts/dev.pilothouse.relay.json']]],
      [],
    ]);
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
    const context = contextFor('win32', env);
    const signs = Object.fromEntries(locationsOf(context).map(location => [location.id, signsOf(context, location)]));
    expect(signs).toMatchObject({
      chrome: [
        '/local/Google/Chrome/User Data',
        '/programs/Google/Chrome/Application/chrome.exe',
        '/programs86/Google/Chrome/Application/chrome.exe',
        '/local/Google/Chrome/Application/chrome.exe',
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
