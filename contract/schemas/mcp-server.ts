// The settings of MCP over HTTP (spec 004 "Configuration", `mcpServer`), as they are stored and as the panel sees them.
import { z } from 'zod';
import { defaultServerName, loopbackHosts, tabsAtEnds, tokenSources } from '../mcp-server.ts';
import { saying } from './value-fault.ts';

/** Requests a minute and client; 0 sets no limit. */
export const McpLimitsSchema = z.object({
  /** On `/message`; as many streams may be opened on `/sse`. */
  message: z.number().int().min(0).max(1_000_000).default(100),
  /** On `/mcp` and `/mcp/{serverId}`. */
  mcp: z.number().int().min(0).max(1_000_000).default(1_200),
});
export type McpLimits = z.infer<typeof McpLimitsSchema>;

const LoopbackHostSchema = z.custom<(typeof loopbackHosts)[number]>(
  value => loopbackHosts.some(host => host === value),
  saying({ kind: 'loopback-only' }),
);

/** `http://localhost:5173`, `http://localhost:*`, `chrome-extension://<id>`: an origin as browsers send it, `*` for its port alone. */
export const CorsOriginSchema = z
  .string()
  .max(200)
  .refine(
    text => /^[a-z][a-z0-9+.-]*:\/\/[a-z0-9.[\]:_-]*[a-z0-9\]](?::\*)?$/.test(text),
    saying({ kind: 'no-cors-origin' }),
  );

/** What a client shows its user: one line. */
const ServerNameSchema = z
  .string()
  .trim()
  .refine(text => /^[^\p{C}\p{Zl}\p{Zp}]{1,60}$/u.test(text), saying({ kind: 'no-server-name' }));

export const McpServerSettingsSchema = z.object({
  enabled: z.boolean().default(true),
  /** Null takes the default, 3456. The command line and CLAUDE_BROWSER_MCP_PORT go before it. */
  port: z.number().int().min(1).max(65_535).nullable().default(null),
  host: LoopbackHostSchema.default('127.0.0.1'),
  corsOrigins: z.array(CorsOriginSchema).max(50).default([]),
  /**
   * Spec 004 "Optional Authentication": whether `/sse`, `/message` and `/tools` are served to who shows no token. Off, where the spec
   * has it on without a token that was set: the port is open to every account of the machine.
   */
  withoutToken: z.boolean().default(false),
  /** The name in `serverInfo` on `/sse`. */
  serverName: ServerNameSchema.default(defaultServerName),
  tabsAtEnd: z.enum(tabsAtEnds).default('leave'),
  limits: McpLimitsSchema.prefault({}),
});

/** With what is kept of a token, never the token. */
export const StoredMcpServerSchema = McpServerSettingsSchema.extend({
  authTokenHash: z.string().nullable().default(null),
});
export type StoredMcpServer = z.infer<typeof StoredMcpServerSchema>;

/** A token that was set by hand is as good as any credential, so it is as long as nobody can guess: no brake could make up for that. */
export const AuthTokenSchema = z
  .string()
  .max(500)
  .refine(token => token.length >= 32, saying({ kind: 'token-lacks', lacks: 'length' }))
  .refine(token => /^[\x21-\x7e]+$/.test(token), saying({ kind: 'token-lacks', lacks: 'characters' }))
  .refine(token => new Set(token).size >= 10, saying({ kind: 'token-lacks', lacks: 'variety' }));

/** A change of some settings; `authToken: null` takes the token away. */
export const McpServerChangeSchema = z
  .object({
    enabled: z.boolean(),
    port: z.number().int().min(1).max(65_535).nullable(),
    host: LoopbackHostSchema,
    corsOrigins: z.array(CorsOriginSchema).max(50),
    withoutToken: z.boolean(),
    serverName: ServerNameSchema,
    tabsAtEnd: z.enum(tabsAtEnds),
    limits: z.object({
      message: z.number().int().min(0).max(1_000_000),
      mcp: z.number().int().min(0).max(1_000_000),
    }),
    authToken: AuthTokenSchema.nullable(),
  })
  .partial()
  .strict();
export type McpServerChange = z.infer<typeof McpServerChangeSchema>;

export const McpServerViewSchema = McpServerSettingsSchema.extend({
  /** The one that is listened on where the start of the hub names none. */
  port: z.number(),
  /** The port that is or would be listened on, and who says so. */
  effectivePort: z.number(),
  portFrom: z.enum(['start', 'settings', 'default']),
  tokens: z.array(z.enum(tokenSources)),
});
export type McpServerView = z.infer<typeof McpServerViewSchema>;
