// The channel of Harbor's first generation, `harbor-provider`: names of its own, and a reply of its own for each.
import { isRecord } from '../../../contract/json.ts';
import { errorOf, keyIn } from './dialect.ts';
import { isProviderReply } from './provider-replies.ts';
import type { PageError, PageErrorCode } from '../../../contract/web-agent.ts';
import type { Answer, Dialect, FromPage } from './dialect.ts';

export const providerNamespace = 'harbor-provider';

type Values = Readonly<Record<string, unknown>>;

interface Request {
  /** Of `pageMembers`. */
  readonly member: string;
  readonly payload?: (given: Values) => unknown;
  /** The payload of its reply. */
  readonly reply: (result: unknown) => unknown;
  /** Which of its failures are replies too. */
  readonly failure?: (error: PageError) => unknown;
  readonly replyType?: string;
}

const whole = (result: unknown) => result;
const under = (name: string) => (result: unknown) => ({ [name]: result });
const success = (result: unknown) => ({ success: isRecord(result) ? result.success !== false : result !== false });

const requests: Readonly<Record<string, Request>> = {
  request_permissions: { member: 'agent.requestPermissions', reply: whole, replyType: 'permissions_result' },
  list_permissions: { member: 'agent.permissions.list', reply: whole },
  llm_list_providers: { member: 'ai.providers.list', reply: under('providers') },
  llm_get_active: { member: 'ai.providers.getActive', reply: whole },
  create_text_session: {
    member: 'ai.createTextSession',
    payload: ({ options }) => options,
    reply: under('sessionId'),
  },
  text_session_prompt: { member: 'session.prompt', payload: prompted, reply: under('result') },
  text_session_prompt_streaming: { member: 'session.promptStreaming', payload: prompted, reply: whole },
  text_session_destroy: { member: 'session.destroy', reply: () => ({ success: true }) },
  tools_list: { member: 'agent.tools.list', reply: under('tools') },
  tools_call: { member: 'agent.tools.call', reply: result => ({ success: true, result }) },
  active_tab_read: { member: 'agent.browser.activeTab.readability', reply: readable },
  agent_run: { member: 'agent.run', reply: whole },
  mcp_register: { member: 'agent.mcp.register', reply: whole, failure: notRegistered },
  mcp_unregister: { member: 'agent.mcp.unregister', reply: success },
  chat_can_open: { member: 'agent.chat.canOpen', reply: under('availability') },
  chat_open: { member: 'agent.chat.open', reply: whole, failure: notOpened },
  chat_close: { member: 'agent.chat.close', reply: success },
};

const version = '1.0.0';

export class ProviderDialect implements Dialect {
  readonly #types = new Map<string, string>();

  read({ type, requestId, payload }: Values): FromPage | null {
    const key = keyIn(requestId);
    if (key === null || typeof type !== 'string' || isProviderReply(type)) return null;
    const given = isRecord(payload) ? payload : {};
    if (type === 'ping') return { kind: 'reply', messages: [message('pong', key, { version })] };
    if (type === 'agent_run_abort') {
      const aborted = keyIn(given.requestId);
      return aborted === null ? null : { kind: 'abort', key: aborted };
    }
    if (this.#types.has(key)) return null;
    if (type === 'mcp_discover') {
      this.#types.set(key, type);
      return { kind: 'discover', key };
    }
    const request = Object.hasOwn(requests, type) ? requests[type] : undefined;
    if (!request) return { kind: 'reply', messages: [failure(key, unknownType(type))] };
    // Asked to stream, a prompt is answered as a stream under either name.
    const streams = type === 'text_session_prompt' && given.streaming === true;
    const asked = streams ? 'text_session_prompt_streaming' : type;
    this.#types.set(key, asked);
    const { member, payload: read } = requests[asked] ?? request;
    return { kind: 'request', key, type: member, payload: read ? read(given) : given };
  }

  answer(key: string, answer: Answer): object[] {
    const type = this.#types.get(key) ?? '';
    this.#types.delete(key);
    const request = Object.hasOwn(requests, type) ? requests[type] : undefined;
    if (!answer.ok) return failures(key, type, answer.error, request);
    switch (type) {
      case 'agent_run':
        return [];
      case 'text_session_prompt_streaming':
        return [message('text_session_stream_done', key, { requestId: key })];
      default: {
        const payload = request ? request.reply(answer.result) : answer.result;
        return [message(request?.replyType ?? `${type}_result`, key, payload ?? null)];
      }
    }
  }

  event(key: string, event: unknown): object[] {
    const requestId = key;
    if (this.#types.get(key) === 'agent_run') return [message('agent_run_event', key, { requestId, event })];
    return [message('text_session_stream_token', key, { requestId, token: event })];
  }

  /** It has no agents. */
  agentEvent(): object[] {
    return [];
  }

  ask(): null {
    return null;
  }
}

function message(type: string, requestId: string, payload: unknown): object {
  return { namespace: providerNamespace, type, requestId, payload };
}

function failure(key: string, error: PageError): object {
  return message('error', key, { error: errorOf(error) });
}

function failures(key: string, type: string, error: PageError, request: Request | undefined): object[] {
  if (request?.failure) return [message(`${type}_result`, key, request.failure(error))];
  if (type !== 'text_session_prompt_streaming') return [failure(key, error)];
  // Its stream readers listen for tokens only and would never get to the error itself.
  const token = { type: 'error', error: errorOf(error) };
  return [message('text_session_stream_token', key, { requestId: key, token }), failure(key, error)];
}

function unknownType(type: string): PageError {
  return { code: 'ERR_NOT_IMPLEMENTED', message: `There is no "${type.slice(0, 100)}" on this channel.` };
}

function prompted({ sessionId, input }: Values): object {
  return { sessionId, input };
}

function readable(result: unknown): unknown {
  if (!isRecord(result)) return result;
  const { url, title, text, content } = result;
  return { url, title, text: text ?? content };
}

const isRefusal: ReadonlySet<PageErrorCode> = new Set(['ERR_PERMISSION_DENIED', 'ERR_SCOPE_REQUIRED']);

function notRegistered({ code, message: why }: PageError): object {
  const other = code === 'ERR_INVALID_REQUEST' ? 'INVALID_URL' : 'CONNECTION_FAILED';
  return { success: false, error: { code: isRefusal.has(code) ? 'USER_DENIED' : other, message: why } };
}

function notOpened({ code, message: why }: PageError): object {
  return { success: false, error: { code: isRefusal.has(code) ? 'USER_DENIED' : 'NOT_AVAILABLE', message: why } };
}
