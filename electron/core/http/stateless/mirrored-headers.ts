// Headers of the stateless era that repeat what the body says, so that proxies can route by them: both must say the same.
import { isRecord } from '../../../../contract/json.ts';
import { mirroredParams, valueAt } from '../../wire/param-headers.ts';
import { headerOf, refused } from './refusal.ts';
import type { IncomingMessage } from 'node:http';
import type { JSONRPCRequest } from '@modelcontextprotocol/server';
import type { HttpError } from '../replies.ts';

/** Which parameter `Mcp-Name` repeats (MCP 2026-07-28 "Standard Request Headers"). */
const nameSources = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  ['tasks/get', 'taskId'],
  ['tasks/update', 'taskId'],
  ['tasks/cancel', 'taskId'],
]);
/** MCP's HeaderMismatch. */
const mismatchCode = -32020;

/** Throws HttpError 400 for a header that is missing or that says something else. */
export function checkMirror(request: IncomingMessage, message: JSONRPCRequest, version: string | undefined): void {
  if (version === undefined) throw mismatch(message, 'MCP-Protocol-Version', null, 'the body names a protocol version');
  if (headerOf(request, 'mcp-method') === undefined)
    throw mismatch(message, 'Mcp-Method', null, `the body names the method ${message.method}`);
  const source = nameSources.get(message.method);
  const said = source === undefined || !isRecord(message.params) ? undefined : message.params[source];
  if (typeof said !== 'string') return;
  const header = headerOf(request, 'mcp-name');
  if (header === undefined) throw mismatch(message, 'Mcp-Name', null, `the body says ${JSON.stringify(said)}`);
  if (decodeHeader(header) !== said)
    throw mismatch(message, 'Mcp-Name', header, `the body says ${JSON.stringify(said)}`);
}

/**
 * Throws HttpError 400 where a tool's schema has an argument repeated in a header (`x-mcp-header`) and the header lacks it or says
 * something else.
 */
export function checkParams(request: IncomingMessage, message: JSONRPCRequest, schema: unknown): void {
  const args = isRecord(message.params) ? message.params['arguments'] : undefined;
  for (const { name, path } of mirroredParams(schema)) {
    const value = valueAt(args, path);
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') continue;
    const header = headerOf(request, `mcp-param-${name.toLowerCase()}`);
    const body = `the body says ${path.join('.')} is ${JSON.stringify(value)}`;
    if (header === undefined) throw mismatch(message, `Mcp-Param-${name}`, null, body);
    const decoded = decodeHeader(header);
    const isSame =
      typeof value === 'number' ? isDecimal(decoded) && Number(decoded) === value : decoded === String(value);
    if (!isSame) throw mismatch(message, `Mcp-Param-${name}`, header, body);
  }
}

/** Undefined for a value whose Base64 form is broken; what is no such form stands for itself. */
function decodeHeader(header: string): string | undefined {
  const value = header.replace(/^[ \t]+|[ \t]+$/g, '');
  if (!value.startsWith('=?base64?') || !value.endsWith('?=')) return value;
  const encoded = value.slice('=?base64?'.length, -'?='.length);
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.toString('base64') !== encoded) return undefined;
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? text : undefined;
}

function isDecimal(text: string | undefined): boolean {
  return text !== undefined && /^-?\d+(?:\.\d+)?$/.test(text);
}

function mismatch(message: JSONRPCRequest, header: string, said: string | null, body: string): HttpError {
  const other =
    said === null ? `the required ${header} header is absent` : `the ${header} header says ${JSON.stringify(said)}`;
  const sentence = `Bad Request: the request headers and body disagree: ${body}, but ${other}.`;
  return refused(400, mismatchCode, sentence, { mismatch: { header: said ?? '(missing)', body } }, message);
}
