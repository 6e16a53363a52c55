// One client of the local bridge: the browser it means, the mode it names, the questions that are put to it, and what it hears of browsers.

import { toErrorValue } from '../../../../contract/errors.ts';
import { isRecord } from '../../../../contract/json.ts';
import { claudeToolName } from '../../../../native-host/dialects/claude/claude-tools.ts';
import { dialects } from '../../../../native-host/dialects/dialects.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { readMode, withSaid } from './claude-bridge-modes.ts';
import { peerOf } from './claude-bridge-peers.ts';
import type { Agent, Browser } from '../../../../contract/schemas/entities.ts';
import type { ToolCallParams, ToolResult } from '../../../../contract/schemas/messages.ts';
import type { AgentConnection } from '../../agent-connections/agent-connection.ts';
import type { AgentWire, AskedOnce } from '../../agents/agent-wire.ts';
import type { ClaudeServices } from './claude-connection.ts';

/** Longer ones would make an answer larger than its request. */
const maxIdChars = 200;

export class BridgeAgent {
  readonly #services: ClaudeServices;
  readonly #connection: () => AgentConnection;
  /** Calls about which its program may be asked, by the id of the question: what ends each. */
  readonly #asked = new Map<string, AbortController>();
  /** Modes that it was told of already. */
  readonly #told = new Set<string>();
  /** Whether it has named a browser, or was given one, since it connected. */
  #hasChosen = false;
  /** A request for a browser that came while there was none. */
  #waiting: string | null = null;
  /** Since 2.1.330 a client chooses among the browsers by itself, and plans no more. */
  #isNew = false;

  constructor(services: ClaudeServices, connection: () => AgentConnection) {
    this.#services = services;
    this.#connection = connection;
  }

  wire(): AgentWire {
    const { browsers } = this.#services;
    return {
      dialect: dialects['claude-bridge'].agent(),
      policy: { lacksDialogTool: true },
      toolName: tool => this.#toolName(tool),
      methods: {
        'claude/connect': params => {
          const claimed = isRecord(params) && typeof params.client_type === 'string' ? params.client_type : '';
          this.#connection().introduce(claimed, '');
          return browsers.connected().length === 0 ? { waits: true } : { client_type: claimed };
        },
        'claude/extensions': () => ({ extensions: browsers.connected().map(peerOf) }),
        'claude/pair': params => this.#pair(isRecord(params) ? params.request_id : undefined),
      },
      notified: (method, params) => {
        if (method === 'claude/permission_response') this.#answered(params);
      },
      call: (agent, params, _, asked) => this.#call(agent, params, asked),
    };
  }

  /** A browser has come or gone. */
  peerChanged(method: string, params: Record<string, unknown>): void {
    const connection = this.#connection();
    connection.notify(method, params);
    const waiting = this.#waiting;
    const answer = waiting === null ? null : this.#pair(waiting);
    if (answer?.device_id !== undefined) connection.notify('claude/pairing_response', answer);
  }

  /** Which browser it goes on in: the one where it would work, and the next one when it asks again. */
  #pair(id: unknown): Record<string, unknown> {
    if (typeof id !== 'string' || id === '' || id.length > maxIdChars) return {};
    const { agentServices, browsers } = this.#services;
    const connected = browsers.connected();
    const agent = agentServices.agents.expect(this.#connection().agentId);
    const at = connected.findIndex(browser => browser.id === browsers.forAgent(agent)?.id);
    const next = connected[(at + (this.#hasChosen ? 1 : 0)) % connected.length] ?? connected[0];
    this.#waiting = next ? null : id;
    if (!next) return {};
    this.#choose(agent, next);
    return { request_id: id, device_id: next.id, name: next.name };
  }

  async #call(agent: Agent, params: ToolCallParams, { id, within }: AskedOnce): Promise<ToolResult> {
    if (params.supports_tool_result_error_code === true) this.#isNew = true;
    const problem = this.#target(agent, params);
    if (problem) return problem;
    const mode = readMode(params);
    const declined = new AbortController();
    const question = typeof id === 'string' && params.handle_permission_prompts === true ? id : null;
    const onQuestion = () => {
      if (question !== null) this.#ask(question, params, declined);
    };
    try {
      const run = within({ heldTo: mode.heldTo, signal: declined.signal, onQuestion });
      const { name, arguments: args, _meta } = params;
      const result = await run({ name, arguments: args, ...(_meta !== undefined && { _meta }) });
      return this.#isNews(params) ? withSaid(result, mode) : result;
    } catch (error) {
      if (!declined.signal.aborted) throw error;
      const { code, message } = toErrorValue(declined.signal.reason);
      return {
        content: [{ type: 'text', text: `${message} [${code}]` }],
        isError: true,
        _meta: { 'dev.pilothouse/code': code },
      };
    } finally {
      if (question !== null) this.#asked.delete(question);
    }
  }

  /** The user is asked in Pilothouse. The program is told, and may give up the call; it cannot allow it. */
  #ask(id: string, { name, arguments: args = {} }: ToolCallParams, declined: AbortController): void {
    if (this.#asked.has(id)) return;
    this.#asked.set(id, declined);
    const url = typeof args.url === 'string' ? args.url : '';
    const about = { tool_use_id: id, request_id: id, tool_type: claudeToolName(name), url };
    this.#connection().notify('claude/permission_request', about);
  }

  #answered(params: unknown): void {
    const { id, allowed } = isRecord(params) ? params : {};
    if (allowed === true || typeof id !== 'string') return;
    this.#asked.get(id)?.abort(hubError('ERR_PERMISSION_DENIED', { kind: 'declined-by-program' }));
  }

  /** Each mode is told of once. */
  #isNews({ permission_mode: mode, allowed_domains: domains }: ToolCallParams): boolean {
    const key = `${String(mode)} ${domains === undefined}`.slice(0, 100);
    if (this.#told.has(key) || this.#told.size >= 10) return false;
    this.#told.add(key);
    return true;
  }

  /** `target_device_id` names a browser of `extensions_list`; the agent works in it from then on. */
  #target(agent: Agent, { target_device_id: target }: ToolCallParams): ToolResult | null {
    if (typeof target !== 'string') return null;
    this.#hasChosen = true;
    if (target === agent.browserId && !agent.moved) return null;
    const connected = this.#services.browsers.connected();
    const wanted = connected.find(({ id }) => id === target);
    if (wanted) {
      this.#choose(agent, wanted);
      return null;
    }
    const list = this.#toolName('list_connected_browsers') ?? 'switch_browser';
    const text = `No connected browser is called ${JSON.stringify(target.slice(0, 100))}; call ${list}, there are ${connected.length}.`;
    return {
      content: [{ type: 'text', text }],
      isError: true,
      _meta: { 'dev.pilothouse/code': 'ERR_INVALID_ARGUMENTS' },
    };
  }

  #choose(agent: Agent, { id }: Browser): void {
    this.#hasChosen = true;
    if (agent.browserId !== id || agent.moved) this.#services.agentServices.agents.browsers.choose(agent.id, id);
  }

  #toolName(tool: string): string | null {
    if (tool === 'update_plan') return this.#isNew ? null : tool;
    if (tool === 'select_browser') return this.#isNew ? tool : 'switch_browser';
    if (tool === 'list_connected_browsers') return this.#isNew ? tool : null;
    return claudeToolName(tool);
  }
}
