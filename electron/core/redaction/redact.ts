// Masks secrets in a message: by the name of their key and by their value.
import { completeJson } from './complete-json.ts';
import { cutKey, cutPicture, innerCut, isPicture, mayBeCut, splitAtCut } from './cut.ts';

export const mask = '••••';

/** Without separators, in lower case. A key is secret when it ends in one of these. */
const secretWords = [
  'authorization',
  'token',
  'password',
  'passwords',
  'passwd',
  'passphrase',
  'secret',
  'secrets',
  'secretkey',
  'apikey',
  'cookie',
  'cookies',
  'pairkey',
  'privatekey',
  'accesskey',
  'credential',
  'credentials',
];

/** MCP's progress token names a request and opens nothing. */
const harmlessKeys = new Set(['progresstoken']);

const separators = /[-_. ]/g;
const anySecretWord = secretWords.map(word => word.split('').join('[-_. ]?')).join('|');
const mayHaveSecretKey = new RegExp(`${anySecretWord}|\\\\u`, 'i');
const assignment = new RegExp(
  `((?:${anySecretWord})\\\\?["']?\\s*[:=]\\s*(?:bearer\\s+|basic\\s+)?)("(?:[^"\\\\]|\\\\.)*"?|[^\\s,;&}\\]]+)`,
  'gi',
);

const maxStringChars = 64 * 1024;
const maxDepth = 200;
const tooDeep = '(nested too deep to show)';
/** Shorter values would mask half of every message. */
const minSecretChars = 4;
const minBase64Bytes = 8;

export function isSecretKey(key: string): boolean {
  const plain = key.replace(separators, '').toLowerCase();
  return !harmlessKeys.has(plain) && secretWords.some(word => plain.endsWith(word));
}

export class Redactor {
  readonly #secrets: readonly string[];
  /** The same as they look inside of JSON strings and addresses. */
  readonly #escaped: readonly string[];

  /** `secrets` are values to mask wherever they appear; those below 4 characters are left alone. */
  constructor(secrets: readonly string[]) {
    // A secret that contains another one has to go first.
    this.#secrets = secrets.filter(secret => secret.length >= minSecretChars).sort((a, b) => b.length - a.length);
    this.#escaped = [...new Set(this.#secrets.flatMap(disguises))].filter(text => !this.#secrets.includes(text));
  }

  /**
   * A message as JSON text, masked; one without secrets comes back as it is. Text that is no JSON is masked too, and so is what
   * `seen` has cut, with nothing left of a secret that the cut went through. Never throws.
   */
  message(text: string): string {
    if (!this.#isSuspicious(text)) return text;
    try {
      // Written anew even when nothing was masked: a key that occurs twice shows only its last value to a parser.
      return JSON.stringify(this.#value(JSON.parse(text), 0));
    } catch {
      const { head, mark } = splitAtCut(text);
      return mark === '' ? this.#assignments(text) : this.#nested(this.#withoutHalf(head), 0, innerCut) + mark;
    }
  }

  /** A sentence, whole or cut, with secret values masked. */
  sentence(text: string): string {
    const { head, mark } = splitAtCut(text);
    return mark === '' ? this.words(text) : this.words(this.#withoutHalf(head)) + mark;
  }

  /** A text, with secret values masked. */
  words(text: string): string {
    let masked = text;
    for (const secret of [...this.#secrets, ...this.#escaped]) masked = masked.replaceAll(secret, mask);
    return masked;
  }

  /** A value of JSON with every text in it masked, keys too; one without secrets comes back as it is. */
  texts<T>(value: T): T {
    return this.isIn(value) ? (this.#texts(value, 0) as T) : value;
  }

  /** Whether a value of JSON holds a secret. */
  isIn(value: unknown): boolean {
    if (this.#secrets.length === 0) return false;
    const text = JSON.stringify(value) ?? '';
    return [...this.#secrets, ...this.#escaped].some(secret => text.includes(secret));
  }

  #texts(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return this.words(value);
    if (typeof value === 'number') return this.#secrets.includes(String(value)) ? mask : value;
    if (typeof value !== 'object' || value === null) return value;
    if (depth >= maxDepth) return tooDeep;
    if (Array.isArray(value)) return value.map(item => this.#texts(item, depth + 1));
    const members = Object.entries(value).map(([key, member]) => [this.words(key), this.#texts(member, depth + 1)]);
    return Object.fromEntries(members);
  }

  /** Whether parsing is worth it. A backslash may hide a value, `\u` a key. */
  #isSuspicious(text: string): boolean {
    if (text.length > maxStringChars || mayHaveSecretKey.test(text) || mayBeCut(text)) return true;
    if (this.#secrets.length === 0) return false;
    const isThere = (secret: string) => text.includes(secret);
    return text.includes('\\') || this.#secrets.some(isThere) || this.#escaped.some(isThere);
  }

  #value(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return this.#string(value, depth);
    if (typeof value === 'number') return this.#secrets.includes(String(value)) ? mask : value;
    if (typeof value !== 'object' || value === null) return value;
    if (depth >= maxDepth) return tooDeep;
    if (Array.isArray(value)) return value.map(item => this.#value(item, depth + 1));
    return this.#object(value, depth);
  }

  #object(value: object, depth: number): unknown {
    const members = Object.entries(value);
    // `{"name": "Cookie", "value": "…"}` is how lists of headers are written.
    const names = members.filter(([key]) => key === 'name' || key === 'key');
    const hidesValue =
      names.some(([, name]) => typeof name === 'string' && (isSecretKey(name) || splitAtCut(name).mark !== '')) ||
      // The name may be among what was left out.
      Object.hasOwn(value, cutKey);
    // fromEntries defines members, so that a key `__proto__` stays a key.
    return Object.fromEntries(
      members.map(([key, member]) => {
        const isSecret = isSecretKey(key) || (hidesValue && key === 'value');
        const hide = isSecret && member !== null && typeof member !== 'boolean';
        return [this.#string(key, maxDepth), hide ? mask : this.#value(member, depth + 1)];
      }),
    );
  }

  #string(text: string, depth: number): string {
    const { head, mark } = splitAtCut(text);
    if (mark !== '') return this.#nested(this.#withoutHalf(head), depth, innerCut) + mark;
    const masked = this.words(text);
    if (isPicture(masked)) return cutPicture(masked);
    return this.#isSuspicious(masked) ? this.#nested(masked, depth, null) : masked;
  }

  /** Tools answer with JSON as text inside of JSON. `cut` stands at the end of a text that goes on. */
  #nested(text: string, depth: number, cut: string | null): string {
    if (depth >= maxDepth || !/^\s*[[{]/.test(text)) return this.words(text);
    try {
      return JSON.stringify(this.#value(JSON.parse(cut === null ? text : completeJson(text, cut)), depth + 1));
    } catch {
      return this.#assignments(text);
    }
  }

  #assignments(text: string): string {
    return this.words(text).replace(assignment, `$1"${mask}"`);
  }

  /** The text without what at its end may be the first half of a secret. */
  #withoutHalf(text: string): string {
    let length = text.length;
    for (let before = -1; before !== length; ) {
      before = length;
      for (const secret of [...this.#secrets, ...this.#escaped]) length -= halfAtEnd(text.slice(0, length), secret);
    }
    return text.slice(0, length);
  }
}

/** JSON within JSON within JSON escapes anew each time, the longest first; an address has a way of its own. */
function disguises(secret: string): string[] {
  const within = (text: string) => JSON.stringify(text).slice(1, -1);
  const once = within(secret);
  const twice = within(once);
  // Half of a surrogate pair has no place in an address.
  return [within(twice), twice, once, encodeURIComponent(secret.replace(/\p{Cs}/gu, '\uFFFD')), ...inBase64(secret)];
}

/**
 * In base64 of both alphabets, alone and within something longer: what stands before shifts it by none, one or two bytes, and the
 * characters that it shares with its neighbours are left out. Of short secrets too little would be left to tell them from other text.
 */
function inBase64(secret: string): string[] {
  const bytes = Buffer.from(secret);
  if (bytes.length < minBase64Bytes) return [];
  const within = [0, 1, 2].map(before => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
  const forms = [bytes.toString('base64'), ...within];
  return [...forms, ...forms.map(form => form.replaceAll('+', '-').replaceAll('/', '_'))];
}

/** How many characters of the beginning of `secret`, but not all of them, stand at the end of `text`. */
function halfAtEnd(text: string, secret: string): number {
  for (let chars = Math.min(secret.length - 1, text.length); chars > 0; chars -= 1) {
    if (text.endsWith(secret.slice(0, chars))) return chars;
  }
  return 0;
}
