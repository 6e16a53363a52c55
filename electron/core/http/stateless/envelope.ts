// Between the words of the stateless era (MCP 2026-07-28) and those of the handshake era, which the hub speaks inside. Pure.
import { isRecord } from '../../../../contract/json.ts';
import { resumeKey } from '../../gateway/agent-session.ts';
import { isLogLevel } from '../../gateway/log-levels.ts';
import { envelopeKeys } from '../../wire/envelope-keys.ts';
import type { Introduction } from '../../gateway/agent-session.ts';
import type { LogLevel } from '../../gateway/log-levels.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The revision of the handshake era in which servers behind the hub are spoken to for an agent of this era. */
export const innerVersion = '2025-11-25';

/** Methods that this era does not have any more, or has under another name. */
export const retired: ReadonlySet<string> = new Set([
  'initialize',
  'ping',
  'logging/setLevel',
  'resources/subscribe',
  'resources/unsubscribe',
  'tasks/list',
  'tasks/result',
]);

/** What the envelope of one request says of its sender. */
export interface Envelope {
  readonly introduction: Introduction & { readonly protocolVersion: string };
  /** Messages of this level and above are wanted while the request is carried out; null wants none. */
  readonly logLevel: LogLevel | null;
}

export function readEnvelope(params: unknown): Envelope {
  const meta = metaOf(params);
  const info = meta[envelopeKeys.clientInfo];
  const declares = meta[envelopeKeys.clientCapabilities];
  const level = meta[envelopeKeys.logLevel];
  return {
    introduction: {
      protocolVersion: innerVersion,
      isStateless: true,
      declares: isRecord(declares) ? declares : {},
      clientInfo: { name: 'unknown', version: '', ...(isRecord(info) ? info : {}) },
    },
    logLevel: isLogLevel(level) ? level : null,
  };
}

const ownKeys = new Set<string>([
  envelopeKeys.protocolVersion,
  envelopeKeys.clientInfo,
  envelopeKeys.clientCapabilities,
  envelopeKeys.logLevel,
  // Said inside alone.
  resumeKey,
]);

/** The params without what belongs to the envelope and to the way back after `input_required`; a task is told answers as they are. */
export function innerParams(params: unknown, method = ''): Record<string, unknown> {
  if (!isRecord(params)) return {};
  const { _meta, inputResponses, requestState: _state, ...others } = params;
  const kept = Object.entries(isRecord(_meta) ? _meta : {}).filter(([key]) => !ownKeys.has(key));
  const answers = method === 'tasks/update' && { inputResponses };
  return { ...others, ...answers, ...(kept.length > 0 && { _meta: Object.fromEntries(kept) }) };
}

/** The params of a call that goes on with what its server has asked: it gets that as its own, and the agent's answers. */
export function resumed(
  inner: Record<string, unknown>,
  params: unknown,
  requestState: string,
): Record<string, unknown> {
  const inputResponses = isRecord(params) ? params.inputResponses : undefined;
  const resume = { requestState, ...(isRecord(inputResponses) && { inputResponses }) };
  return { ...inner, _meta: { ...(isRecord(inner._meta) ? inner._meta : {}), [resumeKey]: resume } };
}

/** Results that may be kept for a while (MCP 2026-07-28 "Caching"). */
const cacheable = new Set([
  'server/discover',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
]);

/** The result as this era has it. Hints of a server stay; without them nothing is to be kept, and by nobody else. */
export function outerResult(method: string, result: unknown, serverInfo: unknown): Fields {
  const inner = isRecord(result) ? result : {};
  const hints = cacheable.has(method) && {
    ttlMs: isTtl(inner.ttlMs) ? inner.ttlMs : 0,
    cacheScope: inner.cacheScope === 'public' ? 'public' : 'private',
  };
  return {
    ...inner,
    ...hints,
    resultType: typeof inner.resultType === 'string' ? inner.resultType : 'complete',
    _meta: { ...(isRecord(inner._meta) ? inner._meta : {}), [envelopeKeys.serverInfo]: serverInfo },
  };
}

/** `server/discover` says what `initialize` says, but for the identity, which is in each result's `_meta`. */
export function discovered(greeting: Fields, versions: readonly string[], followsOlderTasks = false): Fields {
  const { protocolVersion: _version, serverInfo: _info, capabilities, ...others } = greeting;
  // Tasks of the handshake era are asked for in ways that this era does not have.
  const { tasks, ...kept } = isRecord(capabilities) ? capabilities : {};
  const older = followsOlderTasks && tasks !== undefined && { tasks };
  return { ...others, supportedVersions: versions, capabilities: { ...kept, ...older } };
}

function metaOf(params: unknown): Fields {
  const meta = isRecord(params) ? params['_meta'] : undefined;
  return isRecord(meta) ? meta : {};
}

function isTtl(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
