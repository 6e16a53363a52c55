// MCPB bundles: what an opened one says of itself.
import { z } from 'zod';
import { ReasonSchema } from './reason.ts';

/** Who signed a bundle. Nobody is trusted by it: `unknown` is a signature of somebody that this machine does not know. */
export const BundleSignatureSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.enum(['trusted', 'unknown']), by: z.string(), fingerprint: z.string() }),
  z.object({ kind: z.literal('broken'), reason: ReasonSchema }),
]);
export type BundleSignature = z.infer<typeof BundleSignatureSchema>;

export const BundleSchema = z.object({
  bundleId: z.string(),
  /** Of the file, without its folder. */
  file: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  manifestVersion: z.string(),
  name: z.string(),
  title: z.string(),
  version: z.string(),
  description: z.string(),
  author: z.string(),
  links: z.array(
    z.object({ kind: z.enum(['repository', 'website', 'documentation', 'support']), address: z.string() }),
  ),
  license: z.string().nullable(),
  /** What runs it. */
  type: z.enum(['node', 'python', 'binary', 'uv']),
  /** A PNG in base64 of at most 512 by 512 pixels. */
  icon: z.string().nullable(),
  tools: z.array(z.object({ name: z.string(), description: z.string() })),
  signature: BundleSignatureSchema,
  warnings: z.array(ReasonSchema),
  /** Why it cannot run here, such as its platforms; null where it can. */
  unsuitable: ReasonSchema.nullable(),
});
export type Bundle = z.infer<typeof BundleSchema>;
