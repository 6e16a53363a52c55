// What another hub says to a panel here, held to the shapes of this version: its owner is somebody else.
import { z } from 'zod';
import { ErrorValueSchema } from '../../../../contract/schemas/errors.ts';
import { panelEvents } from '../../../../contract/schemas/panel-events.ts';
import { panelRequests } from '../../../../contract/schemas/panel-requests.ts';
import { collections } from '../../../../contract/schemas/snapshot.ts';
import { isHeard } from './panel-rights.ts';
import type { PanelEvent, PanelEventName } from '../../../../contract/schemas/panel-events.ts';
import type { PanelReply, PanelRequestName } from '../../../../contract/schemas/panel-requests.ts';
import type { Patch } from '../../../../contract/schemas/snapshot.ts';

const ReplySchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: ErrorValueSchema }),
]);

/** Null for what no hub of this version says. */
export function readReply(name: string, said: unknown): PanelReply | null {
  const reply = ReplySchema.safeParse(said);
  if (!reply.success) return null;
  if (!reply.data.ok) return { ok: false, error: reply.data.error };
  if (!Object.hasOwn(panelRequests, name)) return null;
  const value = panelRequests[name as PanelRequestName].result.safeParse(reply.data.value);
  return value.success ? { ok: true, value: value.data } : null;
}

/** Null for what no panel hears of another hub. */
export function readEvent(event: string, data: unknown): PanelEvent | null {
  if (!isEventName(event) || !isHeard(event)) return null;
  const read = panelEvents[event].safeParse(data);
  if (!read.success) return null;
  if (event === 'state:patch' && !isPatch(read.data as Patch)) return null;
  // The schema of an event's name is that of its data; TypeScript cannot follow the pairing through a union of names.
  return { event, data: read.data } as PanelEvent;
}

/** Its values are of their collections. */
function isPatch({ changes }: Patch): boolean {
  return changes.every(({ collection, value }) => value === null || collections[collection].safeParse(value).success);
}

function isEventName(name: string): name is PanelEventName {
  return Object.hasOwn(panelEvents, name);
}
