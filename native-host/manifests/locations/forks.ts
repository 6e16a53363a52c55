// Other browsers made of Chromium: where they look. Vivaldi and Opera were traced on Linux; what has no documentation of its maker is
// what installers of others write (Arc, Dia, Comet, Yandex).
import {
  chromeKey,
  chromeSystem,
  chromeSystemMac,
  chromiumKey,
  chromiumPlaces,
  macApps,
  noFolders,
  noRegistry,
  winApps,
} from './folders.ts';
import type { BrowserLocation } from './location.ts';

export const forkLocations: readonly BrowserLocation[] = [
  {
    id: 'vivaldi',
    name: 'Vivaldi',
    family: 'chromium',
    packaging: 'package',
    linux: {
      places: chromiumPlaces('{config}', ['vivaldi', 'vivaldi-snapshot']),
      apps: ['/opt/vivaldi/vivaldi-bin', '/opt/vivaldi-snapshot/vivaldi-bin'],
      system: [chromeSystem],
      commands: ['vivaldi-stable', 'vivaldi', 'vivaldi-snapshot'],
      programs: ['/vivaldi/vivaldi-bin', '/vivaldi-snapshot/vivaldi-bin'],
    },
    darwin: {
      ...noFolders,
      places: chromiumPlaces('{support}', ['Vivaldi', 'Vivaldi Snapshot']),
      apps: macApps('Vivaldi', 'Vivaldi Snapshot'),
      system: [chromeSystemMac],
    },
    win32: {
      data: ['{localAppData}/Vivaldi/User Data'],
      apps: winApps(['localAppData', 'programFiles'], 'Vivaldi/Application/vivaldi.exe'),
      keys: ['Vivaldi\\NativeMessagingHosts', chromeKey],
    },
  },
  {
    id: 'opera',
    name: 'Opera',
    family: 'chromium',
    packaging: 'package',
    readsFolderOf: 'Google Chrome',
    linux: {
      // Its own folders prove that it is here; it looks in Chrome's, whatever its profile is.
      places: [
        {
          data: ['{config}/opera', '{config}/opera-beta', '{config}/opera-developer', '{config}/opera-gx'],
          manifests: '{config}/google-chrome/NativeMessagingHosts',
        },
      ],
      apps: ['/usr/lib/x86_64-linux-gnu/opera-stable/opera', '/usr/lib/opera/opera', '/usr/bin/opera'],
      system: [chromeSystem],
      commands: ['opera', 'opera-stable', 'opera-beta', 'opera-developer'],
      programs: ['/opera-stable/opera', '/opera-beta/opera-beta', '/opera-developer/opera-developer', '/opera/opera'],
    },
    darwin: {
      ...noFolders,
      places: [
        {
          data: [
            '{support}/com.operasoftware.Opera',
            '{support}/com.operasoftware.OperaNext',
            '{support}/com.operasoftware.OperaDeveloper',
            '{support}/com.operasoftware.OperaGX',
          ],
          manifests: '{support}/Google/Chrome/NativeMessagingHosts',
        },
      ],
      apps: macApps('Opera', 'Opera GX'),
      system: [chromeSystemMac],
    },
    win32: {
      data: ['{appData}/Opera Software/Opera Stable', '{appData}/Opera Software/Opera GX Stable'],
      apps: winApps(['localAppData', 'programFiles'], 'Programs/Opera/opera.exe'),
      keys: [chromiumKey, chromeKey],
    },
  },
  {
    id: 'arc',
    name: 'Arc',
    family: 'chromium',
    packaging: 'package',
    linux: noFolders,
    darwin: { ...noFolders, places: chromiumPlaces('{support}/Arc', ['User Data']), apps: macApps('Arc') },
    win32: {
      data: ['{localAppData}/Packages/TheBrowserCompany.Arc_ttt1ap7aakyb4'],
      apps: [],
      keys: [chromiumKey, chromeKey],
    },
  },
  {
    id: 'dia',
    name: 'Dia',
    family: 'chromium',
    packaging: 'package',
    linux: noFolders,
    darwin: { ...noFolders, places: chromiumPlaces('{support}/Dia', ['User Data']), apps: macApps('Dia') },
    win32: noRegistry,
  },
  {
    id: 'comet',
    name: 'Comet',
    family: 'chromium',
    packaging: 'package',
    linux: {
      ...noFolders,
      places: chromiumPlaces('{config}', ['comet']),
      commands: ['comet'],
      programs: ['/comet/comet'],
    },
    darwin: { ...noFolders, places: chromiumPlaces('{support}', ['Comet']), apps: macApps('Comet') },
    win32: {
      data: ['{localAppData}/Perplexity/Comet/User Data'],
      apps: winApps(['localAppData'], 'Perplexity/Comet/Application/comet.exe'),
      keys: [chromiumKey, chromeKey],
    },
  },
  {
    id: 'helium',
    name: 'Helium',
    family: 'chromium',
    packaging: 'package',
    linux: {
      ...noFolders,
      places: chromiumPlaces('{config}', ['net.imput.helium']),
      commands: ['helium', 'helium-browser'],
      programs: ['/helium/helium', '/helium/chrome'],
    },
    darwin: { ...noFolders, places: chromiumPlaces('{support}', ['net.imput.helium']), apps: macApps('Helium') },
    win32: noRegistry,
  },
  {
    id: 'yandex',
    name: 'Yandex Browser',
    family: 'chromium',
    packaging: 'package',
    linux: {
      ...noFolders,
      places: chromiumPlaces('{config}', ['yandex-browser']),
      apps: ['/opt/yandex/browser/yandex_browser'],
      commands: ['yandex-browser-stable', 'yandex-browser'],
      programs: ['/yandex/browser/yandex_browser'],
    },
    darwin: { ...noFolders, places: chromiumPlaces('{support}/Yandex', ['YandexBrowser']), apps: macApps('Yandex') },
    win32: {
      data: ['{localAppData}/Yandex/YandexBrowser/User Data'],
      apps: winApps(['localAppData'], 'Yandex/YandexBrowser/Application/browser.exe'),
      keys: ['Yandex\\YandexBrowser\\NativeMessagingHosts', chromeKey],
    },
  },
];
