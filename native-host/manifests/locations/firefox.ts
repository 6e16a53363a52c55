// Firefox and what is made of it: where they look. Read in nsXREDirProvider.cpp and NativeManifests.sys.mjs; LibreWolf's folders are
// those of KeePassXC, Zen's and Waterfox's what their users report.
import { macApps, noFolders, winApps } from './folders.ts';
import type { BrowserLocation } from './location.ts';

const mozilla = '{home}/.mozilla/native-messaging-hosts';
const mozillaMac = '{support}/Mozilla/NativeMessagingHosts';
/** Which of them it is was decided when it was built. */
const mozillaSystem = ['/usr/lib/mozilla/native-messaging-hosts', '/usr/lib64/mozilla/native-messaging-hosts'];
const mozillaSystemMac = ['/Library/Application Support/Mozilla/NativeMessagingHosts'];
const mozillaKeys = ['Mozilla\\NativeMessagingHosts'];

export const firefoxLocations: readonly BrowserLocation[] = [
  {
    id: 'firefox',
    name: 'Firefox',
    family: 'firefox',
    packaging: 'package',
    linux: {
      // Firefox keeps reading manifests from ~/.mozilla even where profiles moved to ~/.config/mozilla.
      places: [{ data: ['{home}/.mozilla', '{xdg}/mozilla'], manifests: mozilla }],
      apps: [
        '/usr/bin/firefox',
        '/usr/bin/firefox-esr',
        '/usr/lib/firefox/firefox',
        '/usr/lib/firefox-esr/firefox-esr',
      ],
      system: mozillaSystem,
      commands: ['firefox', 'firefox-esr', 'firefox-developer-edition', 'firefox-nightly'],
      programs: ['/firefox/firefox', '/firefox/firefox-bin', '/firefox-esr/firefox-esr', '/firefox-nightly/firefox'],
    },
    darwin: {
      ...noFolders,
      places: [{ data: ['{support}/Firefox', '{support}/Mozilla'], manifests: mozillaMac }],
      apps: macApps('Firefox', 'Firefox Developer Edition', 'Firefox Nightly'),
      system: mozillaSystemMac,
    },
    win32: {
      data: ['{appData}/Mozilla/Firefox'],
      apps: winApps(['programFiles', 'programFilesX86'], 'Mozilla Firefox/firefox.exe'),
      keys: mozillaKeys,
    },
  },
  {
    id: 'librewolf',
    name: 'LibreWolf',
    family: 'firefox',
    packaging: 'package',
    linux: {
      places: [{ data: ['{home}/.librewolf'], manifests: '{home}/.librewolf/native-messaging-hosts' }],
      apps: ['/usr/bin/librewolf', '/usr/lib/librewolf/librewolf', '/opt/librewolf/librewolf'],
      system: ['/usr/lib/librewolf/native-messaging-hosts'],
      commands: ['librewolf'],
      programs: ['/librewolf/librewolf'],
    },
    darwin: {
      ...noFolders,
      places: [{ data: ['{support}/LibreWolf'], manifests: '{support}/LibreWolf/NativeMessagingHosts' }],
      apps: macApps('LibreWolf'),
    },
    win32: {
      data: ['{appData}/librewolf'],
      apps: winApps(['programFiles'], 'LibreWolf/librewolf.exe'),
      keys: mozillaKeys,
    },
  },
  {
    id: 'waterfox',
    name: 'Waterfox',
    family: 'firefox',
    packaging: 'package',
    linux: {
      // A fall-back to Mozilla's folder was merged and is reported not to work everywhere, so both are written.
      places: [
        { data: ['{home}/.waterfox'], manifests: '{home}/.waterfox/native-messaging-hosts' },
        { data: ['{home}/.waterfox'], manifests: mozilla },
      ],
      apps: ['/usr/bin/waterfox', '/opt/waterfox/waterfox'],
      system: [],
      commands: ['waterfox'],
      programs: ['/waterfox/waterfox', '/waterfox/waterfox-bin'],
    },
    darwin: {
      ...noFolders,
      places: [
        { data: ['{support}/Waterfox'], manifests: mozillaMac },
        { data: ['{support}/Waterfox'], manifests: '{support}/Waterfox/NativeMessagingHosts' },
      ],
      apps: macApps('Waterfox'),
      system: mozillaSystemMac,
    },
    win32: {
      data: ['{appData}/Waterfox'],
      apps: winApps(['programFiles'], 'Waterfox/waterfox.exe'),
      keys: mozillaKeys,
    },
  },
  {
    id: 'zen',
    name: 'Zen',
    family: 'firefox',
    packaging: 'package',
    linux: {
      // Its own folder is not read.
      places: [{ data: ['{home}/.zen'], manifests: mozilla }],
      apps: ['/usr/bin/zen-browser', '/opt/zen/zen', '/opt/zen-browser-bin/zen-bin'],
      system: mozillaSystem,
      commands: ['zen-browser', 'zen'],
      programs: ['/zen/zen', '/zen/zen-bin', '/zen-browser-bin/zen-bin'],
    },
    darwin: {
      ...noFolders,
      places: [
        { data: ['{support}/zen'], manifests: mozillaMac },
        { data: ['{support}/zen'], manifests: '{support}/zen/NativeMessagingHosts' },
      ],
      apps: macApps('Zen', 'Zen Browser'),
      system: mozillaSystemMac,
    },
    win32: { data: ['{appData}/zen'], apps: winApps(['programFiles'], 'Zen Browser/zen.exe'), keys: mozillaKeys },
  },
  {
    id: 'floorp',
    name: 'Floorp',
    family: 'firefox',
    packaging: 'package',
    linux: {
      places: [{ data: ['{home}/.floorp'], manifests: mozilla }],
      apps: ['/usr/bin/floorp', '/opt/floorp/floorp'],
      system: mozillaSystem,
      commands: ['floorp'],
      programs: ['/floorp/floorp'],
    },
    darwin: {
      ...noFolders,
      places: [{ data: ['{support}/Floorp'], manifests: mozillaMac }],
      apps: macApps('Floorp'),
      system: mozillaSystemMac,
    },
    win32: {
      data: ['{appData}/Floorp'],
      apps: winApps(['programFiles'], 'Ablaze Floorp/floorp.exe'),
      keys: mozillaKeys,
    },
  },
];
