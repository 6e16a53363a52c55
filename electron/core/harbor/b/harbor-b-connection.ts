// One extension of Harbor's second generation at its relay: an agent like any other, whose requests are served at once and side by side.
import { dialects } from '../../../../native-host/dialects/dialects.ts';
import { inEnglish } from '../../../../words/english.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { partyOf } from '../../agent-connections/agent-connection.ts';
import { expectBrowserTakes } from '../../browsers/browser-frame.ts';
import { Peer } from '../../wire/peer.ts';
import { ReadableRun } from '../../wire/readable-run.ts';
import { harborClientId } from '../harbor-services.ts';
import { answerHarborB } from './harbor-b-methods.ts';
import { OwnTools } from './own-tools.ts';
import { ServerCalls } from './server-calls.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { Agent } from '../../../../contract/schemas/entities.ts';
import type { FrameChannel } from '../../../../native-host/framing/frame-channel.ts';
import type { IncomingRequest, Reply } from '../../wire/incoming-request.ts';
import type { CancelForm } from '../../wire/peer.ts';
import type { HarborCaller } from '../harbor-services.ts';
import type { HarborBServices } from './harbor-b-services.ts';
import type { HarborBSession } from './harbor-b-session.ts';

/** The wire has no cancellation: its extension drops its port. */
const noCancel: CancelForm = { method: 'cancel', params: id => ({ id }), idOf: () => undefined };

/** As the real bridge words them; its extension takes the first word for its state. */
const ready = { status: 'ready', message: 'Harbor bridge is running' };
const pong = { status: 'pong', message: 'Bridge is alive' };

/** As the sandbox writes it to stderr. */
const consoleLine = /^\[(log|info|debug|trace|warn|error)\] (.*)$/s;

const counted: ReadonlySet<string> = new Set(['llm.chat', 'llm.chat_stream', 'js.call', 'mcp.call_tool']);

async function settled(act: () => Promise<Reply>): Promise<Reply> {
  try {
    return await act();
  } catch (error) {
    return { error };
  }
}

/** Serves the extension until its browser, the user or the hub ends it. What it waits for then is cancelled. */
export function acceptHarborB(services: HarborBServices, caller: HarborCaller, channel: FrameChannel): void {
  new HarborBConnection(services, caller, channel);
}

class HarborBConnection {
  readonly #services: HarborBServices;
  readonly #channel: FrameChannel;
  readonly #agentId: string;
  readonly #peer: Peer;
  readonly #session: HarborBSession;
  readonly #deafen: () => void;
  #ended: Reason | null = null;

  constructor(services: HarborBServices, caller: HarborCaller, channel: FrameChannel) {
    const { agentServices } = services;
    const { hub, tap } = agentServices;
    this.#services = services;
    this.#channel = channel;
    this.#agentId = this.#arrive(caller);
    const agent = () => this.#agent();
    this.#session = {
      services,
      agent,
      ownTools: new OwnTools(services, agent),
      calls: new ServerCalls(services, agent, (method, params, options) => this.#peer.request(method, params, options)),
      started: new Set(),
      tell: (type, params, parent) => this.#peer.notify(type, params, { parent }),
    };
    this.#peer = new Peer({
      dialect: dialects['harbor-b'].extension(),
      hub,
      tap,
      other: () => partyOf(this.#agent()),
      cancel: noCancel,
      ...(agentServices.firstId && { firstId: agentServices.firstId() }),
      send: text => {
        expectBrowserTakes(text);
        channel.send(text);
      },
      handle: request => this.#serve(request),
      notified: method => this.#notified(method),
    });
    const run = new ReadableRun(reason => this.#closeWith(reason));
    channel.onFrame(frame => run.note(this.#peer.receiveBytes(frame)));
    channel.onClose((_, end) => this.#closed(this.#ended ?? end ?? { kind: 'left-by-itself' }));
    this.#deafen = services.servers.records.onLine((serverId, line) => this.#wrote(serverId, line));
    this.#peer.notify('status', ready);
  }

  #arrive({ extensionId: extension }: HarborCaller): string {
    const { agentServices, clients, platform } = this.#services;
    const { agents } = agentServices;
    const client = clients.expect(harborClientId);
    const { id } = agents.connect({
      client,
      extension,
      // An extension says nothing of which connection it was: it takes up what an agent left only when there is no doubt whose it was.
      instance: agents.returning.loneOrphan(client.id, extension) ?? platform.randomBytes(16).toString('hex'),
      transport: 'harbor',
      program: null,
      end: { kind: 'unix', descriptor: this.#channel.descriptor, isShim: true },
      disconnect: reason => this.#dismiss(reason),
    });
    agents.introduce(id, 'Harbor', '', null);
    clients.seen(client.id);
    return id;
  }

  /** What makes the hub act or ask somebody counts as a call of the agent. */
  async #serve(request: IncomingRequest): Promise<Reply> {
    if (!counted.has(request.method)) return answerHarborB(this.#session, request);
    const { calls } = this.#services.agentServices.agents;
    const presence = calls.presence(this.#agentId);
    const startedAt = calls.started(this.#agentId);
    const reply = await settled(() => answerHarborB(this.#session, request));
    const { outcome = 'error' in reply ? 'error' : 'ok', waitedMs = 0 } = reply.verdict ?? {};
    calls.ended(this.#agentId, request.signal.aborted ? 'cancelled' : outcome, startedAt, waitedMs, presence);
    return reply;
  }

  #agent(): Agent {
    return this.#services.agentServices.agents.expect(this.#agentId);
  }

  #notified(method: string): void {
    if (method === 'ping') this.#peer.notify('status', pong);
    else if (method === 'status') this.#peer.notify('status', ready);
    else if (method === 'shutdown') this.#closeWith({ kind: 'left-by-itself' });
  }

  /** What a script of this extension says on its console, in its log too; secrets in it are hidden. */
  #wrote(serverId: string, line: string): void {
    const { scripts, servers } = this.#services;
    const server_id = scripts.scriptOf(serverId);
    const [, level, text = ''] = consoleLine.exec(line) ?? [];
    if (server_id === null || level === undefined || !this.#session.started.has(server_id)) return;
    const message = servers.records.mask(text);
    this.#peer.notify('console', { server_id, level: level === 'trace' ? 'debug' : level, message });
  }

  #dismiss(reason: Reason): void {
    this.#peer.dismiss(hubError('ERR_CANCELLED', reason));
    this.#closeWith(reason);
  }

  #closeWith(reason: Reason): void {
    this.#ended ??= reason;
    this.#channel.close(inEnglish(reason));
  }

  #closed(reason: Reason): void {
    this.#deafen();
    const error = hubError('ERR_CANCELLED', reason);
    this.#peer.close(error);
    this.#session.ownTools.end(error);
    this.#services.agentServices.agents.left(this.#agentId, reason, true);
  }
}
