// What a span says of its call: its name, its attributes by what kind of thing was asked, how it failed, and its contents where they are wanted.
import { SpanStatusCode } from '@opentelemetry/api';
import { isRecord, recordIn } from '../../../../contract/json.ts';
import { cutText } from '../../redaction/cut.ts';
import { conventional, own } from '../attribute-names.ts';
import { mcpError, plainError, providerName } from '../call-names.ts';
import type { Attributes, AttributeValue, SpanStatus } from '@opentelemetry/api';
import type { Party } from '../../../../contract/schemas/trace.ts';
import type { Seen } from '../../trace/excerpt.ts';
import type { EndedCall, OpenCall } from './call-spans.ts';

export interface AttributeMaking {
  /** Hides secrets in a text, and in a message as JSON text. */
  readonly mask: { text(text: string): string; message(text: string): string };
  readonly contents: boolean;
}

const maxTextChars = 1_000;
const maxContentChars = 8_000;

export function spanName({ entry, subject }: OpenCall, making: AttributeMaking): string {
  const { method, tool, to, model } = entry;
  if (to.kind === 'model') return shown(making, model?.name ? `chat ${model.name}` : 'chat');
  const about = tool ?? subject.prompt;
  const name = to.kind === 'browser' ? `browser ${method}` : mcpMethod(entry);
  return shown(making, about === undefined ? name : `${name} ${about}`);
}

export function spanAttributes(ended: EndedCall, making: AttributeMaking): Attributes {
  const { call, close } = ended;
  const { entry, site } = call;
  const { tool, tabId, from, to } = entry;
  const said: Attributes = { [own.outcome]: close.outcome, ...asked(call), ...failure(ended) };
  if (tabId != null) said[own.tab] = tabId;
  if (from.kind === 'agent') Object.assign(said, { [own.agent]: nameOf(from), [own.agentId]: from.id });
  // What a server asks is told with the server, as what is asked of it.
  const target = from.kind === 'server' ? from : to.kind === 'hub' ? call.target : to;
  Object.assign(said, targetOf(target));
  if (site !== null) said[own.site] = site;
  if (close.rule !== null) said[own.rule] = close.rule;
  if (close.waitedMs > 0) said[own.waitedMs] = close.waitedMs;
  if (typeof close.tokensIn === 'number') said[conventional.tokensIn] = close.tokensIn;
  if (typeof close.tokensOut === 'number') said[conventional.tokensOut] = close.tokensOut;
  for (const [name, value] of Object.entries(said)) if (typeof value === 'string') said[name] = shown(making, value);
  const isTold = making.contents && tool !== null && isMcp(to);
  return isTold ? { ...said, ...contentsOf(entry.message, close.message, making) } : said;
}

/** What was said of a failure may be anything, also what was read for the call: without its contents there is a code alone. */
export function spanStatus(
  { close }: EndedCall,
  error: AttributeValue | undefined,
  making: AttributeMaking,
): SpanStatus {
  if (error === undefined) return { code: SpanStatusCode.UNSET };
  const message = making.contents ? close.reason : null;
  return { code: SpanStatusCode.ERROR, message: shown(making, message ?? close.code ?? String(error)) };
}

/** By the conventions for what it went to; a browser is asked by none. */
function asked({ entry, subject }: OpenCall): Attributes {
  const { method, tool, rpcId, to, model } = entry;
  if (to.kind === 'model') {
    const name = model?.name ? { [conventional.model]: model.name } : {};
    return { [conventional.operation]: 'chat', [conventional.provider]: providerName(entry), ...name };
  }
  if (to.kind === 'browser') return { [own.browserMethod]: method, ...(tool !== null && { [own.browserTool]: tool }) };
  return {
    [conventional.method]: mcpMethod(entry),
    ...(tool !== null && { [conventional.tool]: tool, [conventional.operation]: 'execute_tool' }),
    ...(subject.prompt !== undefined && { [conventional.prompt]: subject.prompt }),
    ...(subject.resource !== undefined && { [conventional.resource]: address(subject.resource) }),
    ...(rpcId != null && { [conventional.requestId]: rpcId }),
    ...carried(entry),
  };
}

/** What is run inside the hub, or by a wire that the conventions do not know, has none. */
const carriers: ReadonlyMap<string, readonly [transport: string, protocol: string | null]> = new Map([
  ['stdio', ['pipe', null]],
  ['http', ['tcp', 'http']],
  ['sse', ['tcp', 'http']],
  ['fleet', ['tcp', 'nats']],
]);

function carried({ wire }: OpenCall['entry']): Attributes {
  if (wire === undefined) return {};
  const [transport, protocol = null] = carriers.get(wire.carrier) ?? [];
  return {
    ...(wire.revision !== null && { [conventional.revision]: wire.revision }),
    ...(transport !== undefined && { [conventional.transport]: transport }),
    ...(protocol !== null && { [conventional.protocol]: protocol }),
  };
}

function failure({ call, close }: EndedCall): Attributes {
  const isAnswered = isMcp(call.entry.to);
  const error = isAnswered ? mcpError(close) : plainError(close);
  if (error === null) return {};
  const { failed, code } = close;
  return {
    [conventional.error]: error,
    ...(isAnswered && typeof failed === 'number' && { [conventional.status]: String(failed) }),
    ...(code !== null && { [own.code]: code }),
  };
}

function isMcp({ kind }: Party): boolean {
  return kind !== 'model' && kind !== 'browser';
}

/** Agents of other wires than MCP have words of their own for it. */
function mcpMethod({ tool, method }: OpenCall['entry']): string {
  return tool === null ? method : 'tools/call';
}

function targetOf(target: Party | null): Attributes {
  if (target === null || target.kind === 'agent') return { [own.kind]: 'own' };
  return { [own.kind]: target.kind, [own.server]: nameOf(target), [own.serverId]: target.id };
}

/** Without what it may carry beside the name of a thing: who asks for it, and with which values. */
function address(uri: string): string {
  return uri.replace(/[?#].*$/s, '').replace(/^([a-z][a-z\d+.-]*:\/\/)[^/@]*@/i, '$1');
}

/** Read after it was masked: a key may say that its value is a secret. What cannot be read then is not told. */
function contentsOf(request: Seen, answer: Seen | null, { mask }: AttributeMaking): Attributes {
  const read = (seen: Seen | null) =>
    seen === null || seen.payload === '' ? null : recordIn(mask.message(seen.payload));
  const told = (name: string, value: unknown): Attributes => {
    if (value === undefined) return {};
    const text = JSON.stringify(value);
    return { [name]: text.length > maxContentChars ? cutText(text, maxContentChars) : text };
  };
  const params = read(request)?.params;
  return {
    ...told(conventional.toolArguments, isRecord(params) ? params.arguments : undefined),
    ...told(conventional.toolResult, withoutMeta(read(answer)?.result)),
  };
}

function withoutMeta(result: unknown): unknown {
  if (!isRecord(result)) return result;
  const { _meta, ...others } = result;
  return others;
}

function nameOf({ label, id }: Party): string {
  return label || id;
}

/** Masked before it is cut: half a secret is not known as one. */
function shown({ mask }: AttributeMaking, text: string): string {
  const masked = mask.text(text);
  return masked.length > maxTextChars ? cutText(masked, maxTextChars) : masked;
}
