// The files of a Harbor home as its programs write them (both generations): what of each is used, bounded. What is wrong in one is refused alone.
import { z } from 'zod';

const short = z.string().max(2_000);
const id = z.string().min(1).max(200);
const token = z.string().min(1).max(20_000);
const time = z.number().min(0).max(8.64e15);

/** `installed_servers.json`. */
export const InstalledServerSchema = z.object({
  id,
  name: z.string().min(1).max(500).optional(),
  packageType: z.string().max(50),
  packageId: short,
  args: z.array(z.string().max(20_000)).max(1_000).default([]),
  requiredEnvVars: z
    .array(z.object({ name: z.string().max(200), description: short.nullish(), isSecret: z.boolean().nullish() }))
    .max(200)
    .default([]),
  binaryPath: short.nullish(),
  remoteUrl: short.nullish(),
  remoteHeaders: z.record(z.string().max(1_000), z.string().max(65_536)).nullish(),
  useDocker: z.boolean().nullish(),
  autoStart: z.boolean().nullish(),
});
export type InstalledServer = z.infer<typeof InstalledServerSchema>;
export const InstalledServersSchema = z.object({ servers: z.array(z.unknown()).max(500) });

/** `connected_servers.json`: those that have run at least once. */
export const ConnectedServersSchema = z.object({ servers: z.array(id).max(5_000) });

/** `manifests.json`, by the id of the server. */
export const HarborManifestsSchema = z.object({ manifests: z.record(id, z.record(z.string(), z.unknown())) });

const StoredCredentialSchema = z.object({ value: z.string().max(65_536), username: short.nullish() });
/** `secrets/credentials.json`: by server and key; before version 2 the values themselves. */
export const HarborCredentialsSchema = z.union([
  z.object({ version: z.literal(2), credentials: z.record(id, z.record(z.string(), StoredCredentialSchema)) }),
  z.record(id, z.record(z.string(), z.string().max(65_536))),
]);

/** `oauth_credentials.json`. */
export const OAuthCredentialsFileSchema = z.object({
  providers: z.record(id, z.object({ client_id: z.string().min(1).max(2_000), client_secret: z.string().max(2_000) })),
});

const scopes = z.array(z.string().max(2_000)).max(200);

/** `oauth_tokens.json` of the newer generation. */
export const OAuthTokensFileSchema = z.object({ tokens: z.record(id, z.unknown()) });
export const StoredTokensSchema = z.object({
  provider: id,
  scopes,
  created_at: time,
  updated_at: time,
  tokens: z.object({
    access_token: token,
    refresh_token: token.nullish(),
    expires_at: time.nullish(),
    token_type: z.string().max(100).default('Bearer'),
  }),
});

/** `auth/oauth-tokens.json` of the older one. */
export const OlderTokensFileSchema = z.object({ version: z.literal(1), tokens: z.array(z.unknown()).max(500) });
export const OlderTokensSchema = z.object({
  serverId: id,
  provider: id,
  accessToken: token,
  refreshToken: token.nullish(),
  expiresAt: time.nullish(),
  scopes,
  createdAt: time,
  updatedAt: time,
});

/** `sessions/<id>.json`. */
export const HarborSessionSchema = z.object({
  id,
  name: z.string().max(2_000),
  messages: z
    .array(
      z.object({
        role: z.enum(['system', 'user', 'assistant', 'tool']),
        content: z.string().max(2_000_000).nullish(),
        toolCallId: z.string().max(500).nullish(),
        toolCalls: z
          .array(z.object({ id: z.string().max(500), name: z.string().max(500), arguments: z.unknown() }))
          .max(500)
          .nullish(),
      }),
    )
    .max(50_000),
  enabledServers: z.array(id).max(500).default([]),
  systemPrompt: z.string().max(200_000).nullish(),
  createdAt: time,
  updatedAt: time,
  config: z.object({ maxIterations: z.number().nullish(), model: z.string().max(500).nullish() }).default({}),
});
export type HarborSession = z.infer<typeof HarborSessionSchema>;

const key = z.string().max(20_000).nullish();
/** `llm.json`, version 2. */
export const LlmConfigSchema = z.object({
  default_model: z.string().max(500).nullish(),
  default_provider: z.string().max(500).nullish(),
  providers: z
    .record(
      id,
      z.object({
        id,
        provider_type: id,
        name: z.string().max(500),
        enabled: z.boolean().default(true),
        api_key: key,
        base_url: short.nullish(),
        is_type_default: z.boolean().default(false),
      }),
    )
    .default({}),
  models: z
    .array(z.object({ name: id, model_id: z.string().min(1).max(500), is_default: z.boolean().default(false) }))
    .max(500)
    .default([]),
});
export type LlmConfig = z.infer<typeof LlmConfigSchema>;

/** The same before there was a version: by the type of each provider. */
export const OlderLlmConfigSchema = z.object({
  default_model: z.string().max(500).nullish(),
  providers: z.record(id, z.object({ enabled: z.boolean(), api_key: key, base_url: short.nullish() })).default({}),
});
