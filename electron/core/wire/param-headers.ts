// Arguments of a tool that are repeated in headers, so that proxies can route by them (MCP 2026-07-28 `x-mcp-header`). Pure.
import { isRecord } from '../../../contract/json.ts';

export interface MirroredParam {
  /** What follows `Mcp-Param-`. */
  readonly name: string;
  /** Where it stands in the arguments. */
  readonly path: readonly string[];
}

const maxDepth = 20;

/** What a tool's input schema wants repeated. */
export function mirroredParams(schema: unknown, path: readonly string[] = []): MirroredParam[] {
  if (!isRecord(schema) || path.length > maxDepth) return [];
  const name = schema['x-mcp-header'];
  const own = typeof name === 'string' && path.length > 0 ? [{ name, path }] : [];
  const properties = isRecord(schema.properties) ? Object.entries(schema.properties) : [];
  return [...own, ...properties.flatMap(([key, child]) => mirroredParams(child, [...path, key]))];
}

export function valueAt(args: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (node, key) => (isRecord(node) && Object.hasOwn(node, key) ? node[key] : undefined),
    args,
  );
}

/** The headers of one call. What is absent, or no text, number or truth value, has none. */
export function paramHeaders(params: readonly MirroredParam[], args: unknown): Record<string, string> {
  return Object.fromEntries(
    params.flatMap(({ name, path }) => {
      const value = valueAt(args, path);
      const isPlain = typeof value === 'string' || typeof value === 'boolean' || isExact(value);
      // A name that is no header would make the whole request impossible.
      return isPlain && /^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name)
        ? [[`Mcp-Param-${name}`, encodeHeader(String(value))]]
        : [];
    }),
  );
}

function isExact(value: unknown): boolean {
  return (
    typeof value === 'number' && Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
  );
}

/** As it is where a header can carry it and nobody could take it for the other form, else as Base64 of its UTF-8. */
function encodeHeader(text: string): string {
  const isSafe = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !/^=\?base64\?.*\?=$/.test(text);
  return isSafe ? text : `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`;
}
