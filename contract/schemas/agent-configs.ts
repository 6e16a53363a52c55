// Agents' configurations as the panel sees them: one row for each program and each project, the change before it is written, and backups.
import { z } from 'zod';
import { afterChanges, connectHows } from '../agent-configs.ts';
import { ReasonSchema } from './reason.ts';

const Time = z.number();

/** A running process of the program. */
const RunningSchema = z.object({ pid: z.number(), startedAt: Time });

/** What went out of a file at once, since when, and the version that was kept of it before; null where none was. */
const LossSchema = z.object({ since: Time, lost: z.array(z.string()), version: z.number().int().nullable() });

export const AgentConfigStateSchema = z.discriminatedUnion('kind', [
  /** The program is not on this machine. */
  z.object({ kind: z.literal('absent') }),
  /** Its list cannot be written: the user pastes it there, in the program's own words for the place. */
  z.object({ kind: z.literal('manual'), menu: z.string() }),
  z.object({ kind: z.literal('not-connected') }),
  /** Our entry is there and right; `since` it was seen so first. `emptied`: all other servers went out of the file. */
  z.object({ kind: z.literal('connected'), since: Time, emptied: LossSchema.nullable() }),
  /** An entry of our name is there, and leads somewhere else: an older launcher, a credential that is revoked. */
  z.object({ kind: z.literal('outdated'), why: ReasonSchema }),
  /** We wrote it and it is gone, with `lost`, the names of other servers that went with it. */
  z.object({ kind: z.literal('gone'), ...LossSchema.shape }),
  z.object({ kind: z.literal('broken'), line: z.number(), column: z.number(), why: ReasonSchema }),
  z.object({ kind: z.literal('unreadable'), why: ReasonSchema }),
]);
export type AgentConfigState = z.infer<typeof AgentConfigStateSchema>;

export const AgentConfigSchema = z.object({
  /** `codex`; of a project `claude-code@/home/ana/atlas`. */
  id: z.string(),
  /** The program: `claude-code`. */
  agent: z.string(),
  title: z.string(),
  /** The folder of the project that this row is for; null for all of the user's. */
  project: z.string().nullable(),
  /** The file that is written, absolute, and as people read it (`~/.codex/config.toml`); null where there is none. */
  file: z.string().nullable(),
  shownFile: z.string().nullable(),
  /** sha256 of the file; null where there is none, or it cannot be read. */
  hash: z.string().nullable(),
  state: AgentConfigStateSchema,
  /** The ways that this file can hold, and the one that suits it; none where the row is pasted by hand. */
  hows: z.array(z.enum(connectHows)),
  prefers: z.enum(connectHows),
  /** Whether the program can take the token of an address out of a variable. */
  takesVariable: z.boolean(),
  /** Whether the program has a file for a single project too. */
  hasProjects: z.boolean(),
  after: z.enum(afterChanges),
  /** How our entry comes, or came before it was gone, and whose credential it has. */
  how: z.enum(connectHows).nullable(),
  /** Whether the file names a variable in place of a token. */
  byVariable: z.boolean(),
  clientId: z.string().nullable(),
  /** Servers in the file besides ours; null where it cannot be read. */
  otherServers: z.number().nullable(),
  /** A process that runs since before the entry was written and does not know it yet. */
  restart: RunningSchema.nullable(),
  /** How many backups of its file there are. */
  versions: z.number(),
});
export type AgentConfig = z.infer<typeof AgentConfigSchema>;

/** A backup of a file, kept before it was changed by us or after somebody else had. */
export const ConfigVersionSchema = z.object({
  /** The number at the end of the copy's name. */
  version: z.number().int(),
  at: Time,
  why: ReasonSchema,
  /** Null: there was no file then. Going back to it removes the file. */
  bytes: z.number().nullable(),
  /** The copy is gone, or is not what was kept: it cannot be gone back to. */
  isDamaged: z.boolean(),
});
export type ConfigVersion = z.infer<typeof ConfigVersionSchema>;

/** A line of a difference, or how many lines are left out between two. Numbers count from 1. */
export const DiffLineSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('same'), old: z.number(), new: z.number(), text: z.string() }),
  z.object({ kind: z.literal('removed'), old: z.number(), text: z.string() }),
  z.object({ kind: z.literal('added'), new: z.number(), text: z.string() }),
  z.object({ kind: z.literal('skipped'), lines: z.number() }),
]);
export type DiffLine = z.infer<typeof DiffLineSchema>;

export const ConfigPreviewSchema = z.object({
  file: z.string(),
  shownFile: z.string(),
  /** Where the file is a link: what it leads to, which is what is written. */
  target: z.string().nullable(),
  /** sha256 of the file as it is now; null while there is none. Handed back, it binds the change to what was shown. */
  hash: z.string().nullable(),
  /** Bytes now and after; null where there is no file. Undo brings back exactly the first. */
  bytes: z.number().nullable(),
  bytesAfter: z.number().nullable(),
  /** Long lines are cut; a token stands as `…`. */
  lines: z.array(DiffLineSchema),
  added: z.number(),
  removed: z.number(),
  /** Where the copy of what is there now will lie, as people read it; null where there is nothing to keep. */
  backup: z.string().nullable(),
  /** What is worth knowing before it is written: that the token will stand in the file. */
  notes: z.array(ReasonSchema),
  after: z.enum(afterChanges),
  /** The program, where it runs. */
  running: RunningSchema.nullable(),
  /** The newest first. */
  versions: z.array(ConfigVersionSchema),
});
export type ConfigPreview = z.infer<typeof ConfigPreviewSchema>;

/** What a user pastes by hand. No token stands in it. */
export const ConfigSnippetsSchema = z.object({
  /** Null while no credential exists: then `CLIENT_ID` stands in its place. */
  clientId: z.string().nullable(),
  /** When that was made. */
  createdAt: Time.nullable(),
  /** The ways that it can come, the one that suits it first. An address is missing while MCP over HTTP is not open. */
  ways: z.array(
    z.object({
      how: z.enum(connectHows),
      /** The command that an agent starts, as one quoted line, or the address. */
      line: z.string(),
      /** The program's own command that adds it, as one quoted line; null where it has none. */
      add: z.string().nullable(),
      /** What stands in its file, and the file's name; of a client without a row in the forms that most programs read. */
      files: z.array(z.object({ name: z.string(), text: z.string() })),
    }),
  ),
  /** Where to paste, in the program's own words. */
  menu: z.string().nullable(),
});
export type ConfigSnippets = z.infer<typeof ConfigSnippetsSchema>;

/** A row by its program, and the folder of a project where it is for that one. */
export const configOf = {
  agent: z.string().min(1).max(60),
  project: z.string().min(1).max(4_096).optional(),
};

/** How it is to be written; what is left out is as the row prefers it, or as it is written now. */
export const connectFields = {
  how: z.enum(connectHows).optional(),
  /** Of an address: the file names a variable in place of holding the token. Always so in a project. */
  byVariable: z.boolean().optional(),
};

/** The change that a preview shows and a request makes. */
export const ConfigChangeSchema = z.discriminatedUnion('change', [
  z.object({ ...configOf, ...connectFields, change: z.literal('connect') }),
  z.object({ ...configOf, change: z.literal('disconnect') }),
  /** Without a version the newest. */
  z.object({ ...configOf, change: z.literal('restore'), version: z.number().int().optional() }),
]);
export type ConfigChange = z.infer<typeof ConfigChangeSchema>;

export const ConfigChangedSchema = z.object({
  row: AgentConfigSchema,
  /** The backup of what was there before: restoring it undoes this. Null where nothing had to be written. */
  undo: z.number().int().nullable(),
  /** The token for the variable that the file names: in this one answer only. Null where the file has what it needs. */
  token: z.string().nullable(),
  /** The credential of the entry that came back was revoked and is made anew: nothing that was decided for it before counts. */
  isNewClient: z.boolean(),
});
export type ConfigChanged = z.infer<typeof ConfigChangedSchema>;
