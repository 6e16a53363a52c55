// A call of a plugin's tool that was let pass: from the last look at what may have changed to the plugin's answer.
import { HubError, toErrorValue } from '../../../contract/errors.ts';
import { pluginBounds, pluginErrorCodes } from '../../../contract/plugins.ts';
import { foreign } from '../../../contract/reason.ts';
import { PluginToolErrorSchema } from '../../../contract/schemas/plugin-wire.ts';
import { originOf } from '../../../contract/sites.ts';
import { hubError } from '../../../words/hub-error.ts';
import { definitionHash } from '../tools/definition-hash.ts';
import { expectFitting } from './plugin-arguments.ts';
import { homeForCall, reachOf } from './plugin-entry.ts';
import { offeredTool, resultOf } from './plugin-tools.ts';
import type { Agent } from '../../../contract/schemas/entities.ts';
import type { ToolResult } from '../../../contract/schemas/messages.ts';
import type { PluginEnvelope } from '../../../native-host/dialects/plugins/plugin-envelope.ts';
import type { Callable } from '../tools/callable.ts';
import type { PluginEntry, PluginHome } from './plugin-entry.ts';
import type { PluginFigures } from './plugin-figures.ts';
import type { PluginHeartbeat } from './plugin-heartbeat.ts';
import type { PluginRecords } from './plugin-records.ts';

export interface PluginCallAsk {
  readonly callable: Callable & { readonly kind: 'plugin' };
  readonly args: Readonly<Record<string, unknown>>;
  readonly agent: Pick<Agent, 'name' | 'origin'>;
  /** The trace entry of the call. */
  readonly parent: number;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Throws when the call would be refused by now; nothing is waited for between this and the sending. */
  readonly expectAllowed: () => void;
}

export interface PluginCallsOptions {
  readonly records: PluginRecords;
  readonly figures: PluginFigures;
  readonly heartbeat: Pick<PluginHeartbeat, 'ping'>;
  readonly changed: (pluginId: string) => void;
}

export class PluginCalls {
  readonly #options: PluginCallsOptions;

  constructor(options: PluginCallsOptions) {
    this.#options = options;
  }

  /** Rejects with HubError: one of spec 002's codes, or why it could not be sent. */
  async call(ask: PluginCallAsk): Promise<ToolResult> {
    const { callable, args, expectAllowed } = ask;
    expectFitting(callable.id, callable.tool.inputSchema, args);
    const { entry, home } = this.#expectHome(callable.pluginId);
    expectAsDecided(entry, callable);
    const busy = home.link?.exchange.callsOf(entry.id) ?? 0;
    const { callsInFlight: most } = pluginBounds;
    if (busy >= most) throw hubError('ERR_RATE_LIMITED', { kind: 'plugin-busy', plugin: entry.id, most });
    expectAllowed();
    const began = performance.now();
    try {
      const result = await this.#send(ask, home);
      this.#note(ask, began, null);
      return result;
    } catch (error) {
      this.#note(ask, began, error);
      // A plugin that hangs is to be seen as such before somebody calls it again.
      if (error instanceof HubError && error.code === 'TIMEOUT') void this.#options.heartbeat.ping(entry, home);
      throw error;
    }
  }

  #send({ callable, args, agent, parent, signal, timeoutMs }: PluginCallAsk, home: PluginHome): Promise<ToolResult> {
    const { pluginId, tool } = callable;
    if (!home.link) throw hubError('ERR_SERVER_UNAVAILABLE', { kind: 'plugin-gone', plugin: pluginId });
    const callingOrigin = agent.origin === undefined ? null : originOf(agent.origin);
    const payload = { toolName: tool.name, arguments: args, ...(callingOrigin !== null && { callingOrigin }) };
    return home.link.exchange.ask(pluginId, 'PLUGIN_TOOL_CALL', {
      payload,
      parent,
      timeoutMs,
      signal,
      tool: callable.id,
      read: answer => answerIn(pluginId, tool.name, answer),
    });
  }

  #expectHome(pluginId: string): { entry: PluginEntry; home: PluginHome } {
    const entry = this.#options.records.get(pluginId);
    if (!entry?.listing) throw hubError('NOT_REGISTERED', { kind: 'no-plugin', plugin: pluginId });
    const home = entry.state.kind === 'active' ? homeForCall(entry) : null;
    if (home) return { entry, home };
    const reach = reachOf(entry);
    throw hubError('ERR_SERVER_UNAVAILABLE', {
      kind: 'plugin-down',
      pluginId,
      state: reach === 'active' ? 'unreachable' : reach,
    });
  }

  #note({ callable, agent, parent }: PluginCallAsk, began: number, error: unknown): void {
    // Forgotten meanwhile, it is not to be counted under its id for ever.
    if (!this.#options.records.get(callable.pluginId)) return;
    const value = error === null ? null : toErrorValue(error);
    this.#options.figures.called(callable.pluginId, {
      caller: agent.origin ?? agent.name,
      tool: callable.tool.name,
      ms: Math.round((performance.now() - began) * 10) / 10,
      failed: value && (value.reason ?? foreign(value.message)),
      seq: parent,
    });
    this.#options.changed(callable.pluginId);
  }
}

/** Whoever allowed the call read this definition; while it waited the plugin may have registered with another, or another browser's is offered. */
function expectAsDecided({ id, listing }: PluginEntry, { id: toolId, tool }: PluginCallAsk['callable']): void {
  const now = listing?.tools.find(({ name }) => name === tool.name);
  if (!now) throw hubError('TOOL_NOT_FOUND', { kind: 'no-such-tool-of-plugin', plugin: id, tool: tool.name });
  if (definitionHash(offeredTool(now)) === definitionHash(tool)) return;
  throw hubError('ERR_TOOL_NOT_ALLOWED', { kind: 'tool-held', tool: toolId, held: 'changed' });
}

function answerIn(plugin: string, tool: string, { type, payload }: PluginEnvelope): ToolResult {
  if (type === 'PLUGIN_TOOL_RESULT') return resultOf(payload.result);
  const error = PluginToolErrorSchema.safeParse(payload);
  if (!error.success) throw hubError('INTERNAL_ERROR', { kind: 'plugin-answer-unreadable', plugin, type });
  const { code, message: said, details } = error.data;
  // Plugins have codes of their own too; what the spec does not know is a failure of the tool.
  const known = pluginErrorCodes.find(each => each === code) ?? 'EXECUTION_FAILED';
  const told = { details: { pluginCode: code, ...(details !== undefined && { details }) } };
  throw hubError(known, { kind: 'plugin-failed', plugin, tool, code, said }, told);
}
