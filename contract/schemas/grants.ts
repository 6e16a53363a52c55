// What the panel and the command line ask of the permissions beyond a prompt: grants by hand, reasons, and what was learned.
import { z } from 'zod';
import { siteOf } from '../sites.ts';
import { ResourceSchema, ScopeSchema, SubjectSchema, WrittenSubjectSchema } from './permissions.ts';
import { foundText, saying } from './value-fault.ts';

/** A place as a person writes it; a site takes its one form. */
const PlaceSchema = ResourceSchema.transform((resource, context) => {
  if (resource.kind !== 'site') return resource;
  const origin = siteOf(resource.origin);
  if (origin !== null) return { ...resource, origin };
  context.addIssue({ code: 'custom', ...saying({ kind: 'no-site', found: foundText(resource.origin) }) });
  return z.NEVER;
});

const grantLifetimes = ['once', 'agent', 'lock', 'always'] as const;

/** A grant that the user makes by hand. `use` has no meaning without a call. */
export const NewGrantSchema = z.object({
  effect: z.enum(['allow', 'deny']),
  subject: WrittenSubjectSchema,
  scope: ScopeSchema,
  tools: z.array(z.string().min(1).max(200)).min(1).max(200).nullable().default(null),
  reading: z.boolean().default(false),
  resource: PlaceSchema.default({ kind: 'any' }),
  lifetime: z.enum(grantLifetimes).default('always'),
  /** The agent that it ends with, for the lifetime `agent`. */
  agentId: z.string().nullable().default(null),
});
export type NewGrant = z.infer<typeof NewGrantSchema>;

/** "Why was I asked?": about an open prompt, or about a call as described. */
export const ExplainAskSchema = z.union([
  z.object({ promptId: z.string() }),
  z.object({
    request: z.object({
      subject: WrittenSubjectSchema,
      scope: ScopeSchema,
      tool: z.string().max(200).default(''),
      resource: PlaceSchema.default({ kind: 'any' }),
    }),
  }),
]);
export type ExplainAsk = z.infer<typeof ExplainAskSchema>;

const differs = <W extends string, R extends z.ZodType, C extends z.ZodType>(what: W, rule: R, call: C) =>
  z.object({ what: z.literal(what), rule, call });

/** What the rule says, and what the call has; null where a call that is only described names none. */
const DifferenceSchema = z.discriminatedUnion('what', [
  differs('subject', SubjectSchema, z.array(SubjectSchema)),
  differs('agent', z.string(), z.string().nullable()),
  differs('scope', ScopeSchema, ScopeSchema),
  differs('tool', z.array(z.string()), z.string().nullable()),
  differs('place', ResourceSchema, z.array(ResourceSchema)),
  /** The rule speaks only of what reads, and the call acts. */
  z.object({ what: z.literal('reading') }),
  z.object({ what: z.literal('time'), endedAt: z.number() }),
]);
export type Difference = z.infer<typeof DifferenceSchema>;

export const ExplanationSchema = z.object({
  decision: z.enum(['allow', 'deny', 'ask']),
  /** What decided; null when nothing did. */
  rule: z.string().nullable(),
  /** Rules that do not speak of the call, the nearest first; at most 5. */
  nearest: z.array(
    z.object({ rule: z.string(), effect: z.enum(['allow', 'deny']), differs: z.array(DifferenceSchema) }),
  ),
  /** The line for a terminal that would allow it. */
  remedy: z.string(),
});
export type Explanation = z.infer<typeof ExplanationSchema>;

/** A grant that would have covered calls of the learning mode; `calls` is how many. */
export const ProposalSchema = z.object({
  id: z.string(),
  subject: SubjectSchema,
  scope: ScopeSchema,
  tools: z.array(z.string()),
  resource: ResourceSchema,
  calls: z.number(),
});
export type Proposal = z.infer<typeof ProposalSchema>;
