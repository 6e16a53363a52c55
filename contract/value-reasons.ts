// What is wrong with a value that somebody gave: codes with their facts.

export interface ValueReasons {
  'value-missing': object;
  'value-form': { expected: 'string' | 'number' | 'int' | 'boolean' | 'array' | 'object' | 'other' };
  /** `found` is its JSON; null where it is missing. */
  'value-not-offered': { found: string | null; known: readonly string[] };
  'value-bound': { form: 'text' | 'list' | 'number'; end: 'most' | 'least' | 'exact'; bound: number };
  'value-not-known': { names: readonly string[] };
  'value-no-address': object;
  'no-json-text': object;

  'token-lacks': { lacks: 'length' | 'characters' | 'variety' };
  'no-cors-origin': object;
  'no-server-name': object;
  'loopback-only': object;
  'no-secret-name': object;
  'no-server-id': object;
  'no-rule-id': object;
  /** Of a shortcut. */
  'no-command': object;
  'no-shortcut-id': object;
  'rule-id-twice': { id: string };
  'rule-without-subject': object;
  /** `instead` is the JSON of the identifier that says the same. */
  'rule-image-registry': { instead: string };
  'rule-address-registry': { packageKind: string };
  'rule-no-checksum': { packageKind: string };
  'no-list-address': object;
  /** `found` is its JSON. */
  'no-pattern': { found: string };
  'no-version-range': { found: string };
  /** `found` is its JSON. */
  'no-site': { found: string };
  'no-fleet-name': object;
  'no-fleet-id': object;
  'no-sha256': object;
  'no-trace-id': object;
  'no-header-name': object;
  'no-web-origin': { found: string };
}
