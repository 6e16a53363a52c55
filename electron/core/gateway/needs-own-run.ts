// How a server shows that it needs a run for each agent: it asks for what only one agent can answer, or says that it cannot.
import { isRecord } from '../../../contract/json.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { MessageError } from '../../../contract/schemas/messages.ts';

/** What a server of MCP 2026-07-28 answers to a call whose envelope lacks a capability. */
const missingCapability = -32021;
const maxNamed = 5;
const agentMethods = /^(sampling|elicitation|roots)\//;
/** What the official SDKs throw for a capability that was not declared. */
const missing = /client does not support [^.]{0,60}(sampling|elicitation|roots)/i;

/** For the server's card, or null: it asked a run that all agents share for this. */
export function needOfRequest(method: string): Reason | null {
  return agentMethods.test(method) ? { kind: 'asked-for-agents', method } : null;
}

/** The same for the result of a call. */
export function needOfResult(result: unknown): Reason | null {
  if (!isRecord(result) || result.isError !== true || !Array.isArray(result.content)) return null;
  const texts = result.content.flatMap(block =>
    isRecord(block) && typeof block.text === 'string' ? [block.text] : [],
  );
  return needOfWords(texts.join(' '));
}

/** The same for an error. */
export function needOfError({ code, message, data }: MessageError): Reason | null {
  if (code === missingCapability) {
    const required =
      isRecord(data) && isRecord(data.requiredCapabilities) ? Object.keys(data.requiredCapabilities) : [];
    return { kind: 'lacks-capability', missing: required.slice(0, maxNamed).map(name => name.slice(0, 40)) };
  }
  return needOfWords(message);
}

function needOfWords(message: string): Reason | null {
  const [, what] = missing.exec(message) ?? [];
  return what === undefined ? null : { kind: 'lacks-capability', missing: [what.toLowerCase()] };
}
