// What a policy says about the catalogue: which sources, namespaces, packages and versions are allowed, in policy.json and in a signed list.
import { z } from 'zod';
import { wayKinds } from '../catalogue.ts';
import { readRange } from '../version-range.ts';
import { foundText, saying } from './value-fault.ts';
import type { WayKind } from '../catalogue.ts';
import type { Reason } from '../reasons.ts';

const maxRules = 5_000;

/** A text as it is, or its beginning with `*` at its end. */
const Pattern = z
  .string()
  .min(1)
  .max(500)
  .superRefine((text, context) => {
    const star = text.indexOf('*');
    const isFaulty = (star >= 0 && star !== text.length - 1) || endsWithinHost(text);
    if (isFaulty) context.addIssue({ code: 'custom', ...saying({ kind: 'no-pattern', found: foundText(text) }) });
  });

/** `https://registry.example*` would mean `https://registry.example.attacker.example` too. */
function endsWithinHost(text: string): boolean {
  return /^https?:\/\/[^/]*\*$/i.test(text);
}

const VersionRangeSchema = z
  .string()
  .min(1)
  .max(200)
  .superRefine((text, context) => {
    if (readRange(text) !== null) return;
    context.addIssue({ code: 'custom', ...saying({ kind: 'no-version-range', found: foundText(text) }) });
  });

export const RuleIdSchema = z
  .string()
  .refine(id => /^[a-z0-9][a-z0-9-]{0,59}$/.test(id), saying({ kind: 'no-rule-id' }));

/** Of the other kinds the name says where it is from: beside it a registry would be passed over. */
const registryKinds: ReadonlySet<WayKind> = new Set(['npm', 'pypi', 'nuget']);

const NamedPackageSchema = z
  .object({
    kind: z.enum(wayKinds),
    identifier: Pattern,
    /** Where it is had; without one a rule that allows means the usual place, and one that denies any. */
    registry: z
      .url({ protocol: /^https?$/ })
      .max(2_000)
      .optional(),
    /** Of a bundle. One without a signature is allowed by nothing else. */
    sha256: z
      .string()
      .refine(text => /^[0-9a-f]{64}$/i.test(text), saying({ kind: 'no-sha256' }))
      .optional(),
  })
  .strict()
  .superRefine(({ kind, identifier, registry, sha256 }, context) => {
    if (registry !== undefined && !registryKinds.has(kind)) {
      const reason =
        kind === 'oci'
          ? ofImage(identifier, registry)
          : ({ kind: 'rule-address-registry', packageKind: kind } as const);
      context.addIssue({ code: 'custom', path: ['registry'], ...saying(reason) });
    }
    if (sha256 !== undefined && kind !== 'mcpb')
      context.addIssue({
        code: 'custom',
        path: ['sha256'],
        ...saying({ kind: 'rule-no-checksum', packageKind: kind }),
      });
  });

/** An image says in its name where it is from, and without a host it is of Docker Hub. */
function ofImage(identifier: string, registry: string): Reason {
  const host = URL.canParse(registry) ? new URL(registry).host : 'ghcr.io';
  const hasHost = identifier.toLowerCase().startsWith(`${host}/`);
  return { kind: 'rule-image-registry', instead: foundText(hasHost ? identifier : `${host}/${identifier}`) };
}

export const CatalogueRuleSchema = z
  .object({
    /** Names the rule where something is forbidden by it. */
    id: RuleIdSchema,
    effect: z.enum(['allow', 'deny']),
    /** Of the conditions that are there each has to hold, by one of its values. Sources by id or address. */
    sources: z.array(Pattern).min(1).max(500).optional(),
    /** `io.github.acme` is this namespace alone; with a slash it is an entry of it, or with `/*` each. */
    namespaces: z.array(Pattern).min(1).max(500).optional(),
    packages: z.array(NamedPackageSchema).min(1).max(500).optional(),
    versions: z.array(VersionRangeSchema).min(1).max(500).optional(),
    /** Shown to whoever is refused by it. */
    reason: z.string().max(300).optional(),
  })
  .strict()
  .superRefine(({ sources, namespaces, packages }, context) => {
    if (!sources && !namespaces && !packages)
      context.addIssue({ code: 'custom', ...saying({ kind: 'rule-without-subject' }) });
  });
export type CatalogueRule = z.infer<typeof CatalogueRuleSchema>;

/** A source that is there without anybody's adding it, and stays. */
export const BroughtSourceSchema = z
  .object({
    id: RuleIdSchema,
    name: z.string().trim().min(1).max(60),
    kind: z.enum(['registry', 'file']),
    address: z.string().trim().min(1).max(4_000),
  })
  .strict();
export type BroughtSource = z.infer<typeof BroughtSourceSchema>;

/** What policy.json and a signed list have in common. */
const common = {
  /** What holds for that of which no rule speaks. Where it is not there: `deny` beside rules that allow, else `allow`. */
  default: z.enum(['allow', 'deny']).optional(),
  rules: z.array(CatalogueRuleSchema).max(maxRules).default([]),
  sources: z.array(BroughtSourceSchema).max(50).default([]),
};

interface Named {
  readonly rules: readonly { readonly id: string }[];
  readonly sources: readonly { readonly id: string }[];
}

function checkIds(part: Named, context: z.RefinementCtx): void {
  for (const list of ['rules', 'sources'] as const) {
    const seen = new Set<string>();
    for (const [index, { id }] of part[list].entries()) {
      if (seen.has(id))
        context.addIssue({ code: 'custom', path: [list, index, 'id'], ...saying({ kind: 'rule-id-twice', id }) });
      seen.add(id);
    }
  }
}

/** Where a signed list comes from, and by whose key. */
const ListPlaceSchema = z
  .object({
    /** https; http to this machine alone. */
    address: z
      .string()
      .max(4_000)
      .refine(isListAddress, saying({ kind: 'no-list-address' })),
    /** An Ed25519 public key: its DER in base64, or PEM. */
    key: z.string().min(1).max(1_000),
  })
  .strict();

export const CataloguePartSchema = z
  .object({ ...common, list: ListPlaceSchema.optional() })
  .strict()
  .superRefine(checkIds);
export type CataloguePart = z.infer<typeof CataloguePartSchema>;

/** What the policy of a fleet says of it. */
export const FleetCatalogueSchema = z
  .object({ default: common.default, rules: common.rules })
  .strict()
  .superRefine(({ rules }, context) => checkIds({ rules, sources: [] }, context));
export type FleetCatalogue = z.infer<typeof FleetCatalogueSchema>;

/** What is signed. `kind` keeps a signature of something else from being taken for one of a list. */
export const SignedListSchema = z
  .object({
    kind: z.literal('pilothouse-catalogue-list'),
    /** It never goes down, and another list has another one. */
    version: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
    /** From then on it is said to be too old. */
    expires: z.iso.datetime({ offset: true }),
    ...common,
  })
  .strict()
  .superRefine(checkIds);
export type SignedList = z.infer<typeof SignedListSchema>;

/** How it is handed out: the bytes that were signed and their signature, both in base64. */
export const ListEnvelopeSchema = z
  .object({ payload: z.base64().max(1_400_000), signature: z.base64().max(100) })
  .strict();
export type ListEnvelope = z.infer<typeof ListEnvelopeSchema>;

function isListAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  const isHere = hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
  return (protocol === 'https:' || (protocol === 'http:' && isHere)) && username === '' && password === '';
}
