// Why a server package of Harbor, or something in a home of Harbor, cannot be taken over: codes with their facts.

export interface PlainHarborImportReasons {
  // A manifest. `member` is the name of what is missing or wrong.
  'manifest-member': { name: string; member: string };
  'manifest-runtime': { name: string; found: string };
  'manifest-transport': { name: string; transport: string };
  'manifest-package': { name: string; found: string };
  /** It names a file that lies beside it, and only its text is here. */
  'manifest-file': { name: string; file: string };
  'manifest-not-in-zip': { name: string; file: string };
  /** What it brings is no module and no text. */
  'manifest-code': { name: string; of: 'module' | 'script' };
  'manifest-nowhere': object;

  // A home of Harbor.
  'harbor-database': object;

  // A package, or a file that a manifest names.
  'package-status': { address: string; status: number };
  'package-too-large': { most: number };
  'package-address': { address: string };
  'zip-broken': object;
  'zip-without-manifest': object;
  'zip-too-many': { most: number };
  'zip-too-large': { most: number };
  'zip-name': { name: string };
  'zip-link': { name: string };
  'zip-encrypted': object;
}
