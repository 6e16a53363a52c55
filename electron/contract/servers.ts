// MCP servers: what the user configures, what may happen to one, and what is shown before it may run.
import { z } from 'zod';

/** Server ids are `[a-z0-9-]`, so that `__` occurs once in `{serverId}__{tool}`. */
export const ServerIdSchema = z.string().regex(/^[a-z0-9][a-z0-9-]{0,30}$/, 'a server id is 1 to 31 of a-z, 0-9 and -');

/** How a stdio server is started; the members of an `mcpServers` entry. */
export const ServerConfigSchema = z.object({
  command: z.string().min(1),
  args: z.array(z.string()).default([]),
  env: z.record(z.string(), z.string()).default({}),
  cwd: z.string().optional(),
});
export type ServerConfig = z.infer<typeof ServerConfigSchema>;

const Time = z.number();
const since = { since: Time };

/** Every state that a server can be in (DESIGN: `blocked` names what is missing). */
export const ServerStateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('installing'), ...since }),
  z.object({ kind: z.literal('blocked'), ...since, by: z.enum(['approval', 'secret', 'runtime']), reason: z.string() }),
  z.object({ kind: z.literal('stopped'), ...since }),
  z.object({ kind: z.literal('starting'), ...since, pid: z.number().nullable() }),
  z.object({ kind: z.literal('running'), ...since, pid: z.number() }),
  z.object({ kind: z.literal('degraded'), ...since, pid: z.number(), reason: z.string() }),
  z.object({ kind: z.literal('stopping'), ...since, pid: z.number().nullable() }),
  z.object({ kind: z.literal('crashed'), ...since, reason: z.string() }),
  z.object({ kind: z.literal('waiting'), ...since, until: Time, reason: z.string() }),
  z.object({ kind: z.literal('failed'), ...since, reason: z.string() }),
  z.object({ kind: z.literal('unauthorized'), ...since, reason: z.string() }),
]);
export type ServerState = z.infer<typeof ServerStateSchema>;

export const ServerSchema = z.object({
  id: ServerIdSchema,
  name: z.string(),
  /** The whole command line, quoted for reading, control characters made visible. */
  commandLine: z.string(),
  command: z.string(),
  args: z.array(z.string()),
  envNames: z.array(z.string()),
  cwd: z.string().nullable(),
  /** sha256 over command, args, environment names and folder: what an approval is bound to. */
  hash: z.string(),
  state: ServerStateSchema,
  /** What the server said of itself in its handshake. */
  serverInfo: z.object({ name: z.string(), version: z.string() }).nullable(),
  toolCount: z.number(),
  starts: z.number(),
  crashes: z.number(),
  /** The newest lines of its stderr, at most 20, oldest first. */
  stderr: z.array(z.string()),
});
export type Server = z.infer<typeof ServerSchema>;
