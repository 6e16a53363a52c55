// Plugins as the panel sees them: one small row each in the snapshot, the rest in the answer of `plugins:get`.
import { z } from 'zod';
import { isPluginId, pluginBounds, pluginToolKinds, pluginToolSpeeds } from '../plugins.ts';
import { helds } from '../tools.ts';
import { ReasonSchema } from './reason.ts';
import { foundText, saying } from './value-fault.ts';

const Time = z.number();

/** As its browser tells it. */
export const PluginIdSchema = z.string().superRefine((found, context) => {
  if (!isPluginId(found))
    context.addIssue({ code: 'custom', ...saying({ kind: 'no-plugin-id', found: foundText(found) }) });
});

const PluginStateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('active'), since: Time }),
  /** By the user; it stays so however often it registers. */
  z.object({ kind: z.literal('disabled'), since: Time }),
  /**
   * `missed` pings in a row, or none where `away` says that no browser it lives in is connected. `nextPingAt` is null where nothing is
   * pinged.
   */
  z.object({
    kind: z.literal('unreachable'),
    since: Time,
    missed: z.number().int(),
    nextPingAt: Time.nullable(),
    away: z.boolean(),
  }),
  /** It cannot register: `plugin-speaks`, `plugin-not-listed`, `plugin-other-id`, or what is wrong with what it says; or it is not well. */
  z.object({ kind: z.literal('error'), since: Time, reason: ReasonSchema }),
]);
export type PluginState = z.infer<typeof PluginStateSchema>;

/** A browser in which it lives. */
const PluginBrowserSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Connected now. */
  here: z.boolean(),
  /** Its own claim there; null where it never registered there, or names none. */
  version: z.string().nullable(),
  /** It has there what is offered of it; calls go to no other browser. */
  offers: z.boolean(),
  /** Why it was refused there last. */
  fault: ReasonSchema.nullable(),
});
export type PluginBrowser = z.infer<typeof PluginBrowserSchema>;

export const PluginSchema = z.object({
  /** The id of its extension: tools of it are called `id::name`. */
  id: z.string(),
  /** Its own claim; the id where it never registered. */
  name: z.string(),
  state: PluginStateSchema,
  browsers: z.array(PluginBrowserSchema),
  /** How many it lists; null where it never registered. */
  tools: z.number().int().nullable(),
  /** How many of them are held back until they are reviewed. */
  held: z.number().int(),
  /** Whether its tools are offered to anybody. */
  offered: z.boolean(),
  lastSeenAt: Time,
  /** How often it has registered. */
  registrations: z.number().int(),
  /** How often it was refused since it last registered. */
  refusals: z.number().int(),
});
export type Plugin = z.infer<typeof PluginSchema>;

/** Who may register; `hub.plugins` in the snapshot. */
export const PluginRulesSchema = z.object({
  /** Off: any extension may register. */
  onlyListed: z.boolean(),
  listed: z.array(z.string()).max(pluginBounds.allowlist),
});
export type PluginRules = z.infer<typeof PluginRulesSchema>;

/** Everything in here is the plugin's own word: never a decision, never HTML. */
export const PluginClaimsSchema = z.object({
  name: z.string(),
  version: z.string().nullable(),
  description: z.string().nullable(),
  author: z.string().nullable(),
  /** An http or https address, or null. */
  homepage: z.string().nullable(),
  /** Which protocol it speaks. */
  speaks: z.string(),
});
export type PluginClaims = z.infer<typeof PluginClaimsSchema>;

const PluginToolSchema = z.object({
  /** `time@plugins.example::time.now`: the key in `tools` of the snapshot. */
  id: z.string(),
  /** As the plugin calls it. */
  name: z.string(),
  /** In MCP lists. */
  listName: z.string(),
  title: z.string(),
  description: z.string(),
  kind: z.enum(pluginToolKinds),
  speed: z.enum(pluginToolSpeeds).nullable(),
  category: z.string().nullable(),
  held: z.enum(helds).nullable(),
  on: z.boolean(),
  /** Since the hub started. */
  uses: z.number().int(),
  p95Ms: z.number().nullable(),
});
export type PluginTool = z.infer<typeof PluginToolSchema>;

const PluginEventSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('call'),
    at: Time,
    /** The agent's name, or the web origin of the page. */
    caller: z.string(),
    tool: z.string(),
    ms: z.number(),
    /** Null where it answered. */
    failed: ReasonSchema.nullable(),
    /** Its trace entry. */
    seq: z.number().int(),
  }),
  z.object({ kind: z.literal('hub'), at: Time, reason: ReasonSchema }),
]);
export type PluginEvent = z.infer<typeof PluginEventSchema>;

export const PluginDetailSchema = z.object({
  claims: PluginClaimsSchema.nullable(),
  registeredAt: Time.nullable(),
  /** The newest 20, oldest first; `ms` is null for one that was missed. */
  pings: z.array(z.object({ at: Time, ms: z.number().nullable() })).max(pluginBounds.shownPings),
  pingP95Ms: z.number().nullable(),
  /** What it said with its last answer to a ping. */
  uptimeSeconds: z.number().nullable(),
  tools: z.array(PluginToolSchema),
  /** The newest 50, newest first. Calls are all in the trace. */
  events: z.array(PluginEventSchema).max(pluginBounds.shownEvents),
  /** Messages that answered nothing: late, doubled, or meant for another. */
  dropped: z.number().int(),
});
export type PluginDetail = z.infer<typeof PluginDetailSchema>;
