// The browsers of this machine: how each stands, who answers its extensions, and what was done to switch it.
import { z } from 'zod';
import { browserPackagings, browserWays, claimScopes, stepActions } from '../browsers.ts';
import { manifestHosts, manifestStates } from '../manifests.ts';
import { ErrorValueSchema } from './errors.ts';
import { ManifestRowSchema } from './manifests.ts';
import { ReasonSchema } from './reason.ts';

const Time = z.number().int();
const Pid = z.number().int().positive();

/**
 * The one thing that counts now, the first that applies: what keeps the companion from answering, or that it answers. `reason` words
 * it with its remedy.
 */
const BrowserTruthSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('not-here'), reason: ReasonSchema }),
  /** Its sandbox starts no relay: the companion connects by the loopback WebSocket. */
  z.object({ kind: z.literal('needs-websocket'), reason: ReasonSchema }),
  z.object({ kind: z.literal('off'), reason: ReasonSchema }),
  /** A policy of the machine, which `reason` names with its file, keeps it from starting the relay: the companion can connect by the loopback WebSocket. */
  z.object({ kind: z.literal('forbidden'), reason: ReasonSchema }),
  /** It is switched on, and starts another program. `program` is null where it cannot be told. */
  z.object({ kind: z.literal('other-program'), program: z.string().nullable(), reason: ReasonSchema }),
  /** It is switched on, and what was written is gone, changed or leads nowhere. */
  z.object({ kind: z.literal('broken'), reason: ReasonSchema }),
  z.object({ kind: z.literal('closed'), reason: ReasonSchema }),
  /** It runs, and no companion was ever heard from there. */
  z.object({ kind: z.literal('no-extension'), reason: ReasonSchema }),
  z.object({ kind: z.literal('waits'), code: z.string(), reason: ReasonSchema }),
  z.object({ kind: z.literal('denied'), reason: ReasonSchema }),
  /** It runs, and the companion was here once but is not connected. */
  z.object({ kind: z.literal('away'), seenAt: Time, reason: ReasonSchema }),
  z.object({ kind: z.literal('old-extension'), version: z.string(), wanted: z.string(), reason: ReasonSchema }),
  z.object({ kind: z.literal('connected'), since: Time, reason: ReasonSchema }),
]);

/** One companion that was heard from in this browser. */
const SeenExtensionSchema = z.object({
  /** The id in `Snapshot.browsers`. */
  browserId: z.string(),
  name: z.string(),
  version: z.string(),
  /** Older than the hub's own. */
  isOld: z.boolean(),
  state: z.enum(['connected', 'pending', 'denied', 'away']),
  /** When it was last heard from; now while it is connected. */
  seenAt: Time,
  /** The folder of the profile, where the browser has one only or was started with it; else null. */
  profile: z.string().nullable(),
});

export const MachineBrowserSchema = z.object({
  /** `chrome`, `chromium-snap`, `folder-1a2b3c4d`: that of the manifest rows. */
  browserId: z.string(),
  name: z.string(),
  family: z.enum(['chromium', 'firefox']),
  packaging: z.enum(browserPackagings),
  way: z.enum(browserWays),
  /** `unknown` when its folder cannot be read. */
  found: z.enum(['yes', 'no', 'unknown']),
  /** Whether the user switched it on, which the receipts tell. */
  isOn: z.boolean(),
  manifest: z.object({ state: z.enum(manifestStates), reason: ReasonSchema }),
  truth: BrowserTruthSchema,
  /** What is peculiar about it, such as Opera, which reads the folder of Google Chrome. */
  note: ReasonSchema.nullable(),
  /** Of the newest profile; null where it cannot be read. */
  version: z.string().nullable(),
  running: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('yes'), pids: z.array(Pid) }),
    z.object({ kind: z.literal('no') }),
    /** This system does not tell. */
    z.object({ kind: z.literal('unknown') }),
  ]),
  profiles: z.discriminatedUnion('kind', [
    /** `folder` is the name within the browser's data folder, for `browsers:start`. */
    z.object({ kind: z.literal('known'), list: z.array(z.object({ folder: z.string(), name: z.string() })) }),
    z.object({ kind: z.literal('unknown'), reason: ReasonSchema }),
  ]),
  extensions: z.array(SeenExtensionSchema),
  /** Whether `browsers:start` can start it. */
  canStart: z.boolean(),
  /** The page on which its user loads and updates extensions, to be copied where the browser does not open it by itself. */
  extensionsPage: z.string(),
  /** Whether `browsers:open-extensions` brings it onto that page; else its user has to type the address. */
  opensPage: z.boolean(),
});
export type MachineBrowser = z.infer<typeof MachineBrowserSchema>;
export type BrowserTruth = MachineBrowser['truth'];

/** A profile folder that a running browser was started with and that no row is about: `browsers:add-folder` takes it. */
export const OfferedFolderSchema = z.object({ folder: z.string(), program: z.string(), pid: Pid });

const ProgramStateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('runs'), pids: z.array(Pid) }),
  /** It could be started. */
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('missing') }),
  z.object({ kind: z.literal('not-executable') }),
  /** What its first line asks for is not there. */
  z.object({ kind: z.literal('no-interpreter'), interpreter: z.string() }),
  /** It could not be looked at. */
  z.object({ kind: z.literal('unknown') }),
  /** The manifest names none. */
  z.object({ kind: z.literal('none') }),
]);

/** One place that claims a native messaging host's name for a browser. */
export const ManifestClaimSchema = z.object({
  scope: z.enum(claimScopes),
  /** A file, or a registry key. */
  place: z.string(),
  /** The manifest file: `place` itself, or what the key leads to; null where the key leads to none. */
  file: z.string().nullable(),
  program: z.string().nullable(),
  programState: ProgramStateSchema,
  whose: z.enum(['ours', 'other']),
  /** When the file was last written; null where that cannot be told. */
  writtenAt: Time.nullable(),
  /** `taken` is what this browser starts. `invalid` is looked at and fails: `hides` says that it hides those after it all the same. */
  verdict: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('taken'), reason: ReasonSchema }),
    z.object({ kind: z.literal('passed-over'), reason: ReasonSchema }),
    z.object({ kind: z.literal('invalid'), hides: z.boolean(), reason: ReasonSchema }),
  ]),
});
export type ManifestClaim = z.infer<typeof ManifestClaimSchema>;

/** Who answers when an extension of this browser asks for one native messaging host. */
export const WhoAnswersSchema = z.object({
  browserId: z.string(),
  browser: z.string(),
  host: z.enum(manifestHosts),
  /** The name that the extension asks for: `dev.pilothouse.relay`. */
  hostName: z.string(),
  extension: z.string(),
  extensionIds: z.array(z.string()),
  /** In the order in which this browser looks. */
  claims: z.array(ManifestClaimSchema),
  answer: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('pilothouse'), reason: ReasonSchema }),
    z.object({ kind: z.literal('other'), program: z.string(), reason: ReasonSchema }),
    z.object({ kind: z.literal('nobody'), reason: ReasonSchema }),
    /** By a policy, which `reason` names with its file. */
    z.object({ kind: z.literal('forbidden'), reason: ReasonSchema }),
  ]),
  /** Policies of the machine that were read and that concern this host, also where they change nothing. */
  policies: z.array(ReasonSchema),
  /** `manifests:repair` or `manifests:install` with `replace` makes Pilothouse answer. */
  canUse: z.boolean(),
  /** `manifests:uninstall` puts back what another program had. */
  canGiveBack: z.boolean(),
});
export type WhoAnswers = z.infer<typeof WhoAnswersSchema>;

/** A manifest for every user of the machine, which the commands of an administrator write and remove; Pilothouse never runs them. */
export const MachineWideSchema = z.object({
  /** A file, or a registry key. */
  place: z.string(),
  content: z.string(),
  /** What is there now, as of a browser's own place. */
  state: z.enum(manifestStates),
  reason: ReasonSchema,
  /** What another manifest there starts; null where it is ours, there is none, or it cannot be told. */
  program: z.string().nullable(),
  /** One line for a shell (on Windows for a console of an administrator). A copy of what another program has there is kept beside it. */
  install: z.string(),
  /** Puts that copy back where there is one. Null where the manifest there is not ours. */
  remove: z.string().nullable(),
  /** Where another program's manifest is: puts the copy of it back once `install` was run. Null elsewhere, and where none is kept. */
  giveBack: z.string().nullable(),
});
export type MachineWide = z.infer<typeof MachineWideSchema>;

/** What was done, or would be, at one place. */
export const InstallStepSchema = z.object({ place: z.string(), action: z.enum(stepActions) });
export type InstallStep = z.infer<typeof InstallStepSchema>;

/** One browser of a request for several: one that fails leaves the others alone. */
export const BrowserResultSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('done'),
    browserId: z.string(),
    name: z.string(),
    steps: z.array(InstallStepSchema),
    row: ManifestRowSchema,
  }),
  /** `dryRun`: nothing was written. */
  z.object({ kind: z.literal('planned'), browserId: z.string(), name: z.string(), steps: z.array(InstallStepSchema) }),
  z.object({ kind: z.literal('failed'), browserId: z.string(), name: z.string(), error: ErrorValueSchema }),
]);
export type BrowserResult = z.infer<typeof BrowserResultSchema>;
