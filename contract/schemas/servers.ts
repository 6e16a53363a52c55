// MCP servers: what the user configures, what may happen to one, and what is shown before it may run.
import { z } from 'zod';
import { installSteps, mostIdleMinutes, serverStarts } from '../entities.ts';
import { readFleetAddress } from '../fleet.ts';
import { serverIdPattern } from '../names.ts';
import { AskedInputSchema } from './adding.ts';
import { ReasonSchema } from './reason.ts';
import { saying } from './value-fault.ts';

export const ServerIdSchema = z.string().refine(id => serverIdPattern.test(id), saying({ kind: 'no-server-id' }));

const Env = z.record(z.string(), z.string()).default({});

/** A program that speaks MCP on its stdin and stdout; also a package behind `npx`, `uvx` or `docker run`. */
export const CommandConfigSchema = z.object({
  // Rows and files from before the other kinds name none.
  kind: z.literal('stdio').default('stdio'),
  command: z.string().min(1),
  args: z.array(z.string()).default([]),
  env: Env,
  cwd: z.string().optional(),
});
export type CommandConfig = z.infer<typeof CommandConfigSchema>;

/** A server behind an address: Streamable HTTP, or HTTP with SSE as MCP 2024-11-05 had it. */
export const RemoteConfigSchema = z.object({
  kind: z.enum(['http', 'sse']),
  url: z.url({ protocol: /^https?$/ }),
  headers: z.record(z.string(), z.string()).default({}),
  /** How Pilothouse is known to the server's sign-in where it cannot register itself there. */
  oauth: z
    .object({ clientId: z.string().min(1), clientSecret: z.string().optional(), scope: z.string().optional() })
    .optional(),
});
export type RemoteConfig = z.infer<typeof RemoteConfigSchema>;

/** A JavaScript file that we run in an interpreter of its own (spec 003 "JavaScript Runtime"). */
export const ScriptConfigSchema = z.object({
  kind: z.literal('javascript'),
  file: z.string().min(1),
  /** What `process.env` holds there, and nothing else. */
  env: Env,
  /** Hosts that its `fetch` may reach: `api.example.com`, `*.example.com`, `localhost:8080`. */
  hosts: z.array(z.string()).default([]),
});
export type ScriptConfig = z.infer<typeof ScriptConfigSchema>;

/** A WASI module (spec 003 "WASM Runtime"). */
export const WasmConfigSchema = z.object({
  kind: z.literal('wasm'),
  file: z.string().min(1),
  args: z.array(z.string()).default([]),
  env: Env,
  /** Folders of this machine that it may open, under the names that it sees. */
  folders: z.array(z.object({ path: z.string().min(1), as: z.string().min(1) })).default([]),
  /** It answers one request and ends, and is begun anew for the next: so Harbor runs modules. */
  perRequest: z.literal(true).optional(),
});
export type WasmConfig = z.infer<typeof WasmConfigSchema>;

/**
 * A server that another hub of the fleet shares: `fleet://hub/share`, and `fleet://-/share` where whichever hub takes a call of those that
 * share it. An address as others have one, so that approval, pins and lists know it as such; there are no headers.
 */
export const FleetConfigSchema = z.object({
  kind: z.literal('fleet'),
  url: z.string().refine(url => readFleetAddress(url) !== null, saying({ kind: 'fleet-share-address' })),
  headers: z
    .record(z.string(), z.string())
    .refine(headers => Object.keys(headers).length === 0, saying({ kind: 'fleet-share-headers' }))
    .default({}),
});
export type FleetConfig = z.infer<typeof FleetConfigSchema>;

/** Groups of variables of the user's environment that servers get, each of which may be withheld from one. */
export const EnvironmentGroupSchema = z.enum(['display', 'proxy', 'certificates', 'locale', 'docker']);
export type EnvironmentGroup = z.infer<typeof EnvironmentGroupSchema>;

/** How a server is reached: what an approval is given for. */
export const ServerConfigSchema = z.union([
  CommandConfigSchema,
  RemoteConfigSchema,
  ScriptConfigSchema,
  WasmConfigSchema,
  FleetConfigSchema,
]);
export type ServerConfig = z.infer<typeof ServerConfigSchema>;
export type ServerKind = ServerConfig['kind'];

/** A sign-in that a server asks for: its provider, what it is to allow, and the name by which the config refers to its tokens. */
export const AccountSchema = z.object({
  provider: z.string().min(1).max(500),
  scopes: z.array(z.string().min(1).max(500)).min(1).max(100),
  key: z.string().min(1).max(60),
});
export type Account = z.infer<typeof AccountSchema>;

export const StartSchema = z.enum(serverStarts);
export const IdleMinutesSchema = z.number().int().min(0).max(mostIdleMinutes);

/** What the user set for a server beyond how it is reached. */
export const ServerOptionsSchema = z.object({
  /** One run for all agents, or one for each, which then sees exactly what its agent declared. */
  instances: z.enum(['shared', 'per-agent']).default('shared'),
  /** Whether a runner of its own starts it and watches over it (spec 003 "Process Isolation Architecture"). */
  isolation: z.boolean().default(true),
  sandbox: z
    .object({
      network: z.enum(['none', 'hosts', 'all']),
      hosts: z.array(z.string()).default([]),
      folders: z.array(z.object({ path: z.string().min(1), writable: z.boolean() })).default([]),
    })
    .nullable()
    .default(null),
  /** How long a call may take; null takes `CallLimits.defaultTimeoutMs`. */
  timeoutMs: z.number().int().min(1_000).max(3_600_000).nullable().default(null),
  /** How long its handshake may take, beyond what its package takes to be fetched; null takes `defaultStartSeconds`. */
  startTimeoutMs: z.number().int().min(1_000).max(3_600_000).nullable().default(null),
  /** Groups of variables of the user's environment that it does not get. */
  withheld: z.array(EnvironmentGroupSchema).max(20).default([]),
  start: StartSchema.default('always'),
  /** Of one that starts on first use: after so long without use it sleeps; 0 is at once. */
  idleMinutes: IdleMinutesSchema.default(10),
  /** Texts of its config that look like placeholders or secrets and are meant as they stand. */
  literals: z.array(z.string().max(20_000)).max(200).optional(),
  /** What its file said of the values that it leaves open. */
  inputs: z.array(AskedInputSchema).max(200).optional(),
  /** With which account the sign-in is done whose tokens its config refers to. */
  account: AccountSchema.optional(),
});
export type ServerOptions = z.infer<typeof ServerOptionsSchema>;

/** Of its options those that can be set one by one. */
export const ServerSettingsSchema = z.object({
  timeoutMs: ServerOptionsSchema.shape.timeoutMs.unwrap().optional(),
  startTimeoutMs: ServerOptionsSchema.shape.startTimeoutMs.unwrap().optional(),
  withheld: ServerOptionsSchema.shape.withheld.unwrap().optional(),
  start: ServerOptionsSchema.shape.start.unwrap().optional(),
  idleMinutes: ServerOptionsSchema.shape.idleMinutes.unwrap().optional(),
});
export type ServerSettings = z.infer<typeof ServerSettingsSchema>;

const Time = z.number();
const since = { since: Time };

/** Every state that a server can be in (DESIGN: `blocked` names what is missing). */
export const ServerStateSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('blocked'),
    ...since,
    /** `value`: a placeholder of its config has none. `loop`: it leads back to this hub. `policy`: a rule forbids what it would run. */
    by: z.enum(['approval', 'secret', 'runtime', 'value', 'loop', 'policy']),
    reason: ReasonSchema,
  }),
  /**
   * Its package is not here yet (spec 003 "INSTALLING"), and nothing of it may run. `step` is what is being done; with a total, of how much so
   * much is `done`. `reason` tells why it has failed.
   */
  z.object({
    kind: z.literal('installing'),
    ...since,
    step: z.enum(installSteps),
    done: z.number(),
    total: z.number().nullable(),
    reason: ReasonSchema.optional(),
  }),
  z.object({ kind: z.literal('stopped'), ...since }),
  /** It starts on first use and nobody uses it: what it offers is known, and the next call wakes it. */
  z.object({ kind: z.literal('asleep'), ...since }),
  /** `reason` tells why it is not there yet: it waits for its turn, or it starts again after a crash. */
  z.object({ kind: z.literal('starting'), ...since, pid: z.number().nullable(), reason: ReasonSchema.optional() }),
  /** Without a pid it runs elsewhere. */
  z.object({ kind: z.literal('running'), ...since, pid: z.number().nullable() }),
  z.object({ kind: z.literal('degraded'), ...since, pid: z.number().nullable(), reason: ReasonSchema }),
  /** `toSleep`: nobody has used it for long, and a call wakes it again. */
  z.object({
    kind: z.literal('stopping'),
    ...since,
    pid: z.number().nullable(),
    toSleep: z.literal(true).optional(),
  }),
  z.object({ kind: z.literal('crashed'), ...since, reason: ReasonSchema }),
  /** After a crash; one that runs elsewhere also while it is away, and comes back without an end. */
  z.object({ kind: z.literal('waiting'), ...since, until: Time, reason: ReasonSchema }),
  z.object({ kind: z.literal('failed'), ...since, reason: ReasonSchema }),
  z.object({ kind: z.literal('unauthorized'), ...since, reason: ReasonSchema }),
]);
export type ServerState = z.infer<typeof ServerStateSchema>;

/** What a launcher of packages starts. `warning` tells where its version is not fixed. */
export const ServerPackageSchema = z.object({
  runner: z.enum(['npx', 'uvx', 'docker']),
  name: z.string(),
  version: z.string().nullable(),
  warning: ReasonSchema.nullable(),
});
export type ServerPackage = z.infer<typeof ServerPackageSchema>;

/** Which file a server's program is, and why that one. `version` is asked for only of known runtimes of approved servers. */
export const ServerRuntimeSchema = z.object({ path: z.string(), version: z.string().nullable(), why: ReasonSchema });
export type ServerRuntime = z.infer<typeof ServerRuntimeSchema>;

export const ServerSchema = z.object({
  id: ServerIdSchema,
  name: z.string(),
  kind: z.enum(['stdio', 'http', 'sse', 'javascript', 'wasm', 'fleet']),
  /** The whole command line, address or file, quoted for reading, control characters made visible. */
  commandLine: z.string(),
  /** What it is in short: the program, the host, or the file. */
  program: z.string(),
  package: ServerPackageSchema.nullable(),
  /** Null where it is not found, and of servers that are no command. */
  runtime: ServerRuntimeSchema.nullable(),
  envNames: z.array(z.string()),
  /** The folder that its config names for it to run in. */
  cwd: z.string().nullable(),
  /** The folder of its own in the data home, where it runs unless its config names one; null of one that runs elsewhere. */
  workFolder: z.string().nullable(),
  /** Of a server behind an address alone: whether a sign-in has brought a token for it. */
  signedIn: z.boolean().optional(),
  options: ServerOptionsSchema,
  /** Whether this machine can put walls around it, and by what or why not. */
  sandbox: z.object({ available: z.boolean(), reason: ReasonSchema }),
  /** What is worth knowing of its config before it may run: a variable that changes what its command runs, an open secret. */
  warning: ReasonSchema.nullable(),
  /** sha256 over its config with `${secret:NAME}` in place of secrets: what an approval is bound to. */
  hash: z.string(),
  state: ServerStateSchema,
  /** What the server said of itself in its handshake. */
  serverInfo: z.object({ name: z.string(), version: z.string() }).nullable(),
  toolCount: z.number(),
  /** How many of its runs are up: more than one only where each agent has its own. */
  runs: z.number(),
  starts: z.number(),
  /** How long its last start took until it could be called, in ms; null while none is known. */
  startMs: z.number().nullable(),
  crashes: z.number(),
  /** Starts of a run in the place of one that had crashed, or that the user restarted; starts after a stop are none. */
  restartCount: z.number(),
  /** Starts after a crash that were made or are about to be, of those that are allowed in any 10 minutes; null while it is not coming back. */
  restarts: z.object({ used: z.number(), of: z.number() }).nullable(),
  /** The newest lines of its stderr, at most 20, oldest first. */
  stderr: z.array(z.string()),
  /** How it has shown that it needs a run for each agent, while all share one; or null. */
  wantsPerAgent: ReasonSchema.nullable(),
  /** A page brought it: it goes with that page, and serves this site alone until the user opens it to agents. */
  ofSite: z.object({ origin: z.string(), open: z.boolean() }).optional(),
});
export type Server = z.infer<typeof ServerSchema>;

/** What has happened to a server, or to the run that one agent has of it. */
export const ServerEventSchema = z.object({
  at: Time,
  agentId: z.string().nullable(),
  state: z.string(),
  reason: ReasonSchema.nullable(),
});
export type ServerEventRow = z.infer<typeof ServerEventSchema>;

/** A line of a server's log. `stdout` has only what was no message; `pilothouse` is what we say of it. */
export const ServerLogLineSchema = z.object({
  seq: z.number(),
  at: Time,
  stream: z.enum(['stderr', 'stdout', 'pilothouse']),
  /** In English, as in the file. */
  text: z.string(),
  /** The same as a value, where the hub says it. */
  why: ReasonSchema.optional(),
});
export type ServerLogLine = z.infer<typeof ServerLogLineSchema>;

/** What the whole process tree of a server uses: per cent of one core, bytes of resident memory. */
export const ServerUsageSchema = z.object({
  serverId: ServerIdSchema,
  cpuPercent: z.number(),
  rssBytes: z.number(),
  processes: z.number(),
});
export type ServerUsage = z.infer<typeof ServerUsageSchema>;
