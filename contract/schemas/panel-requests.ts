// Every request the panel can make of the core. Electron's IPC and the WebSocket are both derived from this table.
import { z } from 'zod';
import { auditFormats } from '../audit.ts';
import { endpointIds, runModes } from '../entities.ts';
import { exportFormats } from '../imports.ts';
import { manifestHosts } from '../manifests.ts';
import { breadths, lifetimes } from '../permissions.ts';
import { PlaceholderSchema } from './adding.ts';
import { addingRequests } from './adding-requests.ts';
import { agentConfigRequests } from './agent-config-requests.ts';
import { AuditFilterSchema, AuditPieceSchema, AuditWindowSchema } from './audit.ts';
import { browserRequests } from './browser-requests.ts';
import { bundleRequests } from './bundle-requests.ts';
import { catalogueRequests } from './catalogue-requests.ts';
import { chatRequests } from './chat-requests.ts';
import { commandRequests } from './command-requests.ts';
import { companionRequests } from './companion-requests.ts';
import { DesktopChangeSchema, DesktopSettingsSchema } from './desktop.ts';
import { doctorRequests } from './doctor-requests.ts';
import { fleetOutboxRequests } from './fleet-outbox.ts';
import { fleetPolicyRequests } from './fleet-policy-requests.ts';
import { fleetRequests } from './fleet-requests.ts';
import { fleetSharedRequests } from './fleet-shared-requests.ts';
import { ExplainAskSchema, ExplanationSchema, NewGrantSchema, ProposalSchema } from './grants.ts';
import { ExportedServersSchema } from './imports.ts';
import { installRequests } from './install-requests.ts';
import { CallLimitsChangeSchema, CallLimitsSchema, LimitsNowSchema } from './limits.ts';
import { ManifestRowSchema } from './manifests.ts';
import { McpServerChangeSchema, McpServerViewSchema } from './mcp-server.ts';
import { modelRequests } from './model-requests.ts';
import { oauthRequests } from './oauth-requests.ts';
import { peopleRequests } from './people-requests.ts';
import { GrantSchema } from './permissions.ts';
import { pluginRequests } from './plugin-requests.ts';
import { policyRequests } from './policy-requests.ts';
import { prometheusRequests } from './prometheus-requests.ts';
import { KeptSchema, RetentionChangeSchema, RetentionSchema } from './retention.ts';
import { SecretKeeperSchema, SecretNameSchema, SecretSchema } from './secrets.ts';
import {
  ServerEditSchema,
  ServerEnvironmentSchema,
  ServerOffersSchema,
  ServerRiskSchema,
  ServerShapeSchema,
  StrayDataSchema,
} from './server-config.ts';
import {
  ServerEventSchema,
  ServerIdSchema,
  ServerLogLineSchema,
  ServerOptionsSchema,
  ServerSettingsSchema,
  ServerUsageSchema,
} from './servers.ts';
import { shortcutRequests } from './shortcut-requests.ts';
import { siteRequests } from './site-requests.ts';
import { SnapshotSchema } from './snapshot.ts';
import { telemetryRequests } from './telemetry-requests.ts';
import { ToolCallAskSchema, ToolReviewSchema } from './tools.ts';
import { traceRequests } from './trace-requests.ts';
import { ReplayedSchema } from './trace-tools.ts';
import type { ErrorValueSchema } from './errors.ts';
import type { PanelEvent } from './panel-events.ts';

const nothing = z.object({}).strict();
const done = z.object({}).strict();
const name = z.string().trim().min(1).max(60);
const id = z.string().min(1).max(200);
const TabAtSchema = z.object({ browserId: id, tabId: z.number().int() });
const answerFields = {
  effect: z.enum(['allow', 'deny']),
  lifetime: z.enum(lifetimes),
  /** One of the prompt's `breadths`. */
  breadth: z.enum(breadths).default('scope'),
};
const manifestHost = z.enum(manifestHosts).default('pilothouse');

function request<P extends z.ZodType, R extends z.ZodType>(params: P, result: R) {
  return { params, result };
}

export const panelRequests = {
  'state:get': request(nothing, SnapshotSchema),
  /** Whether this panel is in front of its user: while one is, no browser opens a window of its own for the questions of its pages. */
  'panel:seen': request(z.object({ seen: z.boolean() }).strict(), done),
  'hub:set-mode': request(z.object({ mode: z.enum(runModes) }), done),
  'hub:set-pause-on-lock': request(z.object({ on: z.boolean() }), done),
  /** Whether `pilothouse grants allow` and the like take effect without a question in the panel. */
  'hub:set-cli-widens': request(z.object({ on: z.boolean() }), done),

  ...peopleRequests,

  'browsers:approve': request(z.object({ browserId: id, name: name.optional() }), done),
  /** The new name holds everywhere at once; what the trace has keeps the old one. Refused where another browser is called so. */
  'browsers:rename': request(z.object({ browserId: id, name }), done),
  'browsers:deny': request(z.object({ browserId: id }), done),
  'browsers:forget': request(z.object({ browserId: id }), done),
  ...companionRequests,
  ...prometheusRequests,
  ...telemetryRequests,
  /** The user's, for good. */
  'tabs:release': request(TabAtSchema, done),
  /** The user's, until it is given back. */
  'tabs:take-over': request(TabAtSchema, done),
  /** To that agent; without one, back to the agent it was taken from. */
  'tabs:give': request(TabAtSchema.extend({ agentId: id.optional() }), done),
  'tabs:close': request(TabAtSchema, done),
  /** Closes the tabs whose agents have left. */
  'tabs:close-orphans': request(nothing, z.object({ closed: z.number().int() })),
  /** Icons of tabs by their ids, each a PNG in base64 of at most 64 by 64 pixels; one that is not kept any more is left out. */
  'tabs:icons': request(
    z.object({ ids: z.array(id).max(500) }),
    z.object({ icons: z.array(z.object({ id: z.string(), data: z.string() })) }),
  ),
  /** What the tab shows now, in base64. */
  'tabs:picture': request(TabAtSchema, z.object({ mimeType: z.string(), data: z.string() })),

  ...addingRequests,
  ...catalogueRequests,
  ...installRequests,
  ...bundleRequests,
  ...oauthRequests,
  /** Binds the approval to what was shown: a hash that no longer matches is refused. Starts the server. */
  'servers:approve': request(z.object({ serverId: ServerIdSchema, hash: z.string() }), done),
  'servers:start': request(z.object({ serverId: ServerIdSchema }), done),
  'servers:stop': request(z.object({ serverId: ServerIdSchema }), done),
  /** Ends its runs and starts it again. */
  'servers:restart': request(z.object({ serverId: ServerIdSchema }), done),
  'servers:remove': request(z.object({ serverId: ServerIdSchema }), done),
  /** Begins a sign-in to a remote server. `url` is where the user does it; the panel shows it before it is opened. */
  'servers:sign-in': request(z.object({ serverId: ServerIdSchema }), z.object({ url: z.string() })),
  /** Opens the address of the sign-in under way in the user's browser. Only the desktop can. */
  'servers:open-sign-in': request(z.object({ serverId: ServerIdSchema }), done),
  /** Forgets what a sign-in brought, and stops the server. */
  'servers:sign-out': request(z.object({ serverId: ServerIdSchema }), done),
  /** Data of it that lies where it gets lost; null where none is known of. */
  'servers:stray-data': request(
    z.object({ serverId: ServerIdSchema }),
    z.object({ found: StrayDataSchema.nullable() }),
  ),
  /** Copies that file into the server's own folder and names it to the server, which then waits for approval. */
  'servers:take-data': request(z.object({ serverId: ServerIdSchema, file: z.string().min(1) }), done),
  /** Ends its runs, and starts it again when it is to run. */
  'servers:set-options': request(z.object({ serverId: ServerIdSchema, options: ServerOptionsSchema }), done),
  /** The same for a few of its options; what is not named stays as it is. */
  'servers:set': request(z.object({ serverId: ServerIdSchema, ...ServerSettingsSchema.shape }), done),
  'servers:environment': request(z.object({ serverId: ServerIdSchema }), ServerEnvironmentSchema),
  /** What each server that runs uses now; how much of the processor is not known by one look. */
  'servers:usage': request(z.object({}).default({}), z.object({ usage: z.array(ServerUsageSchema) })),
  /** Its config as it is, and as it was approved last: null where it never was, or before that was kept. */
  'servers:config': request(
    z.object({ serverId: ServerIdSchema }),
    z.object({
      /** `Server.hash` of what is shown here: who approves it has read exactly this. */
      hash: z.string(),
      config: ServerShapeSchema,
      approved: ServerShapeSchema.nullable(),
      risks: z.array(ServerRiskSchema),
      /** What has no value yet; while there is one the server does not start. */
      placeholders: z.array(PlaceholderSchema),
    }),
  ),
  /** Changes its name or how it is reached. It asks for approval again where it changes how it is reached or what its variables are. */
  'servers:configure': request(
    z.object({ serverId: ServerIdSchema, name: name.optional(), config: ServerEditSchema.optional() }),
    done,
  ),
  /** What its run for all lists now. A server that does not run is refused. */
  'servers:offers': request(z.object({ serverId: ServerIdSchema }), ServerOffersSchema),
  /** The text of a prompt of a server, asked for as the user: traced, and past no deny. */
  'servers:prompt': request(
    z.object({
      serverId: ServerIdSchema,
      name: z.string().min(1).max(500),
      arguments: z.record(z.string().max(200), z.string().max(100_000)),
    }),
    z.object({ answer: ReplayedSchema }),
  ),
  /** The content of a resource of a server, likewise. */
  'servers:resource': request(
    z.object({ serverId: ServerIdSchema, uri: z.string().min(1).max(10_000) }),
    z.object({ answer: ReplayedSchema }),
  ),
  /** Opens an address that the user was shown in the user's browser. Only the desktop can. */
  'links:open': request(z.object({ address: z.string().min(1).max(2_000) }), done),
  /** The newest 50, oldest first. */
  'servers:history': request(z.object({ serverId: ServerIdSchema }), z.object({ events: z.array(ServerEventSchema) })),
  /** The newest `count` lines that hold `text` and come after `after`, oldest first. `newest` is the seq to follow from. */
  'servers:logs': request(
    z.object({
      serverId: ServerIdSchema,
      after: z.number().int().min(0).optional(),
      count: z.number().int().min(1).max(2_000),
      text: z.string().max(200).optional(),
    }),
    z.object({ lines: z.array(ServerLogLineSchema), newest: z.number() }),
  ),
  'servers:clear-logs': request(z.object({ serverId: ServerIdSchema }), done),
  /** While on, this panel gets `servers:usage` every 2 s. */
  'servers:watch': request(z.object({ on: z.boolean() }), done),
  ...pluginRequests,
  ...policyRequests,
  ...fleetPolicyRequests,
  /** Names and users only: a value never comes back. */
  'secrets:list': request(nothing, z.object({ secrets: z.array(SecretSchema), keeper: SecretKeeperSchema })),
  /** Starts the servers that waited for it. One that runs gets a new value with its next start. */
  'secrets:set': request(z.object({ name: SecretNameSchema, value: z.string().min(1).max(65_536) }), done),
  'secrets:remove': request(z.object({ name: SecretNameSchema }), done),
  /** All servers when none is named. */
  'servers:export': request(
    z.object({ format: z.enum(exportFormats), serverIds: z.array(ServerIdSchema).optional() }),
    ExportedServersSchema,
  ),
  'tools:get': request(z.object({ toolId: id }), z.object({ definition: z.record(z.string(), z.unknown()) })),
  /** Switches a tool for everybody, or for one client. What is off is neither listed nor called. */
  'tools:set': request(z.object({ toolId: id, clientId: id.optional(), on: z.boolean() }), done),
  /** Definitions that are held back, with what was approved before. */
  'tools:reviews': request(nothing, z.object({ reviews: z.array(ToolReviewSchema) })),
  /** `hash` is that of the version that was shown: another one is refused. */
  'tools:review': request(z.object({ toolId: id, hash: z.string(), accept: z.boolean() }), done),
  /** Accepts what was shown of one server at once, each with the hash of what was shown: where one is another by now none is accepted. */
  'tools:accept-seen': request(
    z.object({
      serverId: ServerIdSchema,
      seen: z
        .array(z.object({ toolId: id, hash: z.string() }))
        .min(1)
        .max(10_000),
    }),
    done,
  ),

  /** Calls it as the user, through every gate and past no deny. Null for what acts and was not confirmed: nothing was sent. */
  'tools:call': request(ToolCallAskSchema, z.object({ answer: ReplayedSchema.nullable() })),
  /** A call of this panel that is under way is then answered as cancelled. */
  'tools:cancel': request(z.object({ callId: id }), done),
  ...shortcutRequests,

  'prompts:answer': request(z.object({ promptId: id, ...answerFields }), done),
  /** A piece of all the arguments of one of the calls that wait at a prompt, as JSON text with secrets masked; `chars` is the whole. */
  'prompts:arguments': request(
    z.object({ promptId: id, call: z.string().length(64), from: z.number().int().min(0).default(0) }),
    z.object({ text: z.string(), chars: z.number().int() }),
  ),
  /** What the page of such a call showed when it was asked about, with what the call would act on marked: a JPEG in base64. */
  'prompts:picture': request(
    z.object({ promptId: id, call: z.string().length(64) }),
    z.object({ data: z.string().nullable() }),
  ),
  /** The same answer to several questions of one agent, as they were shown. Those that have ended meanwhile are left out. */
  'prompts:answer-all': request(
    z.object({ promptIds: z.array(id).min(1).max(200), ...answerFields }),
    z.object({ answered: z.number() }),
  ),
  /** Answers a change that the command line asked for. */
  'confirmations:answer': request(z.object({ confirmationId: id, effect: z.enum(['allow', 'deny']) }), done),
  'grants:revoke': request(z.object({ grantId: id }), done),
  'grants:set': request(NewGrantSchema, z.object({ grant: GrantSchema })),
  /** "Why was I asked?" */
  'grants:explain': request(ExplainAskSchema, ExplanationSchema),

  /** The newest `count` that fit and are older than `before` (an id). */
  'audit:query': request(
    z.object({
      filter: AuditFilterSchema.default({}),
      before: z.number().int().optional(),
      count: z.number().int().min(1).max(500),
    }),
    AuditWindowSchema,
  ),
  /** In pieces of 5,000, joined by whoever asks. */
  'audit:export': request(
    z.object({
      filter: AuditFilterSchema.default({}),
      format: z.enum(auditFormats),
      before: z.number().int().optional(),
    }),
    AuditPieceSchema,
  ),

  /** 15 minutes in which what would be asked about is allowed and written down. Deny rules hold. */
  'learning:start': request(nothing, done),
  'learning:stop': request(nothing, done),
  /** The smallest set of grants that covers what the last learning saw. */
  'learning:proposals': request(nothing, z.object({ proposals: z.array(ProposalSchema) })),
  /** Makes grants of the accepted ones, for always, and drops the refused ones. */
  'learning:accept': request(
    z.object({ accept: z.array(id).max(2_000), refuse: z.array(id).max(2_000).default([]) }),
    z.object({ grants: z.array(GrantSchema) }),
  ),

  ...traceRequests,
  ...agentConfigRequests,
  ...commandRequests,
  ...chatRequests,
  ...modelRequests,
  ...siteRequests,
  ...fleetRequests,
  ...fleetSharedRequests,
  ...fleetOutboxRequests,

  ...doctorRequests,

  'endpoints:set': request(z.object({ endpointId: z.enum(endpointIds), on: z.boolean() }), done),
  /** A new token for spec 000's socket; agents read it from its file. */
  'endpoints:rotate-token': request(z.object({ endpointId: z.literal('claudezilla') }), done),

  /** The settings of MCP over HTTP (spec 004 `mcpServer`); of a token only where it was set. */
  'mcp-server:get': request(nothing, z.object({ settings: McpServerViewSchema })),
  /** Changes what is named. Takes effect at once, connections stay unless the port or the switch changes. */
  'mcp-server:set': request(z.object({ change: McpServerChangeSchema }), z.object({ settings: McpServerViewSchema })),

  /** Budgets of runs and calls at a time (spec 003 "Rate Limiting"). */
  'limits:get': request(nothing, z.object({ limits: CallLimitsSchema, now: LimitsNowSchema })),
  /** Changes what is named, from the next call on. */
  'limits:set': request(z.object({ change: CallLimitsChangeSchema }), z.object({ limits: CallLimitsSchema })),

  /** How long things are kept on disk, and how much there is. */
  'retention:get': request(nothing, z.object({ retention: RetentionSchema, kept: KeptSchema })),
  /** What is too much by the new numbers goes at once. */
  'retention:set': request(
    z.object({ change: RetentionChangeSchema }),
    z.object({ retention: RetentionSchema, kept: KeptSchema }),
  ),

  /** Lets the user pick a path of this machine; null where none was picked. Only the desktop can. */
  'desktop:pick-path': request(
    z.object({ kind: z.enum(['file', 'folder']) }),
    z.object({ path: z.string().nullable() }),
  ),
  /** Null where the panel is not in the desktop app. */
  'desktop:get': request(nothing, z.object({ settings: DesktopSettingsSchema.nullable() })),
  /** Changes what is named, at once. */
  'desktop:set': request(z.object({ change: DesktopChangeSchema }), z.object({ settings: DesktopSettingsSchema })),

  /** Asks the update feed now; the answer has how that went. */
  'desktop:look-for-updates': request(nothing, z.object({ settings: DesktopSettingsSchema })),

  ...browserRequests,

  'manifests:list': request(nothing, z.object({ rows: z.array(ManifestRowSchema) })),
  /** `replace`: the user has seen whose manifest is there (`replaces` of the row) and wants ours in its place. */
  'manifests:install': request(
    z.object({
      browserId: id,
      host: manifestHost,
      replace: z.boolean().default(false),
      /** For the whole machine instead of this user: refused with the command to run where the hub is not root. */
      system: z.boolean().default(false),
    }),
    z.object({ row: ManifestRowSchema }),
  ),
  'manifests:uninstall': request(z.object({ browserId: id, host: manifestHost }), z.object({ row: ManifestRowSchema })),
} as const;

export type PanelRequestName = keyof typeof panelRequests;
export type PanelParams<N extends PanelRequestName> = z.input<(typeof panelRequests)[N]['params']>;
export type PanelParsedParams<N extends PanelRequestName> = z.output<(typeof panelRequests)[N]['params']>;
export type PanelResult<N extends PanelRequestName> = z.output<(typeof panelRequests)[N]['result']>;

/** How an answer travels: errors cross as values. */
export type PanelReply<T = unknown> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: z.infer<typeof ErrorValueSchema> };

/** One core method for each request, with parsed params and the panel that asks. */
export type PanelHandlers = {
  [N in PanelRequestName]: (
    params: PanelParsedParams<N>,
    asker: PanelAsker,
  ) => PanelResult<N> | Promise<PanelResult<N>>;
};

/** The connection of one panel, the same object for all of its requests; or a program at the command line, which asks once. */
export interface PanelAsker {
  readonly isProgram?: true;
  send(event: PanelEvent): void;
  /** Aborted when the panel has gone. */
  readonly gone: AbortSignal;
}
