// Entries of an outbox as a message of a stream: who sent which of them stands in its headers, the entries are lines of JSON.
import { headers } from '@nats-io/transport-node';
import { z } from 'zod';
import { jsonIn } from '../../../../contract/json.ts';
import type { MsgHdrs } from '@nats-io/transport-node';
import type { OutboxKind } from '../../store/outbox-table.ts';
import type { Batch, EntryMark, StoredBatch } from './lane-state.ts';

const hubHeader = 'Pilothouse-Hub-Id';
const epochHeader = 'Pilothouse-Epoch';

const HeadersSchema = z.object({ hubId: z.string().min(1).max(64), epoch: z.coerce.number().int().min(1) });
const MarkSchema = z.object({ id: z.number().int(), at: z.union([z.number(), z.iso.datetime()]) });

/** The id by which a server knows a message again within its window: it ends with the newest entry. */
export function messageId(hubId: string, kind: OutboxKind, epoch: number, batch: Batch): string {
  return `${hubId}:${kind}:${epoch}.${batch.entries.at(-1)?.id ?? 0}`;
}

export function batchHeaders(hubId: string, epoch: number): MsgHdrs {
  const all = headers();
  all.set(hubHeader, hubId);
  all.set(epochHeader, String(epoch));
  return all;
}

/**
 * Without entries and of no hub where it is not one that Pilothouse has written: whoever may ask JetStream something can have its answer put
 * on any subject.
 */
export function readBatch(stream: number, header: MsgHdrs | undefined, text: string): StoredBatch {
  const read = HeadersSchema.safeParse({ hubId: header?.get(hubHeader), epoch: header?.get(epochHeader) });
  const entries = marksIn(text);
  return read.success && entries !== null
    ? { ...read.data, entries, stream }
    : { hubId: '', epoch: 0, entries: [], stream };
}

/** Which hub, or which run of a gateway, says that it has sent it; null of none. */
export function instanceIn(header: MsgHdrs | undefined): string | null {
  return HeadersSchema.shape.hubId.safeParse(header?.get(hubHeader)).data ?? null;
}

export function linesOf(text: string): string[] {
  return text.split('\n').filter(line => line !== '');
}

function marksIn(text: string): EntryMark[] | null {
  const marks = linesOf(text).map(line => MarkSchema.safeParse(jsonIn(line)));
  const good = marks.flatMap(({ data }) => (data ? [{ id: data.id, at: new Date(data.at).getTime() }] : []));
  return good.length === marks.length && good.length > 0 ? good : null;
}
