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
import type { Reason } from '../../../../contract/reasons.ts';
import type { Agent } from '../../../../contract/schemas/entities.ts';
import type { FrameChannel } from '../../../../native-host/framing/frame-channel.ts';
import type { CancelForm } from '../../wire/peer.ts';
import type { HarborCaller, HarborServices } from '../harbor-services.ts';

/** The wire has no cancellation: its extension drops its port. */
const noCancel: CancelForm = { method: 'cancel', params: id => ({ id }), idOf: () => undefined };

/** As the real bridge words them; its extension takes the first word for its state. */
const ready = { status: 'ready', message: 'Harbor bridge is running' };
const pong = { status: 'pong', message: 'Bridge is alive' };

/** Serves the extension until its browser, the user or the hub ends it. What it waits for then is cancelled. */
export function acceptHarborB(services: HarborServices, caller: HarborCaller, channel: FrameChannel): void {
  new HarborBConnection(services, caller, channel);
}

class HarborBConnection {
  readonly #services: HarborServices;
  readonly #channel: FrameChannel;
  readonly #agentId: string;
  readonly #peer: Peer;
  #ended: Reason | null = null;

  constructor(services: HarborServices, _caller: HarborCaller, channel: FrameChannel) {
    const { agentServices, clients, platform } = services;
    const { agents, hub, tap } = agentServices;
    this.#services = services;
    this.#channel = channel;
    const client = clients.expect(harborClientId);
    this.#agentId = agents.connect({
      client,
      // An extension says nothing of which one it was: it takes up what an agent left only when there is no doubt whose it was.
      instance: agents.returning.loneOrphan(client.id) ?? platform.randomBytes(16).toString('hex'),
      transport: 'harbor',
      program: null,
      end: { kind: 'unix', descriptor: channel.descriptor, isShim: true },
      disconnect: reason => this.#dismiss(reason),
    }).id;
    agents.introduce(this.#agentId, 'Harbor', '', null);
    clients.seen(client.id);
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
      handle: async request => answerHarborB({ services, agent: () => this.#agent() }, request),
      notified: method => this.#notified(method),
    });
    const run = new ReadableRun(reason => this.#closeWith(reason));
    channel.onFrame(frame => run.note(this.#peer.receiveBytes(frame)));
    channel.onClose((_, end) => this.#closed(this.#ended ?? end ?? { kind: 'left-by-itself' }));
    this.#peer.notify('status', ready);
  }

  #agent(): Agent {
    return this.#services.agentServices.agents.expect(this.#agentId);
  }

  #notified(method: string): void {
    if (method === 'ping') this.#peer.notify('status', pong);
    else if (method === 'status') this.#peer.notify('status', ready);
    else if (method === 'shutdown') this.#closeWith({ kind: 'left-by-itself' });
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
    this.#peer.close(hubError('ERR_CANCELLED', reason));
    this.#services.agentServices.agents.left(this.#agentId, reason, true);
  }
}
