// The envelopes of spec 002: value ⇄ message, and which answers a request of the hub may have. Pure.
import { isRecord } from '../../../contract/json.ts';
import { pluginNamespace, pluginProtocol } from '../../../contract/plugins.ts';

/** What the hub asks a plugin; each waits for one of these answers. */
export const pluginAnswers = {
  PLUGIN_TOOL_CALL: ['PLUGIN_TOOL_RESULT', 'PLUGIN_TOOL_ERROR'],
  PLUGIN_TOOLS_LIST: ['PLUGIN_TOOLS_LIST_RESULT'],
  PLUGIN_PING: ['PLUGIN_PONG'],
} as const;
export type PluginAsk = keyof typeof pluginAnswers;
export type PluginAnswer = (typeof pluginAnswers)[PluginAsk][number];

/** What the hub says to a plugin and waits for nothing. */
export type PluginTold = 'PLUGIN_REGISTER_ACK' | 'PLUGIN_UNREGISTER_ACK' | 'PLUGIN_DISABLED' | 'PLUGIN_ENABLED';

const maxTypeChars = 60;
const maxIdChars = 200;
const maxVersionChars = 60;

export interface PluginEnvelope {
  readonly type: string;
  /** `harbor-plugin/v1` for what this hub speaks. */
  readonly version: string;
  readonly requestId: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Spec 002 "Message Envelope". Null for what is no envelope of any version. */
export function readEnvelope(value: unknown): PluginEnvelope | null {
  if (!isRecord(value) || value.namespace !== pluginNamespace) return null;
  const { type, protocolVersion: version, requestId, timestamp, payload } = value;
  if (typeof version !== 'string' || !version.startsWith(`${pluginNamespace}/`)) return null;
  if (typeof type !== 'string' || typeof requestId !== 'string') return null;
  if (type.length > maxTypeChars || requestId.length > maxIdChars || version.length > maxVersionChars) return null;
  if (typeof timestamp !== 'number' || !isRecord(payload)) return null;
  return { type, version, requestId, payload };
}

export function writeEnvelope(
  type: PluginAsk | PluginTold,
  requestId: string,
  payload: Readonly<Record<string, unknown>>,
  timestamp: number,
): Record<string, unknown> {
  return { namespace: pluginNamespace, protocolVersion: pluginProtocol, type, requestId, timestamp, payload };
}

/** Whether the envelope is an answer of any kind; its id says to what. */
export function isAnswer(type: string): type is PluginAnswer {
  return Object.values(pluginAnswers).some(types => (types as readonly string[]).includes(type));
}

export function answersAsk(ask: PluginAsk, type: string): boolean {
  return (pluginAnswers[ask] as readonly string[]).includes(type);
}
