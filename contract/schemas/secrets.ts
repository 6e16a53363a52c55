// Secrets as the panel sees them: their names, who uses them and how they are kept. Their values never come back.
import { z } from 'zod';
import { ReasonSchema } from './reason.ts';
import { ServerIdSchema } from './servers.ts';
import { saying } from './value-fault.ts';

/** What stands in `${secret:NAME}`. */
export const SecretNameSchema = z
  .string()
  // What reads `__proto__` back from a file would leave it out.
  .refine(
    name => /^[A-Za-z_][A-Za-z0-9_.-]{0,99}$/.test(name) && name !== '__proto__',
    saying({ kind: 'no-secret-name' }),
  );

export const SecretSchema = z.object({
  name: SecretNameSchema,
  /** False where a server names it and no value is there. */
  isSet: z.boolean(),
  usedBy: z.array(ServerIdSchema),
});
export type Secret = z.infer<typeof SecretSchema>;

export const SecretKeeperSchema = z.object({
  kind: z.enum(['keychain', 'file']),
  /** How they are kept, or why they cannot be used. */
  reason: ReasonSchema,
  /** Whether there is something that the user should know or do. */
  warns: z.boolean(),
});
export type SecretKeeper = z.infer<typeof SecretKeeperSchema>;
