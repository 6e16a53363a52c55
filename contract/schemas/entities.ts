// The things the hub knows, as the panel sees them. Times are milliseconds since the epoch, ids are opaque strings.
import { z } from 'zod';
import { clientStarts, endpointIds, runModes, toolListings, transports } from '../entities.ts';
import { helds } from '../tools.ts';
import { ChatCountsSchema } from './chat.ts';
import { PairingSchema } from './companion-requests.ts';
import { ClaimedProgramSchema } from './endpoint.ts';
import { FleetStateSchema } from './fleet.ts';
import { RemotePanelSchema } from './fleet-panel.ts';
import { RunSchema } from './limits.ts';
import { PluginRulesSchema } from './plugins.ts';
import { LearningSchema, PolicyListStateSchema, PolicyStateSchema } from './policy-state.ts';
import { ReasonSchema } from './reason.ts';
import { TelemetryViewSchema } from './telemetry.ts';
import { RecordingSchema } from './trace-tools.ts';
import { SiteRulesSchema } from './web-agent.ts';

const Time = z.number();

/** What was approved: a credential made in "Connect an agent". Grants belong to it. */
export const ClientSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** False for a compatibility endpoint: whoever may open its socket is that client. */
  verified: z.boolean(),
  /** Whether the user let in who came without a credential; absent until that is answered, and where there is one. */
  admitted: z.boolean().optional(),
  start: z.enum(clientStarts),
  /** How it is offered tools; `whole` when absent. */
  listing: z.enum(toolListings).optional(),
  /** Whether it may ask the hub about itself; not when absent. */
  seesHub: z.boolean().optional(),
  /** 1 to 10, given out in order; the panel's agent colours. */
  colour: z.number().int(),
  createdAt: Time,
  lastSeenAt: Time.nullable(),
});
export type Client = z.infer<typeof ClientSchema>;

/** One running instance of a client. Tabs and calls belong to it. */
export const AgentSchema = z.object({
  id: z.string(),
  clientId: z.string(),
  /** The credential's name; `claimedName` and `version` are what the program says of itself in its handshake. */
  name: z.string(),
  claimedName: z.string(),
  /** Tells it from others with its name that are or were here with it; absent for the first. Connections of one process have one. */
  number: z.number().int().min(2).optional(),
  version: z.string(),
  transport: z.enum(transports),
  protocolVersion: z.string().nullable(),
  program: ClaimedProgramSchema.nullable(),
  /**
   * The process at the other end of its connection, as the system tells, with the moment of its start; for a shim the one that started
   * it. Absent where that cannot be told, and for one that has left.
   */
  process: z.object({ pid: z.number().int(), startedAt: z.string() }).optional(),
  state: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('connected'), since: Time }),
    /** `keepsTabsUntil`: its tabs are kept for it until then; absent when it is not to come back. */
    z.object({ kind: z.literal('gone'), since: Time, reason: ReasonSchema, keepsTabsUntil: Time.optional() }),
  ]),
  /** The one that its calls go to; null before the first. */
  browserId: z.string().nullable(),
  /** It was told that its browser is away, since when, and in which one it goes on by calling again. */
  toldAway: z.object({ browserId: z.string(), since: Time, next: z.string() }).optional(),
  /**
   * It works where it does because the user chose so, or because the one before went away; gone once it has chosen itself. `known`: it
   * has called there since; `tabs`: numbers of its tabs in other browsers, which mean no tab in this one.
   */
  moved: z
    .object({
      by: z.enum(['user', 'away']),
      from: z.string().nullable(),
      since: Time,
      known: z.boolean(),
      tabs: z.array(z.number()),
    })
    .optional(),
  /** What the user lets this one do, where it is less than all others may; `running` when absent. */
  mode: z.enum(runModes).optional(),
  /** Of a page that came over HTTP: the origin that its browser names. */
  origin: z.string().optional(),
  /** Of an extension that speaks for itself by a relay: its id, for which its browser vouches. */
  extension: z.string().optional(),
  /** It is in the middle of an answer, as it says itself. */
  turn: z.object({ since: Time }).optional(),
  /** What it plans, as the user agreed to it last, and where: calls for pages of other sites are refused until the next one. */
  plan: z.object({ domains: z.array(z.string()), approach: z.array(z.string()), since: Time }).optional(),
  /** The run with a budget that it called in last. */
  run: RunSchema.optional(),
  calls: z.number(),
  refused: z.number(),
  failed: z.number(),
  inFlight: z.number(),
  lastCallAt: Time.nullable(),
});
export type Agent = z.infer<typeof AgentSchema>;

/** Percentiles over the newest `calls` answered calls of an agent, at most 500. */
export const AgentFiguresSchema = z.object({
  agentId: z.string(),
  calls: z.number(),
  p50Ms: z.number().nullable(),
  p95Ms: z.number().nullable(),
});
export type AgentFigures = z.infer<typeof AgentFiguresSchema>;

/** One (browser, profile, extension), reached through one relay or one WebSocket. */
export const BrowserSchema = z.object({
  id: z.string(),
  /** No two have the same. */
  name: z.string(),
  /** 1 to 10, given out in order, as to clients. */
  colour: z.number().int(),
  family: z.enum(['chromium', 'firefox']),
  version: z.string(),
  os: z.string(),
  extensionId: z.string(),
  extensionVersion: z.string(),
  state: z.discriminatedUnion('kind', [
    /** Waits for approval. `code` is shown in the panel and in the extension's pop-up. */
    z.object({ kind: z.literal('pending'), since: Time, code: z.string() }),
    /** `relayPid` is null over the companion's WebSocket, which needs no relay. */
    z.object({ kind: z.literal('connected'), since: Time, relayPid: z.number().nullable() }),
    z.object({ kind: z.literal('away'), since: Time }),
    z.object({ kind: z.literal('denied'), since: Time }),
  ]),
});
export type Browser = z.infer<typeof BrowserSchema>;

/** An extension whose wire the hub does not know: its browser started the relay for it, and nothing that it says is answered. */
export const UnknownExtensionSchema = z.object({
  id: z.string(),
  family: z.enum(['chromium', 'firefox']),
  /** What it said first, cut; null while it has said nothing. */
  said: z.string().nullable(),
  state: z.object({ kind: z.enum(['here', 'gone']), since: Time }),
});
export type UnknownExtension = z.infer<typeof UnknownExtensionSchema>;

/** The newest call that a page of a browser answered, kept over restarts; to the minute, while one follows another. */
export const PageAnswerSchema = z.object({ at: Time, tool: z.string() });
export type PageAnswer = z.infer<typeof PageAnswerSchema>;

export const TabSchema = z.object({
  browserId: z.string(),
  tabId: z.number(),
  /** The browser's number of its window; absent where the browser does not tell. */
  windowId: z.number().optional(),
  title: z.string(),
  url: z.string(),
  active: z.boolean(),
  /** Whether its window is a private one. */
  private: z.literal(true).optional(),
  owner: z.discriminatedUnion('kind', [
    /** `takenFrom`: the agent whose it was, where the user took it over. */
    z.object({ kind: z.literal('you'), takenFrom: z.string().optional(), since: Time.optional() }),
    z.object({ kind: z.literal('agent'), agentId: z.string(), since: Time }),
    z.object({ kind: z.literal('none'), agentId: z.string(), since: Time }),
  ]),
  lastAction: z.object({ tool: z.string(), at: Time }).nullable(),
  /** Its icon: `tabs:icons` has the picture of that id. */
  icon: z.string().optional(),
});
export type Tab = z.infer<typeof TabSchema>;

/** A callable thing, without its schema (`tools:get` has that). */
export const ToolSchema = z.object({
  /** `everything/echo` for a server's tool, `time@plugins.example::now` for a plugin's, `navigate` for the browser's. */
  id: z.string(),
  /** The name in MCP lists: `everything__echo`. */
  name: z.string(),
  source: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('browser') }),
    z.object({ kind: z.literal('server'), serverId: z.string() }),
    z.object({ kind: z.literal('plugin'), pluginId: z.string() }),
    /** A page in the tab of an agent, whose `navigator.modelContext` offers it there. */
    z.object({
      kind: z.literal('page'),
      pageId: z.string(),
      origin: z.string(),
      browserId: z.string(),
      tabId: z.number(),
    }),
  ]),
  title: z.string(),
  description: z.string(),
  scope: z.string(),
  readOnly: z.boolean(),
  /** Size of its definition in a list, in bytes of UTF-8 JSON. */
  bytes: z.number(),
  /** Why it is offered to nobody although it is on: `tools:reviews` has both versions. */
  held: z.enum(helds).nullable(),
  /** Whether the user has it switched on. */
  on: z.boolean(),
  /** Clients for which it is switched off besides. */
  offFor: z.array(z.string()),
});
export type Tool = z.infer<typeof ToolSchema>;

const EndpointStateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('listening') }),
  z.object({ kind: z.literal('held'), by: ReasonSchema, remedy: ReasonSchema }),
  z.object({ kind: z.literal('failed'), reason: ReasonSchema }),
  z.object({ kind: z.literal('off') }),
]);

export const EndpointSchema = z.object({
  id: z.enum(endpointIds),
  address: z.string(),
  /** Whether the panel may switch it. */
  switchable: z.boolean(),
  /** The worst of its places, where it has several. */
  state: EndpointStateSchema,
  /** Set while programs that show no token are let in there, which others need. */
  withoutToken: z.literal(true).optional(),
  /** Requests refused because their client made too many in a minute, since the hub started. */
  limited: z.number().optional(),
  /** Connections that were ended or refused to make room for others, since the hub started. */
  crowded: z.number().optional(),
  /** Where one way in is looked for at several addresses: each of them, opened on its own. */
  places: z.array(z.object({ address: z.string(), state: EndpointStateSchema })).optional(),
});
export type Endpoint = z.infer<typeof EndpointSchema>;

export const HubSchema = z.object({
  version: z.string(),
  pid: z.number(),
  startedAt: Time,
  home: z.string(),
  mode: z.enum(runModes),
  modeSince: Time,
  /** The policy of the fleet pauses all agents: the user can resume them only by leaving it. Null or absent where it does not. */
  modeHeld: z
    .object({ by: z.literal('fleet'), version: z.number(), signer: z.string() })
    .nullable()
    .optional(),
  /** Whether the lock of the screen is reported here: only then is the lifetime `lock` offered. */
  locks: z.boolean(),
  /** Whether everything is paused when the screen locks. */
  pauseOnLock: z.boolean(),
  /** Whether the command line may widen access without a question in the panel. */
  cliWidens: z.boolean(),
  policy: PolicyStateSchema,
  /** Null or absent where the policy names none. */
  policyList: PolicyListStateSchema.nullable().optional(),
  learning: LearningSchema.nullable(),
  /** Proposals of the last learning that wait for an answer. */
  learned: z.number(),
  shell: z.enum(['electron', 'headless']),
  extensionFolders: z.object({ chromium: z.string(), firefox: z.string() }),
  /** Set while the trace is written to disk. */
  recording: RecordingSchema.nullable().optional(),
  /** How many conversations there are, and how many of them write or wait for the user; absent until they are read. */
  chat: ChatCountsSchema.optional(),
  /** Of the newest code that pairs a browser over a WebSocket. */
  pairing: PairingSchema.nullable().optional(),
  /** Which plugins may register; absent until that was read. */
  plugins: PluginRulesSchema.optional(),
  /** What the user has set for all pages that use the Web Agent API; absent until that was read. */
  siteRules: SiteRulesSchema.optional(),
  /** Whose panel this is, where it is looked at from another hub of the fleet, and what may be done there. */
  remote: RemotePanelSchema.optional(),
  /** Null or absent outside of a fleet. */
  fleet: FleetStateSchema.nullable().optional(),
  /** How live export by OTLP goes; null or absent while every signal of it is off. */
  telemetry: TelemetryViewSchema.nullable().optional(),
  /** What does not work. */
  problems: z.array(z.object({ id: z.string(), reason: ReasonSchema })),
});
export type HubInfo = z.infer<typeof HubSchema>;
