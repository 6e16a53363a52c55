// What the rules about the catalogue say to a source, an entry or a package. Pure: rules and facts in, a reason or null out.
import { addressName, packageName, registryName } from '../../../../contract/package-names.ts';
import { isInRange, readRange } from '../../../../contract/version-range.ts';
import type { WayKind } from '../../../../contract/catalogue.ts';
import type { CatalogueAuthority } from '../../../../contract/policy-reasons.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { CataloguePart, CatalogueRule } from '../../../../contract/schemas/policy-catalogue.ts';

/** A way of an entry; a source by itself where there is a source and no entry; what was opened without a catalogue where there is neither. */
export interface JudgedWay {
  /** The address of its source. */
  readonly source: string | null;
  readonly sourceId: string | null;
  readonly entry: string | null;
  readonly kind: WayKind;
  readonly identifier: string;
  /** Null where nothing fixes one: then it may be any. */
  readonly version: string | null;
  /** What it is had of; null for the usual one, undefined where nobody knows. */
  readonly registry: string | null | undefined;
  /** Of a bundle; null where nobody says. */
  readonly sha256: string | null;
  /** A bundle without a signature: anybody can write this name into it. */
  readonly isUnsigned: boolean;
}

/** Why it is forbidden, or null. */
export type CatalogueJudge = (what: JudgedWay) => Reason | null;

export interface JudgedSource {
  readonly id: string;
  /** Empty for what Pilothouse brings. */
  readonly address: string;
}

export type JudgedPackage = Pick<JudgedWay, 'kind' | 'identifier' | 'version'>;

/** One policy: policy.json, its signed list, or that of the fleet. What one of them forbids is forbidden. */
export interface JudgingPart extends Pick<CataloguePart, 'default' | 'rules'> {
  readonly by: CatalogueAuthority;
}

export function judgeWay(parts: readonly JudgingPart[], way: JudgedWay): Reason | null {
  const { sourceId, source, entry } = way;
  if (entry === null && sourceId !== null) return judgeSource(parts, { id: sourceId, address: source ?? '' });
  const thing = nameOf(way);
  return firstReason(parts, part => {
    const denial = part.rules.find(rule => rule.effect === 'deny' && speaksOf(rule, way, true));
    if (denial) return forbidden(part, denial, thing);
    const isAllowed =
      defaultOf(part) === 'allow' || part.rules.some(rule => rule.effect === 'allow' && speaksOf(rule, way, false));
    return isAllowed ? null : { kind: 'catalogue-not-allowed', thing, by: part.by };
  });
}

/** What somebody added by a command or an address. Rules that allow are about the catalogue: only those that deny its package forbid it. */
export function judgePackage(parts: readonly JudgingPart[], found: JudgedPackage): Reason | null {
  const unknown = { registry: undefined, sha256: null, isUnsigned: false };
  const way = { ...found, ...unknown, source: null, sourceId: null, entry: null };
  return firstReason(parts, part => {
    const denial = part.rules.find(rule => rule.effect === 'deny' && rule.packages && speaksOf(rule, way, true));
    return denial ? forbidden(part, denial, nameOf(way)) : null;
  });
}

/** A source as a whole: one of which nothing could be allowed is neither asked nor shown. */
export function judgeSource(parts: readonly JudgingPart[], source: JudgedSource): Reason | null {
  const names = [source.id, addressName(source.address)];
  const thing = source.address || source.id;
  return firstReason(parts, part => {
    const denial = part.rules.find(
      rule => rule.effect === 'deny' && !rule.namespaces && !rule.packages && !rule.versions && isOf(rule, names),
    );
    if (denial) return forbidden(part, denial, thing);
    const mayHold = part.rules.some(rule => rule.effect === 'allow' && (!rule.sources || isOf(rule, names)));
    return defaultOf(part) === 'allow' || mayHold ? null : { kind: 'catalogue-not-allowed', thing, by: part.by };
  });
}

/** Unless it is written, what nobody allows is forbidden as soon as something is allowed. */
export function defaultOf({ default: written, rules }: Pick<CataloguePart, 'default' | 'rules'>): 'allow' | 'deny' {
  return written ?? (rules.some(({ effect }) => effect === 'allow') ? 'deny' : 'allow');
}

function firstReason(parts: readonly JudgingPart[], judge: (part: JudgingPart) => Reason | null): Reason | null {
  for (const part of parts) {
    const reason = judge(part);
    if (reason) return reason;
  }
  return null;
}

function forbidden({ by }: JudgingPart, { id, reason }: CatalogueRule, thing: string): Reason {
  return { kind: 'catalogue-forbidden', thing, rule: id, by, because: reason ?? null };
}

/** `unknown` is the answer where something is not known, such as a version that is not fixed or has no order: a rule that denies takes it for its own, one that allows does not. */
function speaksOf(rule: CatalogueRule, way: JudgedWay, unknown: boolean): boolean {
  const { sources, namespaces, packages, versions } = rule;
  if (sources && !isOf(rule, [way.sourceId, way.source === null ? null : addressName(way.source)])) return false;
  if (namespaces && !namespaces.some(pattern => isOfNamespace(pattern, way.entry))) return false;
  if (packages && !packages.some(one => isPackage(one, way, unknown))) return false;
  if (!versions) return true;
  const { version } = way;
  return versions.some(range => (version === null ? unknown : (isInRange(version, readRange(range) ?? []) ?? unknown)));
}

type NamedPackage = NonNullable<CatalogueRule['packages']>[number];

/** Names are its registry's alone: of another one the same name may be anybody's. A rule that denies means each that is called so. */
function isPackage(rule: NamedPackage, way: JudgedWay, unknown: boolean): boolean {
  const { kind, registry, sha256 } = rule;
  if (kind !== way.kind || !fits(packageName(kind, rule.identifier), packageName(kind, way.identifier))) return false;
  if (sha256 !== undefined && !(way.sha256 === null ? unknown : sha256.toLowerCase() === way.sha256.toLowerCase()))
    return false;
  if (way.isUnsigned && sha256 === undefined && !unknown) return false;
  if (way.registry === undefined || (registry === undefined && unknown)) return unknown;
  return registryName(kind, registry ?? null) === registryName(kind, way.registry);
}

function isOf({ sources = [] }: CatalogueRule, names: readonly (string | null)[]): boolean {
  return sources.some(pattern => names.some(name => name !== null && name !== '' && fits(sourceName(pattern), name)));
}

function sourceName(pattern: string): string {
  return pattern.endsWith('*') ? `${addressStart(pattern.slice(0, -1))}*` : addressName(pattern);
}

/** The beginning of an address keeps its slash. */
function addressStart(text: string): string {
  return URL.canParse(text) ? new URL(text).href : text;
}

/** Hosts of names and their accounts are told apart without regard to case. */
function isOfNamespace(pattern: string, entry: string | null): boolean {
  if (entry === null) return false;
  const [wanted, name] = [pattern.toLowerCase(), entry.toLowerCase()];
  const slash = name.indexOf('/');
  if (wanted.includes('/')) return fits(wanted, name);
  return fits(wanted, slash < 0 ? '' : name.slice(0, slash));
}

function nameOf({ entry, kind, identifier, version }: JudgedWay): string {
  const name = `${kind} ${identifier}${version === null ? '' : ` ${version}`}`;
  return entry === null ? name : `${entry} (${name})`;
}

/** A pattern may end in `*`. */
function fits(pattern: string, text: string): boolean {
  return pattern.endsWith('*') ? text.startsWith(pattern.slice(0, -1)) : text === pattern;
}
