// How a host in punycode reads to a person, and whether that looks like another name.

/** The host with its `xn--` labels as they read; null where it has none, or one that cannot be read (RFC 3492). */
export function readsAs(host: string): string | null {
  const labels = host.split('.').map(label => (label.startsWith('xn--') ? decoded(label.slice(4)) : label));
  if (labels.includes(null)) return null;
  const text = labels.join('.');
  return text === host ? null : text;
}

/**
 * Whether a host of other letters can be taken for one of plain ones: each of its letters looks like a plain one, or one label mixes
 * scripts in which such letters are. `text` is as it reads.
 */
export function looksLikeAnother(text: string): boolean {
  return text.split('.').some(label => {
    const letters = [...label];
    if (letters.every(isPlain)) return false;
    if (letters.every(letter => isPlain(letter) || twins.has(letter))) return true;
    const mixed =
      /\p{Script=Latin}/u.test(label) && /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u.test(label);
    return mixed;
  });
}

function isPlain(letter: string): boolean {
  return /^[a-z0-9-]$/.test(letter);
}

/** Small letters that are drawn like plain ones: of Cyrillic, Greek, Armenian, and Latin ones with next to nothing added. */
const twins: ReadonlySet<string> = new Set('аеорсухіјѕԁԛԝһӏбвгкмнтпьοαεινρτυωχκγηϲϳօսոհցոզԍıɡɑɩʟḷạẹịọụɗƅʋᴏᴄᴠᴡᴢ');

const base = 36;
const [tMin, tMax, skew, damp] = [1, 26, 38, 700];

/** RFC 3492 6.2; null for what is none. */
function decoded(text: string): string | null {
  const cut = text.lastIndexOf('-');
  const output = cut > 0 ? [...text.slice(0, cut)].map(letter => letter.codePointAt(0) ?? 0) : [];
  let [n, i, bias] = [128, 0, 72];
  for (let at = cut > 0 ? cut + 1 : 0; at < text.length; ) {
    const before = i;
    let weight = 1;
    for (let k = base; ; k += base) {
      const digit = digitOf(text.charCodeAt(at++));
      if (digit === null) return null;
      i += digit * weight;
      const threshold = k <= bias ? tMin : k >= bias + tMax ? tMax : k - bias;
      if (digit < threshold) break;
      weight *= base - threshold;
      if (i > 0x7fffffff || weight > 0x7fffffff) return null;
    }
    const length = output.length + 1;
    bias = adapted(i - before, length, before === 0);
    n += Math.floor(i / length);
    i %= length;
    if (n > 0x10ffff) return null;
    output.splice(i++, 0, n);
  }
  return String.fromCodePoint(...output);
}

function digitOf(code: number): number | null {
  if (code >= 0x30 && code <= 0x39) return code - 0x30 + 26;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x7a ? letter - 0x61 : null;
}

/** RFC 3492 6.1. */
function adapted(delta: number, length: number, isFirst: boolean): number {
  let left = isFirst ? Math.floor(delta / damp) : Math.floor(delta / 2);
  left += Math.floor(left / length);
  let k = 0;
  for (; left > ((base - tMin) * tMax) / 2; k += base) left = Math.floor(left / (base - tMin));
  return k + Math.floor(((base - tMin + 1) * left) / (left + skew));
}
