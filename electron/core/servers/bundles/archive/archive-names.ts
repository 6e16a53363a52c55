// Which names an archive may hold: those that are the same plain path below a folder on every system.
import { maxDepth, maxNameChars, maxPartBytes, refusedBundle, shownName } from './archive-bounds.ts';

/** Names of devices under Windows, also with an ending (`nul.txt`) and with superscript digits. */
const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/iu;

/** The name of an entry, where it is a plain relative path in UTF-8. Throws HubError with what is wrong with it. */
export function nameOfEntry(raw: Uint8Array): string {
  const name = decoded(raw);
  const shown = shownName(name);
  if (/[\0-\x1f\x7f-\x9f]/.test(name)) throw refusedBundle({ kind: 'bundle-name-control', name: shown });
  if (name.includes('\\')) throw refusedBundle({ kind: 'bundle-name-backslash', name: shown });
  if (name.startsWith('/')) throw refusedBundle({ kind: 'bundle-name-absolute', name: shown });
  const [sign] = /[:<>"|?*]/.exec(name) ?? [];
  if (sign !== undefined) throw refusedBundle({ kind: 'bundle-name-sign', name: shown, sign });
  if (name.length > maxNameChars) throw refusedBundle({ kind: 'bundle-name-long', name: shown, most: maxNameChars });
  const parts = name.replace(/\/$/, '').split('/');
  if (parts.length > maxDepth) throw refusedBundle({ kind: 'bundle-name-deep', name: shown, most: maxDepth });
  for (const part of parts) expectPlainPart(part, shown);
  return name;
}

/** What two names have in common that are one file on some system: HFS+ and APFS compose letters, Windows and macOS ignore case. */
export function sameFile(name: string): string {
  const folded = name.replace(/\/$/, '').normalize('NFD').toLowerCase().toUpperCase();
  return folded.normalize('NFC');
}

function decoded(raw: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw);
  } catch {
    throw refusedBundle({ kind: 'bundle-name-encoding', name: shownName(new TextDecoder('latin1').decode(raw)) });
  }
}

function expectPlainPart(part: string, name: string): void {
  if (part === '') throw refusedBundle({ kind: 'bundle-name-empty-part', name });
  if (part === '.' || part === '..') throw refusedBundle({ kind: 'bundle-name-leads-out', name });
  if (/[. ]$/.test(part)) throw refusedBundle({ kind: 'bundle-name-ending', name });
  if (reserved.test(part)) throw refusedBundle({ kind: 'bundle-name-reserved', name, part: shownName(part) });
  if (Buffer.byteLength(part) > maxPartBytes)
    throw refusedBundle({ kind: 'bundle-name-long', name, most: maxPartBytes });
}
