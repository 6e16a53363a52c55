// Every event the core sends to the panel, and the frames in which requests and events cross a WebSocket.
import { z } from 'zod';
import { chatEvents } from './chat-requests.ts';
import { doctorEvents } from './doctor-requests.ts';
import { ErrorValueSchema } from './errors.ts';
import { fleetPanelEvents } from './fleet-panel.ts';
import { modelEvents } from './model-requests.ts';
import { pluginEvents } from './plugin-requests.ts';
import { RuleChangeSchema } from './rule-changes.ts';
import { ServerIdSchema, ServerUsageSchema } from './servers.ts';
import { siteEvents } from './site-requests.ts';
import { PatchSchema } from './snapshot.ts';
import { TraceChangedSchema } from './trace.ts';

export const panelEvents = {
  'state:patch': PatchSchema,
  /** To every panel but the one that made it; what was made while none was open comes to the first. */
  'rules:changed': RuleChangeSchema,
  /** At most 20 a second; the rows are asked for with `trace:window`. */
  'trace:changed': TraceChangedSchema,
  /** What `browsers:list` or `browsers:who-answers` says has changed; at most 2 a second. */
  'browsers:changed': z.object({}).strict(),
  /** At most 5 a second; the lines are asked for with `servers:logs`. */
  'servers:logged': z.object({ serverIds: z.array(ServerIdSchema) }),
  /** Only to panels that watch. Servers without a process on this machine have no row. */
  'servers:usage': z.object({ usage: z.array(ServerUsageSchema) }),
  ...chatEvents,
  ...doctorEvents,
  ...fleetPanelEvents,
  ...modelEvents,
  ...pluginEvents,
  ...siteEvents,
} as const;

export type PanelEventName = keyof typeof panelEvents;
export type PanelEvent = {
  [N in PanelEventName]: { readonly event: N; readonly data: z.infer<(typeof panelEvents)[N]> };
}[PanelEventName];

/** First frame on the panel's WebSocket: the one-time token of the URL, or the key it was traded for. */
export const PanelAuthSchema = z.union([z.object({ token: z.string() }), z.object({ key: z.string() })]);

/** Panel to core, after the first frame. */
export const PanelCallSchema = z.object({ id: z.number().int(), name: z.string(), params: z.unknown() });

/** Core to panel. */
export const PanelFrameSchema = z.union([
  z.object({ key: z.string() }),
  z.object({ id: z.number().int(), ok: z.literal(true), value: z.unknown() }),
  z.object({ id: z.number().int(), ok: z.literal(false), error: ErrorValueSchema }),
  z.object({ event: z.string(), data: z.unknown() }),
]);
