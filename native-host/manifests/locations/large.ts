// Chrome, Chrome for Testing, Chromium, Edge and Brave: where they look. Read in Chromium's chrome_paths*.cc and in Microsoft's
// documentation of native messaging; Brave's system folder was traced.
import {
  chromeKey,
  chromeSystem,
  chromeSystemMac,
  chromiumKey,
  chromiumPlaces,
  macApps,
  noFolders,
  winApps,
} from './folders.ts';
import type { BrowserLocation } from './location.ts';

export const chromiumLocations: readonly BrowserLocation[] = [
  {
    id: 'chrome',
    name: 'Google Chrome',
    family: 'chromium',
    packaging: 'package',
    linux: {
      places: chromiumPlaces('{config}', [
        'google-chrome',
        'google-chrome-beta',
        'google-chrome-unstable',
        'google-chrome-canary',
      ]),
      apps: ['/opt/google/chrome/chrome', '/usr/bin/google-chrome-stable'],
      system: [chromeSystem],
      commands: ['google-chrome-stable', 'google-chrome', 'google-chrome-beta', 'google-chrome-unstable'],
      programs: [
        '/google/chrome/chrome',
        '/google/chrome-beta/chrome',
        '/google/chrome-unstable/chrome',
        '/google/chrome-canary/chrome',
      ],
    },
    darwin: {
      ...noFolders,
      places: chromiumPlaces('{support}/Google', ['Chrome', 'Chrome Beta', 'Chrome Dev', 'Chrome Canary']),
      apps: macApps('Google Chrome'),
      system: [chromeSystemMac],
    },
    win32: {
      data: ['{localAppData}/Google/Chrome/User Data'],
      apps: winApps(['programFiles', 'programFilesX86', 'localAppData'], 'Google/Chrome/Application/chrome.exe'),
      keys: [chromeKey],
    },
  },
  {
    id: 'chrome-for-testing',
    name: 'Chrome for Testing',
    family: 'chromium',
    packaging: 'package',
    linux: {
      places: chromiumPlaces('{config}', ['google-chrome-for-testing']),
      apps: [],
      // From version 146 on the first, before that Chrome's.
      system: ['/etc/opt/chrome_for_testing/native-messaging-hosts', chromeSystem],
      commands: [],
      programs: ['/chrome-linux64/chrome', '/chrome-linux/chrome'],
    },
    darwin: {
      ...noFolders,
      // Version 146 moved its manifests to a folder that is not that of its data; what it read before is told differently.
      places: [
        {
          data: ['{support}/Google/Chrome for Testing', '{support}/Google/ChromeForTesting'],
          manifests: '{support}/Google/ChromeForTesting/NativeMessagingHosts',
        },
        ...chromiumPlaces('{support}/Google', ['Chrome for Testing']),
        {
          data: ['{support}/Google/Chrome for Testing'],
          within: '{support}/Google/Chrome',
          manifests: '{support}/Google/Chrome/NativeMessagingHosts',
        },
      ],
      apps: macApps('Google Chrome for Testing'),
      system: ['/Library/Google/ChromeForTesting/NativeMessagingHosts', chromeSystemMac],
    },
    win32: {
      data: ['{localAppData}/Google/Chrome for Testing/User Data'],
      apps: [],
      keys: ['Google\\ChromeForTesting\\NativeMessagingHosts', chromeKey],
    },
  },
  {
    id: 'chromium',
    name: 'Chromium',
    family: 'chromium',
    packaging: 'package',
    linux: {
      places: chromiumPlaces('{config}', ['chromium']),
      apps: ['/usr/lib/chromium/chromium', '/usr/lib64/chromium-browser/chromium-browser'],
      system: ['/etc/chromium/native-messaging-hosts'],
      commands: ['chromium', 'chromium-browser', 'ungoogled-chromium'],
      programs: [
        '/lib/chromium/chromium',
        '/chromium-browser/chromium-browser',
        '/lib64/chromium/chromium',
        '/ungoogled-chromium/chromium',
      ],
    },
    darwin: {
      ...noFolders,
      places: chromiumPlaces('{support}', ['Chromium']),
      apps: macApps('Chromium'),
      system: ['/Library/Application Support/Chromium/NativeMessagingHosts'],
    },
    win32: {
      data: ['{localAppData}/Chromium/User Data'],
      apps: winApps(['localAppData', 'programFiles'], 'Chromium/Application/chrome.exe'),
      // A build without Google's brand asks for Chrome's key where its own is missing, so that its own is enough.
      keys: [chromiumKey],
      looks: [chromiumKey, chromeKey],
    },
  },
  {
    id: 'edge',
    name: 'Microsoft Edge',
    family: 'chromium',
    packaging: 'package',
    linux: {
      places: chromiumPlaces('{config}', ['microsoft-edge', 'microsoft-edge-beta', 'microsoft-edge-dev']),
      apps: ['/opt/microsoft/msedge/msedge', '/usr/bin/microsoft-edge-stable'],
      system: ['/etc/opt/edge/native-messaging-hosts', chromeSystem],
      commands: ['microsoft-edge-stable', 'microsoft-edge', 'microsoft-edge-beta', 'microsoft-edge-dev'],
      programs: ['/microsoft/msedge/msedge', '/microsoft/msedge-beta/msedge', '/microsoft/msedge-dev/msedge'],
    },
    darwin: {
      ...noFolders,
      places: chromiumPlaces('{support}', [
        'Microsoft Edge',
        'Microsoft Edge Beta',
        'Microsoft Edge Dev',
        'Microsoft Edge Canary',
      ]),
      apps: macApps('Microsoft Edge'),
      system: ['/Library/Microsoft/Edge/NativeMessagingHosts'],
    },
    win32: {
      data: ['{localAppData}/Microsoft/Edge/User Data'],
      apps: winApps(['programFilesX86', 'programFiles'], 'Microsoft/Edge/Application/msedge.exe'),
      keys: ['Microsoft\\Edge\\NativeMessagingHosts'],
      looks: ['Microsoft\\Edge\\NativeMessagingHosts', chromiumKey, chromeKey],
    },
  },
  {
    id: 'brave',
    name: 'Brave',
    family: 'chromium',
    packaging: 'package',
    linux: {
      places: chromiumPlaces('{config}/BraveSoftware', [
        'Brave-Browser',
        'Brave-Browser-Beta',
        'Brave-Browser-Nightly',
      ]),
      apps: ['/opt/brave.com/brave/brave', '/usr/bin/brave-browser-stable'],
      system: [chromeSystem],
      commands: ['brave-browser-stable', 'brave-browser', 'brave'],
      programs: ['/brave.com/brave/brave', '/brave.com/brave-beta/brave', '/brave.com/brave-nightly/brave'],
    },
    darwin: {
      ...noFolders,
      places: chromiumPlaces('{support}/BraveSoftware', [
        'Brave-Browser',
        'Brave-Browser-Beta',
        'Brave-Browser-Nightly',
      ]),
      apps: macApps('Brave Browser'),
      system: [chromeSystemMac],
    },
    win32: {
      data: ['{localAppData}/BraveSoftware/Brave-Browser/User Data'],
      apps: winApps(['programFiles', 'localAppData'], 'BraveSoftware/Brave-Browser/Application/brave.exe'),
      // Which of the two Brave reads differs between the password managers that serve it, so both are written.
      keys: ['BraveSoftware\\Brave-Browser\\NativeMessagingHosts', chromeKey],
    },
  },
];
