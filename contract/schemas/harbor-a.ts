// What Harbor's first bridge says of servers and catalogues, as far as the hub keeps it or reads it from elsewhere.
import { z } from 'zod';
import { isRecord } from '../json.ts';

const Text = z.string().max(4_000);

/** A variable that a package of the catalogue takes. */
export const HarborVariableSchema = z.object({
  name: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/),
  description: Text.optional(),
  isSecret: z.boolean().optional(),
});
export type HarborVariable = z.infer<typeof HarborVariableSchema>;

/** The directory's form for an address or a name of one's own writes `type` and `name`; `github` is a repository, `owner/name`. */
export const HarborPackageSchema = z.preprocess(
  value => (isRecord(value) ? { registryType: value['type'], identifier: value['name'], ...value } : value),
  z.object({
    registryType: z.enum(['npm', 'pypi', 'oci', 'binary', 'github']).catch('binary'),
    identifier: z.string().max(500),
    environmentVariables: z.array(HarborVariableSchema).max(100).default([]),
  }),
);
export type HarborPackage = z.infer<typeof HarborPackageSchema>;

/** A row of the catalogue, as it comes back in `install_server`. */
export const CatalogEntrySchema = z.object({
  id: z.string().min(1).max(200),
  name: z.string().min(1).max(200),
  source: z.string().max(100).default(''),
  endpointUrl: Text.default(''),
  packages: z.array(HarborPackageSchema).max(20).default([]),
  description: Text.default(''),
  homepageUrl: Text.default(''),
  repositoryUrl: Text.default(''),
});
export type CatalogEntry = z.infer<typeof CatalogEntrySchema>;

/** `mcp-manifest.json` of a server's repository. */
export const HarborManifestSchema = z.looseObject({
  manifestVersion: z.string().max(20).optional(),
  name: z.string().min(1).max(200),
  version: z.string().max(100).optional(),
  description: Text.optional(),
  repository: z.unknown().optional(),
  package: z.looseObject({
    type: z.enum(['npm', 'pypi', 'docker', 'binary', 'git']),
    name: z.string().max(500).optional(),
    url: z.string().max(2_000).optional(),
    image: z.string().max(500).optional(),
  }),
  execution: z
    .looseObject({ transport: z.string().optional(), args: z.array(z.string().max(2_000)).max(100).optional() })
    .optional(),
  environment: z
    .array(z.looseObject({ name: HarborVariableSchema.shape.name, default: z.unknown().optional() }))
    .max(100)
    .optional(),
  secrets: z
    .array(
      z.looseObject({
        name: HarborVariableSchema.shape.name,
        description: Text.optional(),
        required: z.boolean().optional(),
      }),
    )
    .max(100)
    .optional(),
  oauth: z
    .looseObject({
      provider: z.string().max(100),
      scopes: z.array(z.string().max(500)).max(100).default([]),
      tokenEnvVar: z.string().max(200).optional(),
      /** It takes tokens from whoever starts it, in these variables. */
      hostMode: z
        .looseObject({
          tokenEnvVar: z.string().max(200).optional(),
          refreshTokenEnvVar: z.string().max(200).optional(),
        })
        .optional(),
    })
    .optional(),
});
export type HarborManifest = z.infer<typeof HarborManifestSchema>;

/** What is kept of a server that came by this wire. */
export const HarborServerFactSchema = z.object({
  wireId: z.string().max(200).optional(),
  packageType: z.string().max(20).optional(),
  packageId: z.string().max(2_000).optional(),
  variables: z.array(HarborVariableSchema).max(200).optional(),
  catalogSource: z.string().max(100).optional(),
  /** A page brought it, for as long as it is there. */
  ofPage: z.boolean().optional(),
  /** The name of the one that is being added for a page: the fact was written first, and its id may become another's. */
  adding: z.string().max(100).optional(),
  homepageUrl: Text.optional(),
  description: Text.optional(),
  addedAt: z.number().optional(),
  lastConnectedAt: z.number().optional(),
  manifest: HarborManifestSchema.optional(),
  /** When each of its credentials was given, by its name. */
  credentials: z.record(z.string(), z.object({ type: z.string().max(20), setAt: z.number() })).optional(),
});
export type HarborServerFact = z.infer<typeof HarborServerFactSchema>;

/** A page of a registry of MCP servers (`/v0/servers`); what does not fit is left out, row by row. */
export const RegistryPageSchema = z.looseObject({
  servers: z.array(z.unknown()).max(1_000).default([]),
  cursor: z.string().max(1_000).optional(),
  metadata: z.looseObject({ nextCursor: z.string().max(1_000).nullish() }).optional(),
});
export const RegistryServerSchema = z.looseObject({
  name: z.string().min(1).max(200),
  description: Text.default(''),
  repository: z.looseObject({ url: Text.optional() }).optional(),
  websiteUrl: Text.optional(),
  packages: z
    .array(
      z.looseObject({
        registryType: z.string().optional(),
        registry_type: z.string().optional(),
        registry_name: z.string().optional(),
        identifier: z.string().max(500).optional(),
        name: z.string().max(500).optional(),
        environmentVariables: z.array(z.unknown()).max(100).optional(),
        environment_variables: z.array(z.unknown()).max(100).optional(),
      }),
    )
    .max(50)
    .optional(),
  remotes: z
    .array(z.looseObject({ url: Text.optional() }))
    .max(20)
    .optional(),
});
