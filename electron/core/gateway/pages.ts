// Long lists in pages (MCP 2025-11-25 "Pagination"): a cursor is a place in the list and says nothing to the agent.
import { isRecord } from '../../../contract/json.ts';
import { rpcErrors } from '../../../contract/rpc-errors.ts';
import { RpcError } from '../wire/rpc-error.ts';

/** Large, because some programs read the first page only. */
const pageSize = 1_000;

/** The page that `params.cursor` asks for, as a result with the items under `key`. Throws "invalid params" for a cursor that is none. */
export function pageOf(key: string, items: readonly unknown[], params: unknown): Record<string, unknown> {
  const from = placeOf(isRecord(params) ? params.cursor : undefined);
  const next = from + pageSize;
  if (from === 0 && items.length <= pageSize) return { [key]: items };
  const page = items.slice(from, next);
  return next < items.length ? { [key]: page, nextCursor: cursorOf(next) } : { [key]: page };
}

function placeOf(cursor: unknown): number {
  if (cursor === undefined || cursor === null) return 0;
  const place = typeof cursor === 'string' ? Number(Buffer.from(cursor, 'base64url').toString().slice(1)) : Number.NaN;
  if (Number.isSafeInteger(place) && place > 0 && cursorOf(place) === cursor) return place;
  const shown = JSON.stringify(cursor)?.slice(0, 100);
  throw new RpcError(rpcErrors.invalidParams, `The cursor ${shown} is none of this list; ask again without one.`);
}

function cursorOf(place: number): string {
  return Buffer.from(`p${place}`).toString('base64url');
}
