// The policy file: rules for a team or a machine, which stand above what the user grants.
import { z } from 'zod';
import { siteOf } from '../sites.ts';
import { ScopeSchema, WrittenSubjectSchema } from './permissions.ts';
import { PluginIdSchema } from './plugins.ts';
import { CataloguePartSchema, RuleIdSchema } from './policy-catalogue.ts';
import { foundText, saying } from './value-fault.ts';

const Site = z.string().transform((text, context) => {
  const site = siteOf(text);
  if (site !== null) return site;
  context.addIssue({ code: 'custom', ...saying({ kind: 'no-site', found: foundText(text) }) });
  return z.NEVER;
});

export const PolicyRuleSchema = z
  .object({
    /** Names the rule in refusals, traces and the audit. */
    id: RuleIdSchema,
    effect: z.enum(['allow', 'deny']),
    /** Everybody when absent. */
    subjects: z.array(WrittenSubjectSchema).min(1).optional(),
    scopes: z.array(ScopeSchema).min(1),
    tools: z.array(z.string().min(1).max(200)).min(1).optional(),
    /** Speaks only of calls that read. */
    reading: z.boolean().default(false),
    /** Everywhere when none of the three is there. */
    sites: z.array(Site).min(1).optional(),
    servers: z.array(z.string().min(1).max(60)).min(1).optional(),
    plugins: z.array(PluginIdSchema).min(1).optional(),
    /** Shown to whoever is refused by it. */
    reason: z.string().max(300).optional(),
  })
  .strict();
export type PolicyRule = z.infer<typeof PolicyRuleSchema>;

/** An audit line names a rule by its id. */
export function eachIdOnce({ rules }: { readonly rules: readonly PolicyRule[] }, context: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [index, { id }] of rules.entries()) {
    if (seen.has(id))
      context.addIssue({ code: 'custom', path: ['rules', index, 'id'], ...saying({ kind: 'rule-id-twice', id }) });
    seen.add(id);
  }
}

export const PolicySchema = z
  .object({
    version: z.literal(1),
    rules: z.array(PolicyRuleSchema).max(5_000),
    /** Which servers may be found, installed and run. */
    catalogue: CataloguePartSchema.optional(),
  })
  .strict()
  .superRefine(eachIdOnce);
export type Policy = z.infer<typeof PolicySchema>;
