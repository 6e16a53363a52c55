// How the policy file stands, and the learning mode, as the panel shows them.
import { z } from 'zod';
import { ResourceSchema, SubjectSchema } from './permissions.ts';
import { BroughtSourceSchema } from './policy-catalogue.ts';
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
  /** What it says about the catalogue; null or absent where it says nothing. */
  catalogue: z
    .object({
      default: z.enum(['allow', 'deny']),
      rules: z.array(
        z.object({
          id: z.string(),
          effect: z.enum(['allow', 'deny']),
          /** What it is about, as it is written: sources, namespaces, packages, versions. */
          about: z.object({
            sources: z.array(z.string()),
            namespaces: z.array(z.string()),
            packages: z.array(z.string()),
            versions: z.array(z.string()),
          }),
          reason: z.string().nullable(),
        }),
      ),
      sources: z.array(BroughtSourceSchema),
    })
    .nullable()
    .optional(),
});
export type PolicyState = z.infer<typeof PolicyStateSchema>;

/** The signed list that policy.json names. */
export const PolicyListStateSchema = z.object({
  address: z.string(),
  /** Of the key; null where that is none. */
  fingerprint: z.string().nullable(),
  /** Of the list in force, as all that follows; null where none is. */
  version: z.number().nullable(),
  fetchedAt: z.number().nullable(),
  /** It stays in force after that too. */
  expires: z.number().nullable(),
  rules: z.number(),
  /** Why the newest one was not taken, or what was kept could not be. */
  fault: ReasonSchema.nullable(),
  refreshing: z.boolean(),
});
export type PolicyListState = z.infer<typeof PolicyListStateSchema>;

/** While it lasts, what would be asked about is allowed and written down. */
export const LearningSchema = z.object({ since: z.number(), until: z.number(), calls: z.number() });
export type Learning = z.infer<typeof LearningSchema>;
