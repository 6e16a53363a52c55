// The manifest of an MCPB bundle (MANIFEST.md of modelcontextprotocol/mcpb), in each version of it that is known. As its own programs do when
// they read one, members that a version does not have are passed over.
import { z } from 'zod';

export const manifestVersions = ['0.1', '0.2', '0.3', '0.4'] as const;
export type ManifestVersion = (typeof manifestVersions)[number];
/** The newest that is no experiment: what bundles are written in. */
export const writtenManifestVersion = '0.3' satisfies ManifestVersion;

const Short = z.string().max(1_000);
const Path = z.string().min(1).max(1_000);
const Text = z.string().max(20_000);
const Address = z.url().max(4_000);
const Key = z.string().min(1).max(200);

function listOf<T extends z.ZodType>(one: T, most: number) {
  return z.array(one).max(most);
}

const McpConfigSchema = z.object({
  command: Short.min(1),
  args: listOf(Text, 300).optional(),
  env: z.record(Key, Text).optional(),
});

const ServerSchema = z.object({
  type: z.enum(['node', 'python', 'binary']),
  entry_point: Path,
  mcp_config: McpConfigSchema.extend({
    platform_overrides: z.record(Key, McpConfigSchema.partial()).optional(),
  }),
});

export const UserConfigOptionSchema = z.object({
  type: z.enum(['string', 'number', 'boolean', 'directory', 'file']),
  title: Short,
  description: z.string().max(4_000),
  required: z.boolean().optional(),
  default: z.union([Text, z.number(), z.boolean(), listOf(Text, 100)]).optional(),
  multiple: z.boolean().optional(),
  sensitive: z.boolean().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
});
export type UserConfigOption = z.infer<typeof UserConfigOptionSchema>;

const first = z.object({
  name: Short.min(1),
  display_name: Short.optional(),
  version: z.string().min(1).max(500),
  description: Text,
  long_description: z.string().max(200_000).optional(),
  author: z.object({ name: Short, email: z.email().optional(), url: Address.optional() }),
  repository: z.object({ type: Short, url: Address }).optional(),
  homepage: Address.optional(),
  documentation: Address.optional(),
  support: Address.optional(),
  icon: z.string().max(4_000).optional(),
  screenshots: listOf(Short, 1_000).optional(),
  server: ServerSchema,
  tools: listOf(z.object({ name: Short, description: Text.optional() }), 2_000).optional(),
  tools_generated: z.boolean().optional(),
  prompts: listOf(
    z.object({ name: Short, description: Text.optional(), arguments: listOf(Short, 300).optional(), text: Text }),
    2_000,
  ).optional(),
  keywords: listOf(Short, 1_000).optional(),
  license: Short.optional(),
  /** Beside these it may name versions of other programs that read bundles. */
  compatibility: z
    .looseObject({
      claude_desktop: Short.optional(),
      platforms: listOf(z.enum(['darwin', 'win32', 'linux']), 3).optional(),
      runtimes: z.object({ python: Short.optional(), node: Short.optional() }).optional(),
    })
    .optional(),
  user_config: z.record(Key, UserConfigOptionSchema).optional(),
});

const second = first.extend({
  prompts_generated: z.boolean().optional(),
  privacy_policies: listOf(Address, 100).optional(),
});

const third = second.extend({
  icons: listOf(
    z.object({ src: Path, size: z.string().regex(/^\d{1,6}x\d{1,6}$/), theme: Short.min(1).optional() }),
    100,
  ).optional(),
  localization: z
    .object({
      resources: Short.regex(/\$\{locale\}/i),
      default_locale: z.string().regex(/^[A-Za-z0-9]{2,8}(?:-[A-Za-z0-9]{1,8})*$/),
    })
    .optional(),
  _meta: z.record(Key, z.record(Key, z.unknown())).optional(),
});

const fourth = third.extend({
  server: ServerSchema.extend({
    type: z.enum(['node', 'python', 'binary', 'uv']),
    mcp_config: ServerSchema.shape.mcp_config.optional(),
  }),
});

export const BundleManifestSchemas = { '0.1': first, '0.2': second, '0.3': third, '0.4': fourth } as const;

/** Of any version: what an older one lacks is absent. */
export type BundleManifest = z.infer<typeof fourth>;
