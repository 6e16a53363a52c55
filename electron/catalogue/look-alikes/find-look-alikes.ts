// Which entries resemble better known ones: by the last part of their names, or by the packages that they run. Pure.
import { packageName, registryName } from '../../../contract/package-names.ts';
import { foldedName } from './folded-name.ts';
import { KnownNames } from './known-names.ts';
import { knownPackages } from './known-packages.ts';
import type { WrittenOffer } from '../../../contract/schemas/catalogue-worker.ts';

/** What is compared of an entry. */
export interface Compared {
  readonly id: number;
  readonly name: string;
  /** From a source whose entries somebody has chosen. */
  readonly curated: boolean;
  readonly uses: number | null;
  readonly publishedAt: number | null;
  /** Of its packages, such as `@modelcontextprotocol/server-filesystem`. */
  readonly packages: readonly string[];
  /** All that it runs, whatever kind it is of, in one spelling each: who runs the same is the same thing in another place. */
  readonly runs: readonly string[];
}

export interface Resemblance {
  readonly id: number;
  /** Its id is null where no source lists it: a package that is widely run. */
  readonly of: Pick<Compared, 'name'> & { readonly id: number | null };
  readonly distance: number;
}

interface Known extends Omit<Compared, 'id'> {
  readonly id: number | null;
  readonly rank: number;
  readonly owner: string;
}

/** In one spelling. Of another registry the same name is another package; an address with a slash behind it leads to the same. */
export function whatRuns({ kind, identifier, registry = null }: Omit<WrittenOffer, 'version'>): string {
  return `${kind} ${packageName(kind, identifier).replace(/\/$/, '')} ${registryName(kind, registry) ?? ''}`;
}

/** With an owner that no entry has. */
const packagesAsKnown = knownPackages.map(({ kind, name }): Known => {
  const own = { name, packages: [name], runs: [whatRuns({ kind, identifier: name })], owner: '*' };
  return { id: null, ...own, rank: 3, curated: false, uses: null, publishedAt: null };
});

/** Namespaces of those who make the protocol, and of hosts whose own servers are widely run. */
const officialOwners =
  /^(?:io\.modelcontextprotocol|com\.modelcontextprotocol|com\.github|io\.github\.(?:modelcontextprotocol|github|microsoft|google|googleapis|anthropics|awslabs|cloudflare|docker|stripe))$/i;
/** A name of one's own, which cost something: not one that everybody gets. */
const sharedOwners = /^(?:io|com)\.(?:github|gitlab)\.|^$/i;
const widelyUsed = 1_000;
const dayMs = 24 * 3_600_000;
/** Younger ones came after the known one was there to be imitated. */
const leastAgeMs = 7 * dayMs;
const pieceSize = 200;

/** Of what is widely used, as many as matter. */
const maxUsed = 2_000;

/** In pieces, between which others get their turn. */
export function* findLookAlikes(all: readonly Compared[]): Generator<readonly Resemblance[]> {
  const known = new KnownNames<Known>();
  for (const _ of addKnown(known, all)) yield [];
  for (let at = 0; at < all.length; at += pieceSize)
    yield all.slice(at, at + pieceSize).flatMap(entry => resemblanceOf(entry, known) ?? []);
}

function* addKnown(names: KnownNames<Known>, all: readonly Compared[]): Generator<void> {
  const known = all
    .map(entry => ({ ...entry, rank: rankOf(entry), owner: ownerOf(entry.name) }))
    .filter(({ rank }) => rank > 0);
  const used = known.filter(({ rank }) => rank === 2).toSorted((one, other) => (other.uses ?? 0) - (one.uses ?? 0));
  const few = new Set([...known.filter(({ rank }) => rank === 3), ...used.slice(0, maxUsed)]);
  for (const [at, entry] of known.entries()) {
    if (at % pieceSize === 0) yield;
    for (const text of textsOf(entry)) {
      if (few.has(entry)) names.addWide(text, entry);
      else if (entry.rank === 1 && isLong(text)) names.addNarrow(text, entry);
    }
  }
  // Behind those that are listed, to which one can go.
  for (const one of packagesAsKnown) for (const text of textsOf(one)) names.addWide(text, one);
}

/** 0 for what nobody knows better than others. */
function rankOf({ name, curated, uses }: Compared): number {
  const owner = ownerOf(name);
  if (curated || officialOwners.test(owner)) return 3;
  if ((uses ?? 0) >= widelyUsed) return 2;
  return sharedOwners.test(owner) ? 0 : 1;
}

function resemblanceOf(entry: Compared, known: KnownNames<Known>): Resemblance | null {
  const [rank, owner] = [rankOf(entry), ownerOf(entry.name)];
  if (rank === 3) return null;
  const mayBe = (of: Known) => of.rank > rank && of.owner !== owner && isWarnedOf(entry, of);
  let best: { of: Known; distance: number } | null = null;
  for (const text of textsOf(entry)) {
    for (const { text: other, of, distance } of known.wide(text, mostFor(text), mayBe)) {
      if (of.id === null && !isNearPackage(entry, rank, other, distance)) continue;
      if (!best || of.rank > best.of.rank || (of.rank === best.of.rank && distance < best.distance))
        best = { of, distance };
    }
    if (best || rank > 0 || !isLong(text)) continue;
    // Whoever has a domain of their own may call theirs as others do: one letter beside it is what somebody else does.
    for (const { of } of known.narrow(text, mayBe)) best ??= { of, distance: 1 };
  }
  return best && { id: entry.id, ...best };
}

/** What is no entry itself may be the package of whoever publishes one: of a domain of their own, or at an address, by the same name. */
function isNearPackage({ packages }: Compared, rank: number, known: string, distance: number): boolean {
  if (distance === 0) return rank === 0 && packages.length > 0;
  // What all of them have in common makes no name longer: `mcp-server-git` and `mcp-server-gcp` are two short ones.
  return distance <= mostFor(known.replace(/mcp|server/g, ''));
}

/** Short names are near each other by chance. */
function mostFor({ length }: { readonly length: number }): number {
  return length < 5 ? 0 : length < 9 ? 1 : 2;
}

function isLong({ length }: { readonly length: number }): boolean {
  return length >= 8;
}

/** Not what is the same thing in two places, and not what was there before. */
function isWarnedOf(entry: Compared, of: Known): boolean {
  if (of.name === entry.name || of.runs.some(name => entry.runs.includes(name))) return false;
  if (of.rank === 3) return true;
  const [own, others] = [entry.publishedAt, of.publishedAt];
  return own !== null && others !== null && own - others >= leastAgeMs;
}

/** Its last part, and its packages with their scopes and without: `modelcontextprotocol-server-x` is taken for `@modelcontextprotocol/server-x`. */
function textsOf({ name, packages }: Pick<Compared, 'name' | 'packages'>): string[] {
  const parts = [name, ...packages].map(text => text.slice(text.lastIndexOf('/') + 1));
  const spelled = [...parts, ...packages].map(foldedName).filter(text => text.length >= 4);
  return [...new Set(spelled)].filter(text => !tooCommon.has(text));
}

/** What so many call theirs that it is nobody's name. */
const tooCommon: ReadonlySet<string> = new Set([
  'mcp',
  'server',
  'mcpserver',
  'servermcp',
  'mcpservers',
  'latest',
  'index',
  'main',
]);

function ownerOf(name: string): string {
  const slash = name.lastIndexOf('/');
  return slash < 0 ? '' : name.slice(0, slash).toLowerCase();
}
