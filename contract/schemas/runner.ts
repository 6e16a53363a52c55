// What the hub and a server's runner say to each other beside MCP (spec 003 "Process Isolation Architecture").
import { z } from 'zod';

/** How long each step of the stop ladder may take before the next, in ms. */
const GracesSchema = z.object({ inputMs: z.number(), termMs: z.number() });

/** The walls around a server: what it sees of this machine and what it reaches. All paths are absolute and exist. */
const SandboxSchema = z.object({
  by: z.enum(['bubblewrap', 'sandbox-exec']),
  program: z.string(),
  /** Whether it mounts what an open descriptor stands for (bubblewrap's `--bind-fd`), which nobody can exchange any more. */
  bindsDescriptors: z.boolean(),
  network: z.enum(['none', 'hosts', 'all']),
  /** As in `ScriptConfig.hosts`, for `network: 'hosts'`. */
  hosts: z.array(z.string()),
  /** The one port of 127.0.0.1 that it is reached at from outside; null where it is not. Only without a network. */
  port: z.number().int().nullable(),
  /** Devices that it may use beside the plain ones. */
  devices: z.array(z.string()),
  /** Folders that are empty for it. */
  hidden: z.array(z.string()),
  /** What it sees all the same, at which path, and may write to where that is said. `from` is a path without links. */
  visible: z.array(z.object({ path: z.string(), from: z.string(), writable: z.boolean() })),
});
export type RunnerSandbox = z.infer<typeof SandboxSchema>;

/** `connect`: starts the server. */
export const RunnerConnectSchema = z.object({
  /** The runner's own, which become the server's; a hub of another version names none. */
  descriptors: z.object({ stdin: z.number(), stdout: z.number() }),
  command: z.string(),
  args: z.array(z.string()),
  /** The arguments are quoted already, for Windows. */
  verbatim: z.boolean(),
  /** All of its environment. */
  env: z.record(z.string(), z.string()),
  cwd: z.string().nullable(),
  sandbox: SandboxSchema.nullable(),
  /** For what is left of it when it ends or misbehaves by itself, and when the hub goes away. */
  graces: GracesSchema,
});
export type RunnerConnect = z.infer<typeof RunnerConnectSchema>;

/** `disconnect`: begins the stop ladder, or goes one step further at once. */
export const RunnerDisconnectSchema = z.object({ graces: GracesSchema });
export type RunnerDisconnect = z.infer<typeof RunnerDisconnectSchema>;

const exit = {
  code: z.number().nullable(),
  signal: z.string().nullable(),
};

export const RunnerStatusSchema = z.union([
  z.object({ status: z.literal('connected'), pid: z.number().int().positive() }),
  /** It ended after a `disconnect`. */
  z.object({ status: z.literal('disconnected'), ...exit }),
  /** It ended by itself. */
  z.object({ status: z.literal('crashed'), ...exit }),
  /** It could not be started: `code` is Node's. */
  z.object({
    status: z.literal('error'),
    code: z.string().nullable(),
    message: z.string(),
  }),
]);
export type RunnerStatus = z.infer<typeof RunnerStatusSchema>;
