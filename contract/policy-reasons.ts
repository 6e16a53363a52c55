// What is said of the catalogue's rules in policies, and of the signed list that some of them come from: codes with their facts.

/** Whose rules about the catalogue they are: of policy.json, of its signed list, or of the fleet's signed policy. */
export type CatalogueAuthority = 'file' | 'list' | 'fleet';

export interface PlainPolicyReasons {
  /** `signed`: the rule stands in the signed list, else in policy.json. `because` is in the words of the policy. */
  'catalogue-forbidden': { thing: string; rule: string; by: CatalogueAuthority; because: string | null };
  /** No rule speaks of it, and what none allows is forbidden. */
  'catalogue-not-allowed': { thing: string; by: CatalogueAuthority };

  'no-policy-list': object;
  'policy-list-key': object;
  'policy-list-status': { status: number };
  'policy-list-slow': { seconds: number };
  'policy-list-too-large': { kib: number };
  'policy-list-no-json': object;
  'policy-list-unsigned': object;
  /** `fingerprint` is that of the key in policy.json. */
  'policy-list-wrong-key': { fingerprint: string };
  'policy-list-rolled-back': { version: number; kept: number };
  /** Two lists of one version. */
  'policy-list-same-version': { version: number };
  /** `at` is a moment as ISO 8601. */
  'policy-list-expired': { version: number; at: string };
  /** While it was fetched, policy.json has come to name another one. */
  'policy-list-moved': object;
  /** The one that was kept is not as it was signed. */
  'policy-list-tampered': object;
}
