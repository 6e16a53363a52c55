// What the trace shows of a request's params: the tool and the tab that they name.
import { isRecord } from '../../../contract/json.ts';

export function toolOf(params: unknown): string | null {
  if (!isRecord(params)) return null;
  const name = params.name ?? params.tool;
  return typeof name === 'string' ? name : null;
}

export function tabOf(params: unknown): number | null {
  if (!isRecord(params)) return null;
  const args = isRecord(params.arguments) ? params.arguments : params;
  return typeof args.tabId === 'number' ? args.tabId : null;
}
