// What makes a browser itself: its id, its pair key and the short code that a person compares.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { CompanionHello } from '../../../contract/schemas/companion.ts';
import type { Browser } from '../../../contract/schemas/entities.ts';
import type { StoredBrowser } from '../store/browsers-table.ts';
import type { Looks } from './browser-names.ts';
import type { ForeignExtension } from './foreign/foreign-extensions.ts';

export type KnownBrowser = Omit<Browser, 'state'>;

export function browserIdOf(profileId: string, extensionId: string): string {
  return createHash('sha256').update(`${extensionId} ${profileId}`).digest('hex').slice(0, 16);
}

export function describe(id: string, looks: Looks, hello: CompanionHello, extensionId: string): KnownBrowser {
  const { family, version, os } = hello.browser;
  return {
    id,
    name: looks.name,
    colour: looks.colour,
    family,
    version: version.slice(0, 40),
    os: os.slice(0, 40),
    extensionId,
    extensionVersion: hello.extensionVersion.slice(0, 40),
  };
}

/** Stands where our own extension names its profile; no random id looks like this. */
export const foreignProfile = 'foreign';

/** A foreign extension says nothing of its browser. */
export function describeForeign(
  id: string,
  { name, colour }: Looks,
  { id: extensionId, family }: ForeignExtension,
): KnownBrowser {
  return { id, name, colour, family, version: '', os: '', extensionId, extensionVersion: '' };
}

export function known({
  pairHash: _hash,
  decision: _decision,
  profileId: _profile,
  ...browser
}: StoredBrowser): KnownBrowser {
  return browser;
}

export function withoutState({ state: _state, ...browser }: KnownBrowser & { state?: unknown }): KnownBrowser {
  return browser;
}

export function defaultName(hello: CompanionHello): string {
  return hello.browser.name.slice(0, 40) || (hello.browser.family === 'firefox' ? 'Firefox' : 'Chromium');
}

/** Six digits in two groups, easy to compare by eye. */
export function shortCode(random: Buffer): string {
  const digits = String(random.readUInt32BE() % 1_000_000).padStart(6, '0');
  return `${digits.slice(0, 3)}-${digits.slice(3)}`;
}

export function hashPairKey(pairKey: string): string {
  return createHash('sha256').update(pairKey).digest('hex');
}

function sameHash(pairKey: string, expected: string): boolean {
  const given = Buffer.from(hashPairKey(pairKey));
  const wanted = Buffer.from(expected);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** The approved browser that this one proves to be, or `denied` where the user denied it; null for one that has to ask. */
export function judge(
  rows: readonly StoredBrowser[],
  hello: CompanionHello,
  { id, extensionId }: { readonly id: string; readonly extensionId: string },
): StoredBrowser | 'denied' | null {
  const paired = pairedRow(rows, hello, extensionId);
  if (paired) return paired;
  return rows.some(row => row.id === id && row.decision === 'denied') ? 'denied' : null;
}

/** The approved browser that this one proves to be by its pair key. */
function pairedRow(
  rows: readonly StoredBrowser[],
  { profileId, pairKey }: CompanionHello,
  extensionId: string,
): StoredBrowser | undefined {
  if (!pairKey) return undefined;
  return rows.find(
    row =>
      row.decision === 'approved' &&
      row.profileId === profileId &&
      row.extensionId === extensionId &&
      row.pairHash !== null &&
      sameHash(pairKey, row.pairHash),
  );
}
