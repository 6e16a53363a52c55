// A server as registries describe it (server.json of the official registry, schema 2025-12-11), as far as it is read. Whatever else it holds is passed over.
import { z } from 'zod';

const Text = z.string().max(20_000);
const Short = z.string().max(1_000);
/** Names of packages and addresses are read with each row of a search. */
const Identifier = z.string().min(1).max(2_000);
/** What is left out stands as null in some registries. */
const maybe = <T extends z.ZodType>(schema: T) => schema.nullish().transform(value => value ?? undefined);
/** Authors write numbers and booleans where a text belongs. */
const Value = z.union([Text, z.number().transform(String), z.boolean().transform(String)]);

const input = {
  description: maybe(z.string().max(4_000)),
  isRequired: maybe(z.boolean()),
  format: maybe(z.string().max(50)),
  value: maybe(Value),
  isSecret: maybe(z.boolean()),
  default: maybe(Value),
  placeholder: maybe(Short),
  choices: maybe(z.array(Value).max(500)),
};
const InputSchema = z.object(input);
export type ServerInput = z.infer<typeof InputSchema>;

const variables = { variables: maybe(z.record(z.string().max(200), InputSchema)) };

const NamedInputSchema = z.object({ ...input, ...variables, name: z.string().min(1).max(1_000) });
export type NamedInput = z.infer<typeof NamedInputSchema>;

const ArgumentSchema = z.object({
  ...input,
  ...variables,
  type: z.enum(['positional', 'named']),
  name: maybe(Short),
  valueHint: maybe(Short),
  isRepeated: maybe(z.boolean()),
});
export type ServerArgument = z.infer<typeof ArgumentSchema>;

const TransportSchema = z.object({
  type: z.enum(['stdio', 'streamable-http', 'http', 'sse']),
  url: maybe(Text),
  headers: maybe(z.array(NamedInputSchema).max(100)),
  ...variables,
});
export type ServerTransportJson = z.infer<typeof TransportSchema>;

export const ServerPackageSchema = z.object({
  registryType: z.string().max(50),
  registryBaseUrl: maybe(Text),
  identifier: Identifier,
  version: maybe(z.string().max(255)),
  fileSha256: maybe(z.string().max(200)),
  runtimeHint: maybe(z.string().max(200)),
  transport: maybe(TransportSchema),
  runtimeArguments: maybe(z.array(ArgumentSchema).max(200)),
  packageArguments: maybe(z.array(ArgumentSchema).max(200)),
  environmentVariables: maybe(z.array(NamedInputSchema).max(200)),
});
export type ServerPackageJson = z.infer<typeof ServerPackageSchema>;

export const ServerRemoteSchema = TransportSchema.extend({ url: Identifier });
export type ServerRemoteJson = z.infer<typeof ServerRemoteSchema>;

/** Letters of any script, so that a name that only looks like another is shown and warned of; nothing unseen. */
const Name = z.string().regex(/^[\p{L}\p{N}@][\p{L}\p{N}\p{M}@._/+~-]{0,199}$/u);

export const ServerJsonSchema = z.object({
  name: Name,
  title: maybe(Short),
  description: maybe(z.string().max(4_000)),
  version: maybe(z.string().max(255)),
  repository: maybe(z.object({ url: maybe(Text) })),
  websiteUrl: maybe(Text),
  /** Of the description itself, before registries said it beside. */
  status: maybe(z.string().max(50)),
  /** Each is read by itself, because one of another kind is no fault of the others. */
  packages: maybe(z.array(z.unknown()).max(100)),
  remotes: maybe(z.array(z.unknown()).max(100)),
  _meta: maybe(z.record(z.string(), z.unknown())),
});
export type ServerJson = z.infer<typeof ServerJsonSchema>;

/** What the official registry says of a version beside its description. */
export const OfficialMetaSchema = z.object({
  status: maybe(z.enum(['active', 'deprecated', 'deleted'])),
  statusMessage: maybe(z.string().max(2_000)),
  publishedAt: maybe(z.string().max(100)),
  updatedAt: maybe(z.string().max(100)),
  isLatest: maybe(z.boolean()),
});

/** A page of a registry. */
export const ServerPageSchema = z.object({
  servers: z.array(z.unknown()).max(10_000),
  metadata: maybe(
    z.object({ nextCursor: maybe(z.string().max(4_000)), count: maybe(z.number()), total: maybe(z.number()) }),
  ),
});
