// How the policy file stands, and the learning mode, as the panel shows them.
import { z } from 'zod';
import { ResourceSchema, SubjectSchema } from './permissions.ts';
import { ReasonSchema } from './reason.ts';

export const PolicyStateSchema = z.object({
  /** Where the file is looked for. */
  path: z.string(),
  /** `broken`: the newest file cannot be used, and the rules of the last good one hold. */
  state: z.enum(['none', 'active', 'broken']),
  loadedAt: z.number().nullable(),
  /** Lines and columns count from 1. */
  error: z.object({ line: z.number(), column: z.number(), why: ReasonSchema }).nullable(),
  rules: z.array(
    z.object({
      id: z.string(),
      effect: z.enum(['allow', 'deny']),
      /** Everybody where there is none. */
      subjects: z.array(SubjectSchema),
      scopes: z.array(z.string()),
      tools: z.array(z.string()).nullable(),
      reading: z.boolean(),
      where: z.array(ResourceSchema),
      reason: z.string().nullable(),
    }),
  ),
});
export type PolicyState = z.infer<typeof PolicyStateSchema>;

/** While it lasts, what would be asked about is allowed and written down. */
export const LearningSchema = z.object({ since: z.number(), until: z.number(), calls: z.number() });
export type Learning = z.infer<typeof LearningSchema>;
