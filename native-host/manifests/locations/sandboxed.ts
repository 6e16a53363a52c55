// Browsers that come as Snap or Flatpak, which a sandbox holds: Firefox is served where a portal outside starts the relay for it. What
// runs inside a sandbox sees neither Node nor the hub's socket, so a relay within it would reach nobody.
import { noFolders, noRegistry } from './folders.ts';
import type { BrowserFamily, BrowserLocation } from './location.ts';

const mozilla = '{home}/.mozilla/native-messaging-hosts';

/** Starts native messaging hosts for sandboxed browsers, outside of their sandbox: flatpak's xdg-native-messaging-proxy. */
const proxies = [
  '/usr/share/dbus-1/services/org.freedesktop.NativeMessagingProxy.service',
  '/usr/local/share/dbus-1/services/org.freedesktop.NativeMessagingProxy.service',
];

export const sandboxedLocations: readonly BrowserLocation[] = [
  {
    ...variant('snap', 'firefox', 'firefox', 'Firefox'),
    linux: {
      ...noFolders,
      // Ubuntu's xdg-desktop-portal reads the folder outside of the Snap.
      places: [{ data: ['{home}/snap/firefox'], manifests: mozilla }],
      apps: ['/snap/bin/firefox'],
      commands: ['/snap/bin/firefox'],
      programs: ['/usr/lib/firefox/firefox'],
    },
  },
  {
    ...variant('flatpak', 'firefox', 'firefox', 'Firefox'),
    servedOnlyWith: proxies,
    linux: {
      ...noFolders,
      places: [{ data: ['{home}/.var/app/org.mozilla.firefox'], manifests: mozilla }],
      commands: ['org.mozilla.firefox'],
    },
  },
  snap('chromium', 'Chromium'),
  snap('brave', 'Brave'),
  snap('vivaldi', 'Vivaldi'),
  snap('opera', 'Opera'),
  flatpak('chrome', 'Google Chrome', 'com.google.Chrome', 'google-chrome'),
  flatpak('chromium', 'Chromium', 'org.chromium.Chromium', 'chromium'),
  flatpak('ungoogled-chromium', 'Ungoogled Chromium', 'com.github.Eloston.UngoogledChromium', 'chromium'),
  flatpak('edge', 'Microsoft Edge', 'com.microsoft.Edge', 'microsoft-edge'),
  flatpak('brave', 'Brave', 'com.brave.Browser', 'BraveSoftware/Brave-Browser'),
  flatpak('vivaldi', 'Vivaldi', 'com.vivaldi.Vivaldi', 'vivaldi'),
  flatpak('opera', 'Opera', 'com.opera.Opera', 'google-chrome'),
];

function variant(packaging: 'snap' | 'flatpak', id: string, family: BrowserFamily, name: string) {
  return {
    id: `${id}-${packaging}`,
    name: `${name} (${packaging === 'snap' ? 'Snap' : 'Flatpak'})`,
    family,
    packaging,
    isVariant: true,
    darwin: noFolders,
    win32: noRegistry,
  } as const;
}

/** The makers of password managers say that native messaging of a Chromium in a Snap does not work. */
function snap(id: string, name: string): BrowserLocation {
  const folder = { chromium: 'chromium/common/chromium', brave: 'brave/current/.config/BraveSoftware/Brave-Browser' }[
    id
  ];
  const data = `{home}/snap/${folder ?? `${id}/current/.config/${id}`}`;
  return {
    ...variant('snap', id, 'chromium', name),
    servedOnlyWith: [],
    linux: {
      ...noFolders,
      places: [{ data: [`{home}/snap/${id}`], manifests: `${data}/NativeMessagingHosts` }],
      commands: [`/snap/bin/${id}`],
    },
  };
}

function flatpak(id: string, name: string, appId: string, folder: string): BrowserLocation {
  const data = `{home}/.var/app/${appId}`;
  return {
    ...variant('flatpak', id, 'chromium', name),
    servedOnlyWith: [],
    linux: {
      ...noFolders,
      places: [{ data: [data], manifests: `${data}/config/${folder}/NativeMessagingHosts` }],
      commands: [appId],
    },
  };
}
