// What is said of MCPB bundles: why one is not opened, unpacked or made, and what is worth knowing of one. Names are those of its archive.

/** Why a bundle is refused before anything of it is unpacked, or while it is. */
interface ArchiveReasons {
  'bundle-not-file': { file: string };
  'bundle-unreadable': { file: string; code: string };
  'bundle-too-large': { mib: number; most: number };
  'bundle-no-zip': object;
  'bundle-broken': { said: string };
  'bundle-bytes-after': { bytes: number };
  'bundle-comment': object;
  'bundle-split': object;
  'bundle-zip64': object;
  'bundle-directory': object;
  'bundle-stray-bytes': { bytes: number };
  'bundle-signature-block': object;
  'bundle-encrypted': { name: string };
  'bundle-compression': { name: string; method: number };
  'bundle-link': { name: string };
  'bundle-special': { name: string };
  'bundle-folder-content': { name: string };
  'bundle-stored-size': { name: string };
  'bundle-local-header': { name: string };
  'bundle-overlap': { name: string; other: string };
  'bundle-twice': { name: string; other: string };
  'bundle-file-and-folder': { name: string };
  'bundle-too-many': { most: number };
  'bundle-entry-too-large': { name: string; most: number };
  'bundle-total-too-large': { most: number };
  'bundle-ratio': { name: string; most: number };
  'bundle-name-absolute': { name: string };
  'bundle-name-leads-out': { name: string };
  'bundle-name-empty-part': { name: string };
  'bundle-name-backslash': { name: string };
  'bundle-name-control': { name: string };
  'bundle-name-sign': { name: string; sign: string };
  'bundle-name-reserved': { name: string; part: string };
  'bundle-name-ending': { name: string };
  'bundle-name-encoding': { name: string };
  'bundle-name-two': { name: string };
  'bundle-name-long': { name: string; most: number };
  'bundle-name-deep': { name: string; most: number };
  'bundle-entry-length': { name: string };
  'bundle-entry-checksum': { name: string };
  'bundle-entry-data': { name: string };
  'bundle-changed': { file: string };
  'bundle-no-space': { folder: string };
  'bundle-not-written': { path: string; code: string };
}

interface ManifestReasons {
  'bundle-no-manifest': object;
  /** What is wrong with it follows. */
  'bundle-manifest': object;
  'bundle-manifest-large': { most: number };
  'bundle-manifest-encoding': object;
  /** Null where it names none. */
  'bundle-manifest-version': { version: string | null; known: readonly string[] };
  'bundle-no-entry-point': { path: string };
  'bundle-no-command': { command: string };
  'bundle-path-outside': { at: string; path: string };
  'bundle-no-option': { option: string; at: string };
  'bundle-secret-reference': { at: string };
  'bundle-reference': { at: string; text: string };
  'bundle-nul': { at: string };
  'bundle-too-long': { at: string; most: number };

  // Worth knowing, and why it cannot run here.
  'bundle-platform': { platforms: readonly string[]; here: string };
  'bundle-runtime': { program: string; range: string; found: string };
  'bundle-unknown-variable': { text: string };
  'bundle-icon-elsewhere': object;
  'bundle-icon-unreadable': { path: string };
  'bundle-icon-size': { path: string; most: number };
}

interface SignatureReasons {
  'bundle-signature-unreadable': { said: string };
  'bundle-signature-algorithm': { algorithm: string };
  'bundle-signature-altered': object;
  'bundle-signature-false': object;
}

interface ExchangeReasons {
  'bundle-gone': object;
  'upload-gone': object;
  'upload-no-base64': object;
  'upload-more': { bytes: number };
  'upload-less': { bytes: number; of: number };
  'uploads-too-many': { most: number };
  'bundle-path-relative': { path: string };

  // Making one.
  'export-remote': { server: string };
  'export-wasm': { server: string };
  'export-folder-missing': { server: string; folder: string };
  'export-too-large': { server: string; most: number };
  'export-script-unreadable': { server: string; path: string; code: string };
  'export-offset': { offset: number; bytes: number };
}

export interface BundleReasons extends ArchiveReasons, ManifestReasons, SignatureReasons, ExchangeReasons {}
