// What two hubs of a fleet say so that the panel of one can be looked at from the other. Who asks stands in the subject, not in here.
import { z } from 'zod';
import { ReasonSchema } from './reason.ts';

/** One look of a panel; chosen by the one who looks, random. */
const ViewSchema = z.string().regex(/^[a-zA-Z0-9_-]{8,40}$/);

/** `read` sees everything that the owner's panel shows; `answer` may answer questions too. */
export const fleetPanelRights = ['read', 'answer'] as const;
export type FleetPanelRight = (typeof fleetPanelRights)[number];

/** Requests to the hub whose panel is wanted, by the last token of their subject. */
export const fleetPanelAsks = {
  /** The shapes of the panel belong to a version: another one is refused. */
  'panel-open': z.object({ view: ViewSchema, version: z.string().max(40) }),
  'panel-request': z.object({
    view: ViewSchema,
    id: z.number().int().nonnegative(),
    name: z.string().max(60),
    params: z.unknown(),
  }),
  /** Said at least each `aliveMs`; a view that is silent for three of them is closed. */
  'panel-alive': z.object({ view: ViewSchema }),
  'panel-close': z.object({ view: ViewSchema }),
} as const;
export type FleetPanelAsk = keyof typeof fleetPanelAsks;

export const aliveMs = 5_000;

/** The answer to `panel-open` and `panel-alive`. */
export const FleetPanelOpenedSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), right: z.enum(fleetPanelRights) }),
  z.object({ ok: z.literal(false), reason: ReasonSchema }),
]);
export type FleetPanelOpened = z.infer<typeof FleetPanelOpenedSchema>;

/** What comes to the one who looks, in the order in which it was sent; `n` counts from 0, so that a gap shows. */
export const FleetPanelFrameSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('reply'), n: z.number().int(), id: z.number().int(), reply: z.unknown() }),
  z.object({ kind: z.literal('event'), n: z.number().int(), event: z.string(), data: z.unknown() }),
  z.object({ kind: z.literal('closed'), n: z.number().int(), reason: ReasonSchema }),
]);
export type FleetPanelFrame = z.infer<typeof FleetPanelFrameSchema>;

export const fleetPanelEvents = {
  /** Only to a panel of another hub, by the hub of this machine: the look was lost and is begun anew, or is open again. */
  'fleet:look': z.discriminatedUnion('state', [
    z.object({ state: z.literal('open') }),
    z.object({ state: z.literal('lost'), reason: ReasonSchema, attempt: z.number().int(), retryAt: z.number() }),
  ]),
} as const;

/** `hub.remote` of a snapshot that is looked at from another hub. */
export const RemotePanelSchema = z.object({ hub: z.string(), right: z.enum(fleetPanelRights) });
