// What is said of the browsers of this machine, of who answers their extensions and of switching them: codes with their facts.

/** Those that hold no other reason. */
export interface PlainBrowserReasons {
  // The companion's own pages.
  /** An act there is about something else than what the page shows. */
  'not-in-this-view': { what: 'question' | 'grant' | 'tab' | 'site' | 'chat' };
  'too-many-views': { most: number };
  'browser-not-let-in': { browser: string };

  // What became of a manifest of ours. `at` is a local date and time, null where it cannot be told.
  'manifest-overwritten': { path: string; program: string | null; at: string | null };
  'manifest-bom': { path: string };

  // What a place that claims a native messaging host is for one browser.
  'claim-taken': { browser: string };
  'claim-after': { browser: string; place: string };
  /** The one before it is of no use, and hides it all the same. */
  'claim-hidden': { browser: string; place: string };
  'claim-forbidden': { file: string };
  'claim-no-file': { file: string | null };
  'claim-no-manifest': { path: string };
  'claim-starts-with-bom': { path: string };
  'claim-field': { field: string };
  'claim-no-program': { program: string };
  'claim-not-executable': { program: string };
  'claim-not-for': { extension: string };

  // Who answers.
  'answers-pilothouse': { browser: string; extension: string };
  'answers-other': { browser: string; extension: string; program: string };
  'answers-nobody': { browser: string; extension: string };

  // Policies of the machine. `file` is a file or a registry key.
  'policy-no-user-hosts': { file: string };
  'policy-blocks-host': { file: string; pattern: string };
  'policy-allows-host': { file: string };
  'policy-file-not-read': { file: string };

  // How a browser stands.
  'browser-off': { browser: string };
  'browser-closed': { browser: string };
  'browser-no-extension': { browser: string };
  'browser-extension-waits': { browser: string; code: string };
  'browser-extension-denied': { browser: string };
  'browser-extension-away': { browser: string; at: string };
  'browser-extension-old': { browser: string; version: string; wanted: string };
  'browser-answers': { browser: string; version: string };
  'browser-reads-folder': { browser: string; other: string };
  'profiles-not-read': { path: string };

  // What was refused.
  'needs-administrator': { browser: string; command: string };
  'no-system-place': { browser: string };
  'folder-not-absolute': { folder: string };
  'folder-not-there': { folder: string };
  'folder-no-profiles': { folder: string };
  'folder-of-browser': { folder: string; browser: string };
  'folder-by-registry': object;
  'no-named-folder': { browser: string };
  'browser-no-program': { browser: string };
  'no-such-profile': { browser: string; profile: string };
}

/** What is said of native messaging manifests and of switching them, as far as it holds no other reason. */
export interface PlainManifestReasons {
  'copy-folder-is-link': { path: string };
  'copy-not-there': object;
  'copy-changed': { path: string };
  'not-as-put-back': object;
  'key-holds-no-text': object;
  'file-in-the-way': { path: string };
  'folder-in-the-way': object;
  'disk-read-only': object;
  'disk-full': object;
  'no-right': { user: string; verb: 'read' | 'write' | 'remove'; folder: string | null };
  'place-of-user': { what: 'file' | 'folder'; owner: number; user: string };

  // The launchers, the receipts and the manifest's own text.
  'relay-not-read': { file: string; why: string };
  'is-symbolic-link': object;
  'path-backslash': { path: string };
  'path-double-quote': { path: string };
  'path-line-break': { path: string };
  'receipts-not-read': { path: string; code: string | null };
  'no-such-browser': { browser: string; extension: string | null; known: readonly string[] };
  'no-gecko-id': object;
  'no-chromium-id': { id: string };

  'browser-unknown': { path: string; browser: string };
  'manifest-ready': { places: readonly string[] };
  'browser-sandboxed': { browser: string; path: string };
  'browser-not-here': { browser: string; path: string };
  'manifest-ours': { browser: string; launcher: string };
  'manifest-shared': { browser: string; others: readonly string[] };
  'manifest-missing': { path: string };
  'manifest-link': { path: string };
  /** Its differing members; none where only the text differs. */
  'manifest-drift': { path: string; differing: readonly string[] };
  'key-drift': { path: string };
  'launcher-gone': { path: string };
  'manifest-path-gone': { path: string };
  'manifest-unknown': { path: string };
  'manifest-foreign': { browser: string; program: string; place: string };
  'manifest-puts-back': object;
  'manifest-belongs': { program: string };
  'manifest-belongs-unknown': { path: string };
  'manifest-foreign-link': { path: string };
  'manifest-changing': { path: string };
  'manifest-left': { path: string; copy: string };
  'manifest-lost': { path: string; copy: string };
  'home-of-other': { home: string; owner: number };
}
