// Where secrets are kept, and why they are not: codes with their facts.

export interface SecretReasons {
  'secrets-in-keychain': { backend: string | null };
  'secrets-in-file': { file: string };
  'secrets-locked': { file: string };
  'no-keychain': object;
  'keychain-unusable': { backend: string | null };
  'keychain-does-not-open': { file: string };
  'secrets-unreadable': { file: string };
  'secrets-no-file': { file: string };
  'secrets-of-other': { file: string; uid: number };
  'secrets-open-to-others': { file: string };
}
