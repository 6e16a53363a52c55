// What tells that a value opens something: the name that it has, or its look alone.
import { isSecretKey } from '../redaction/redact.ts';

/** Stands before a token and is none of it. */
export const scheme = /^(bearer|basic|token)\s+/i;
/** How issuers mark their tokens, so that scanners find them. */
const marked =
  /^(sk-|[rs]k_(?:live|test)_|pk_live|gh[pousr]_|github_pat_|glpat-|gl[a-z]{2,4}-|xox[abposre]-|xapp-|AKIA|ASIA|AIza|ya29\.|npm_|hf_|lin_api_|lin_oauth_|ntn_|secret_|shpat_|dop_v1_|SG\.|figd_|fc-|sbp_|sntry[su]_|ATATT|ATCTT|BSA[A-Za-z0-9_-]{20}|dckr_pat_|pplx-|tvly-|gsk_|r8_|nvapi-|PMAK-|whsec_|apify_api_|glsa_|xai-|ctx7sk-|eyJ[\w-]+\.eyJ)/;
const oneWord = /^[A-Za-z0-9_+/=.-]{24,}$/;
/** Bits for each character: words and paths lie below, random letters and digits above. */
const minEntropy = 3.6;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const gitCommit = /^[0-9a-f]{40}$/;
/** Enough in one run to be no name with a version. */
const randomRun = /(?=[A-Za-z0-9]*\d)(?=[A-Za-z0-9]*[A-Za-z])[A-Za-z0-9]{16,}/;
const minMarkedChars = 16;

/** Last words of a name that ask for a secret, beside those by which messages are masked. */
const secretWords = new Set(['pass', 'pwd', 'pat', 'passcode', 'jwt', 'bearer']);
/** The same of names that may as well ask for something else: the value has to look like it too. */
const doubtfulWords = new Set(['key', 'auth', 'sig', 'signature', 'session']);
const openKeys = /(?:public|primary|foreign|sort|partition|publishable)[-_. ]?key$/i;
/** What is named so is a fingerprint of something that everybody may read. */
const fingerprints = /^(?:sha\d*|md5|digest|integrity|hash|checksum|commit|rev(?:ision)?)$/i;

/** Whether what has this name is a secret, whatever its value is; that of a shell's PWD is the folder it is in. */
export function isSecretName(name: string): boolean {
  return isSecretKey(name) || (secretWords.has(lastWord(name)) && !/^(?:OLD)?PWD$/.test(name));
}

/** Whether a value of this name opens something, where one is expected to be open: in an argument, an address, or within a text. */
export function opensSomething(name: string, value: string): boolean {
  if (value === '' || fingerprints.test(lastWord(name))) return false;
  if (isSecretName(name)) return true;
  if (doubtfulWords.has(lastWord(name)) && !openKeys.test(name))
    return isMixed(value) && /^[^\s/\\:]{10,}$/.test(value);
  return looksRandom(value);
}

/** `ENABLE_JWT=true`: what is kept secret is masked wherever it stands, and words such as these stand everywhere. */
export function isSwitch(value: string): boolean {
  return /^(?:true|false|yes|no|on|off|none|null|undefined|auto|enabled?|disabled?|required|optional)$/i.test(value);
}

/** Whether a value alone tells that it opens something. */
export function looksSecret(text: string): boolean {
  const value = text.replace(scheme, '');
  if (marked.test(value) || value.includes('PRIVATE KEY-----')) return true;
  // Paths and host names are words in a row.
  const isPath = value.startsWith('/') || (value.match(/[/.]/g)?.length ?? 0) > 2;
  return oneWord.test(value) && isMixed(value) && !isPath && entropyOf(value) >= minEntropy;
}

/** The same without what is found among arguments and in addresses: names of packages with a version, ids, commits. */
export function looksRandom(text: string): boolean {
  const value = text.replace(scheme, '');
  if (uuid.test(value) || gitCommit.test(value)) return false;
  if (marked.test(value)) return value.length >= minMarkedChars && /\d/.test(value);
  return looksSecret(value) && (randomRun.test(value) || value.includes('PRIVATE KEY-----'));
}

function isMixed(value: string): boolean {
  return /[0-9]/.test(value) && /[A-Za-z]/.test(value);
}

function lastWord(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').split(/[^A-Za-z0-9]+/);
  return (words.findLast(word => word !== '') ?? '').toLowerCase();
}

function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum - (count / text.length) * Math.log2(count / text.length), 0);
}
