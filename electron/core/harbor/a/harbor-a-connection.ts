// One extension of Harbor's first generation at its relay: an agent like any other, whose requests are served at once and side by side.
// Where it speaks for a page, the page's origin is the one who asks.
import { isRecord } from '../../../../contract/json.ts';
import { dialects } from '../../../../native-host/dialects/dialects.ts';
import { maxHarborABytes } from '../../../../native-host/dialects/harbor/harbor-a.ts';
import { inEnglish } from '../../../../words/english.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { partyOf } from '../../agent-connections/agent-connection.ts';
import { Peer } from '../../wire/peer.ts';
import { ReadableRun } from '../../wire/readable-run.ts';
import { harborClientId } from '../harbor-services.ts';
import { Fault } from './asked.ts';
import { createFamilies } from './families.ts';
import { followServers } from './server-news.ts';
import { tabsOf } from './tab-grants.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { Agent } from '../../../../contract/schemas/entities.ts';
import type { Party } from '../../../../contract/schemas/trace.ts';
import type { FrameChannel } from '../../../../native-host/framing/frame-channel.ts';
import type { SitesVia } from '../../sites/site-registry.ts';
import type { Verdict } from '../../trace/tap.ts';
import type { IncomingRequest, Reply } from '../../wire/incoming-request.ts';
import type { CancelForm } from '../../wire/peer.ts';
import type { HarborCaller, HarborServices } from '../harbor-services.ts';
import type { Asked, NewsType } from './asked.ts';
import type { Families } from './families.ts';
import type { HarborAServices } from './harbor-a-services.ts';

/** The wire has no cancellation: its extension gives up by itself, or drops its port. */
const noCancel: CancelForm = { method: 'cancel', params: id => ({ id }), idOf: () => undefined };

/** Messages whose `origin` is the page that asks. */
const ofPages: ReadonlySet<string> = new Set(['host_list_tools', 'host_call_tool']);
/** What somebody whom the user shut out may say still. */
const beforeAdmission: ReadonlySet<string> = new Set(['hello', 'ping']);

/** Serves the extension until its browser, the user or the hub ends it. What it waits for then is cancelled. */
export function acceptHarborA(services: HarborServices, caller: HarborCaller, channel: FrameChannel): void {
  const { harborA, ...others } = services;
  new HarborAConnection({ ...others, ...harborA }, caller, channel);
}

class HarborAConnection {
  readonly #services: HarborAServices;
  readonly #channel: FrameChannel;
  readonly #agentId: string;
  readonly #via: SitesVia;
  readonly #peer: Peer;
  readonly #families: Families;
  readonly #unfollow: () => void;
  #ended: Reason | null = null;

  constructor(services: HarborAServices, caller: HarborCaller, channel: FrameChannel) {
    const { agentServices, clients, platform } = services;
    const { agents, hub, tap } = agentServices;
    this.#services = services;
    this.#channel = channel;
    const client = clients.expect(harborClientId);
    const { extensionId: extension } = caller;
    this.#agentId = agents.connect({
      client,
      extension,
      instance: agents.returning.loneOrphan(client.id, extension) ?? platform.randomBytes(16).toString('hex'),
      transport: 'harbor',
      program: null,
      end: { kind: 'unix', descriptor: channel.descriptor, isShim: true },
      disconnect: reason => this.#dismiss(reason),
    }).id;
    this.#via = { id: this.#agentId, name: 'Harbor', transport: 'harbor' };
    agents.introduce(this.#agentId, 'Harbor', caller.extensionId, null);
    clients.seen(client.id);
    this.#families = createFamilies(services);
    const dialect = dialects['harbor-a'].extension();
    this.#peer = new Peer({
      dialect: { decode: value => this.#decoded(dialect.decode(value)), encode: dialect.encode },
      hub,
      tap,
      other: () => this.#speaker ?? partyOf(this.#agent()),
      cancel: noCancel,
      send: text => this.#send(text),
      handle: request => this.#handle(request),
    });
    const run = new ReadableRun(reason => this.#closeWith(reason));
    channel.onFrame(frame => {
      run.note(this.#peer.receiveBytes(frame));
      this.#speaker = null;
    });
    channel.onClose((_, end) => this.#closed(this.#ended ?? end ?? { kind: 'left-by-itself' }));
    this.#unfollow = followServers(services, (type, fields) => this.#tell(type, fields));
  }

  /** Whom the message that is being read comes from, where that is a page. */
  #speaker: Party | null = null;

  #agent(): Agent {
    return this.#services.agentServices.agents.expect(this.#agentId);
  }

  #decoded(message: ReturnType<ReturnType<(typeof dialects)['harbor-a']['extension']>['decode']>) {
    this.#speaker = null;
    if (typeof message === 'string' || message.kind !== 'request' || !ofPages.has(message.method)) return message;
    const origin = isRecord(message.params) ? message.params.origin : undefined;
    if (typeof origin !== 'string' || !this.#isLetIn()) return message;
    try {
      const { sites } = this.#services;
      this.#speaker = partyOf(sites.agentOf(sites.arrive(origin, this.#via)));
    } catch {
      // What is no origin is refused by whoever answers; until then it is the extension that speaks.
    }
    return message;
  }

  #isLetIn(): boolean {
    const client = this.#services.clients.get(harborClientId);
    return client !== null && client.admitted !== false;
  }

  async #handle(request: IncomingRequest): Promise<Reply> {
    const { method: type, params } = request;
    const { handlers } = this.#families;
    const handler = Object.hasOwn(handlers, type) ? handlers[type] : undefined;
    if (!handler) throw new Fault('unknown_message_type', `Unknown message type: ${type}`, { received_type: type });
    if (!beforeAdmission.has(type) && !this.#isLetIn())
      throw hubError('ERR_PERMISSION_DENIED', { kind: 'client-shut-out', client: this.#agent().name });
    let verdict: Verdict | undefined;
    const asked: Asked = {
      type,
      fields: isRecord(params) ? params : {},
      request,
      via: this.#via,
      agent: () => this.#agent(),
      tell: (news, fields) => this.#tell(news, fields),
      decided: said => (verdict = said),
    };
    try {
      const result = await handler(asked);
      return { result, ...(verdict && { verdict }) };
    } catch (error) {
      return { error, ...(verdict && { verdict }) };
    }
  }

  #tell(type: NewsType, fields: Readonly<Record<string, unknown>>): void {
    this.#peer.notify(type, fields);
  }

  /** Throws ERR_TOO_LARGE for what the browser would not take; the asker is then told that. */
  #send(text: string): void {
    const bytes = Buffer.byteLength(text);
    if (bytes > maxHarborABytes)
      throw hubError('ERR_TOO_LARGE', { kind: 'request-too-large', bytes, most: maxHarborABytes });
    this.#channel.send(text);
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
    const { agentServices, sites, grants } = this.#services;
    this.#unfollow();
    this.#peer.close(hubError('ERR_CANCELLED', reason));
    void this.#families.left();
    // Its tabs are those of a browser that is gone, or may not be told apart from others when it comes back.
    tabsOf(this.#via, grants).endAll();
    sites.left(this.#via, reason);
    agentServices.agents.left(this.#agentId, reason, true);
  }
}
