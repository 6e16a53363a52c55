// Where each browser keeps its data and looks for native messaging manifests, per platform, user level. Data only.
// Markers: {home}, {config} (CHROME_CONFIG_HOME, then XDG_CONFIG_HOME), {xdg} (XDG_CONFIG_HOME), {support} (macOS Application
// Support), {localAppData}, {appData}, {programFiles}, {programFilesX86}. Paths that start with "/" are the machine's own.

export type BrowserFamily = 'chromium' | 'firefox';

/** One folder in which the browser looks; it counts when any of `data` exists. */
export interface ManifestPlace {
  readonly data: readonly string[];
  readonly manifests: string;
}

export interface FolderLocations {
  readonly places: readonly ManifestPlace[];
  /** Proof of an installed browser that was never opened; then the first place is used. */
  readonly apps: readonly string[];
  /** Data of Snap and Flatpak builds, whose sandbox keeps them from starting the relay. */
  readonly sandboxed: readonly string[];
}

export interface RegistryLocations {
  readonly data: readonly string[];
  readonly apps: readonly string[];
  /** Below `HKCU\Software`, without the name of the native messaging host. */
  readonly keys: readonly string[];
}

export interface BrowserLocation {
  readonly id: string;
  readonly name: string;
  readonly family: BrowserFamily;
  readonly linux: FolderLocations;
  readonly darwin: FolderLocations;
  readonly win32: RegistryLocations;
}

export const browserLocations: readonly BrowserLocation[] = [
  {
    id: 'chrome',
    name: 'Google Chrome',
    family: 'chromium',
    linux: {
      places: [
        { data: ['{config}/google-chrome'], manifests: '{config}/google-chrome/NativeMessagingHosts' },
        { data: ['{config}/google-chrome-beta'], manifests: '{config}/google-chrome-beta/NativeMessagingHosts' },
        {
          data: ['{config}/google-chrome-unstable'],
          manifests: '{config}/google-chrome-unstable/NativeMessagingHosts',
        },
        { data: ['{config}/google-chrome-canary'], manifests: '{config}/google-chrome-canary/NativeMessagingHosts' },
      ],
      apps: ['/opt/google/chrome/chrome', '/usr/bin/google-chrome-stable'],
      sandboxed: ['{home}/.var/app/com.google.Chrome'],
    },
    darwin: {
      places: [
        { data: ['{support}/Google/Chrome'], manifests: '{support}/Google/Chrome/NativeMessagingHosts' },
        { data: ['{support}/Google/Chrome Beta'], manifests: '{support}/Google/Chrome Beta/NativeMessagingHosts' },
        { data: ['{support}/Google/Chrome Dev'], manifests: '{support}/Google/Chrome Dev/NativeMessagingHosts' },
        { data: ['{support}/Google/Chrome Canary'], manifests: '{support}/Google/Chrome Canary/NativeMessagingHosts' },
      ],
      apps: ['/Applications/Google Chrome.app', '{home}/Applications/Google Chrome.app'],
      sandboxed: [],
    },
    win32: {
      data: ['{localAppData}/Google/Chrome/User Data'],
      apps: [
        '{programFiles}/Google/Chrome/Application/chrome.exe',
        '{programFilesX86}/Google/Chrome/Application/chrome.exe',
      ],
      keys: ['Google\\Chrome\\NativeMessagingHosts'],
    },
  },
  {
    id: 'chromium',
    name: 'Chromium',
    family: 'chromium',
    linux: {
      places: [{ data: ['{config}/chromium'], manifests: '{config}/chromium/NativeMessagingHosts' }],
      apps: ['/usr/lib/chromium/chromium', '/usr/lib64/chromium-browser/chromium-browser'],
      sandboxed: ['{home}/snap/chromium', '{home}/.var/app/org.chromium.Chromium'],
    },
    darwin: {
      places: [{ data: ['{support}/Chromium'], manifests: '{support}/Chromium/NativeMessagingHosts' }],
      apps: ['/Applications/Chromium.app', '{home}/Applications/Chromium.app'],
      sandboxed: [],
    },
    win32: {
      data: ['{localAppData}/Chromium/User Data'],
      apps: ['{localAppData}/Chromium/Application/chrome.exe', '{programFiles}/Chromium/Application/chrome.exe'],
      keys: ['Chromium\\NativeMessagingHosts'],
    },
  },
  {
    id: 'edge',
    name: 'Microsoft Edge',
    family: 'chromium',
    linux: {
      places: [
        { data: ['{config}/microsoft-edge'], manifests: '{config}/microsoft-edge/NativeMessagingHosts' },
        { data: ['{config}/microsoft-edge-beta'], manifests: '{config}/microsoft-edge-beta/NativeMessagingHosts' },
        { data: ['{config}/microsoft-edge-dev'], manifests: '{config}/microsoft-edge-dev/NativeMessagingHosts' },
      ],
      apps: ['/opt/microsoft/msedge/msedge', '/usr/bin/microsoft-edge-stable'],
      sandboxed: ['{home}/.var/app/com.microsoft.Edge'],
    },
    darwin: {
      places: [
        { data: ['{support}/Microsoft Edge'], manifests: '{support}/Microsoft Edge/NativeMessagingHosts' },
        { data: ['{support}/Microsoft Edge Beta'], manifests: '{support}/Microsoft Edge Beta/NativeMessagingHosts' },
        { data: ['{support}/Microsoft Edge Dev'], manifests: '{support}/Microsoft Edge Dev/NativeMessagingHosts' },
        {
          data: ['{support}/Microsoft Edge Canary'],
          manifests: '{support}/Microsoft Edge Canary/NativeMessagingHosts',
        },
      ],
      apps: ['/Applications/Microsoft Edge.app', '{home}/Applications/Microsoft Edge.app'],
      sandboxed: [],
    },
    win32: {
      data: ['{localAppData}/Microsoft/Edge/User Data'],
      apps: [
        '{programFilesX86}/Microsoft/Edge/Application/msedge.exe',
        '{programFiles}/Microsoft/Edge/Application/msedge.exe',
      ],
      keys: ['Microsoft\\Edge\\NativeMessagingHosts'],
    },
  },
  {
    id: 'brave',
    name: 'Brave',
    family: 'chromium',
    linux: {
      places: [
        {
          data: ['{config}/BraveSoftware/Brave-Browser'],
          manifests: '{config}/BraveSoftware/Brave-Browser/NativeMessagingHosts',
        },
        {
          data: ['{config}/BraveSoftware/Brave-Browser-Beta'],
          manifests: '{config}/BraveSoftware/Brave-Browser-Beta/NativeMessagingHosts',
        },
        {
          data: ['{config}/BraveSoftware/Brave-Browser-Nightly'],
          manifests: '{config}/BraveSoftware/Brave-Browser-Nightly/NativeMessagingHosts',
        },
      ],
      apps: ['/opt/brave.com/brave/brave', '/usr/bin/brave-browser-stable'],
      sandboxed: ['{home}/snap/brave', '{home}/.var/app/com.brave.Browser'],
    },
    darwin: {
      places: [
        {
          data: ['{support}/BraveSoftware/Brave-Browser'],
          manifests: '{support}/BraveSoftware/Brave-Browser/NativeMessagingHosts',
        },
        {
          data: ['{support}/BraveSoftware/Brave-Browser-Beta'],
          manifests: '{support}/BraveSoftware/Brave-Browser-Beta/NativeMessagingHosts',
        },
        {
          data: ['{support}/BraveSoftware/Brave-Browser-Nightly'],
          manifests: '{support}/BraveSoftware/Brave-Browser-Nightly/NativeMessagingHosts',
        },
      ],
      apps: ['/Applications/Brave Browser.app', '{home}/Applications/Brave Browser.app'],
      sandboxed: [],
    },
    win32: {
      data: ['{localAppData}/BraveSoftware/Brave-Browser/User Data'],
      apps: [
        '{programFiles}/BraveSoftware/Brave-Browser/Application/brave.exe',
        '{localAppData}/BraveSoftware/Brave-Browser/Application/brave.exe',
      ],
      // Which of the two Brave reads differs between the password managers that serve it, so both are written.
      keys: ['BraveSoftware\\Brave-Browser\\NativeMessagingHosts', 'Google\\Chrome\\NativeMessagingHosts'],
    },
  },
  {
    id: 'firefox',
    name: 'Firefox',
    family: 'firefox',
    linux: {
      places: [
        {
          // Firefox keeps reading manifests from ~/.mozilla even where profiles moved to ~/.config/mozilla; the Snap's
          // portal reads the same folder outside the Snap.
          data: ['{home}/.mozilla', '{xdg}/mozilla', '{home}/snap/firefox'],
          manifests: '{home}/.mozilla/native-messaging-hosts',
        },
      ],
      apps: [
        '/usr/bin/firefox',
        '/usr/bin/firefox-esr',
        '/usr/lib/firefox/firefox',
        '/usr/lib/firefox-esr/firefox-esr',
      ],
      sandboxed: ['{home}/.var/app/org.mozilla.firefox'],
    },
    darwin: {
      places: [
        {
          data: ['{support}/Firefox', '{support}/Mozilla'],
          manifests: '{support}/Mozilla/NativeMessagingHosts',
        },
      ],
      apps: ['/Applications/Firefox.app', '{home}/Applications/Firefox.app'],
      sandboxed: [],
    },
    win32: {
      data: ['{appData}/Mozilla/Firefox'],
      apps: ['{programFiles}/Mozilla Firefox/firefox.exe', '{programFilesX86}/Mozilla Firefox/firefox.exe'],
      keys: ['Mozilla\\NativeMessagingHosts'],
    },
  },
];
