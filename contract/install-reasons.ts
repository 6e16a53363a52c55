// Why a package cannot be installed as it was asked for, and what there is to know of one: codes with their facts.

export interface PlainInstallReasons {
  'no-install': { server: string };
  'install-under-way': { server: string };
  'install-is-ready': { server: string };
  'install-no-way': { name: string; ways: number };
  'install-bad-name': { name: string };
  'install-bad-version': { version: string };
  'install-no-version': { name: string };
  'install-reference': { name: string };
  /** `option` is what its entry would tell docker. */
  'install-container-option': { name: string; option: string };
  'install-mount': { name: string; mount: string };
  'install-composed': { name: string; text: string };
  'install-no-address': { address: string };
  'install-near-address': { address: string; source: string };
  'entry-look-alike': { name: string; other: string };

  // Values of its form. `field` is its label.
  'field-unknown': { field: string };
  'field-one-value': { field: string };
  'field-nul': { field: string };
  'field-line-break': { field: string };
  'field-reference': { field: string };
  'field-other-choice': { field: string; value: string; choices: readonly string[] };
  /** Without bounds these are null. */
  'field-no-number': { field: string; value: string; min: number | null; max: number | null };
  'field-no-path': { field: string; value: string };
  'field-like-option': { field: string; value: string };
  'field-whole-machine': { folder: string };

  // What has become of fetching it. `before` and `now` are integrities.
  'fetch-too-long': { program: string; minutes: number };
  'install-other-version': { name: string; version: string; found: string };
  'install-other-integrity': { name: string; version: string; before: string; now: string };
  /** `from` is what it needs, as npm writes it; null where npm does not say. */
  'install-not-of-registry': { name: string; from: string | null };
  'install-answers-with': { host: string; status: number };
  'install-not-writable': { folder: string; code: string };
  /** `needed` and `free` in MiB; `needed` is null where nobody says how much it comes to. */
  'install-disk-full': { folder: string; needed: number | null; free: number };
  'install-too-large': { name: string; mib: number };
  'package-too-many': { folder: string; most: number };
  'package-no-program': { name: string };
  'package-gone': { folder: string };
  'package-changed': { folder: string };

  // What there is to know before it is approved.
  'package-version-open': { name: string };
  'package-no-integrity': { name: string };
  'package-scripts': { names: readonly string[] };
  'package-other-registry': { name: string; registry: string };

  // Why no trial start has listed its tools.
  'trial-elsewhere': object;
  'trial-container': object;
  /** `names` are variables and arguments. */
  'trial-steered': { names: readonly string[] };

  // Newer versions.
  'install-no-newer': { server: string };
  'install-not-prepared': { server: string; version: string };
  'install-no-previous': { server: string };
}
