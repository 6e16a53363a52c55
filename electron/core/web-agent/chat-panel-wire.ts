// The wire of a chat's panel, which is the companion's own document in a page: it proves itself first, and then reads, asks and stops.
import { isRecord } from '../../../contract/json.ts';
import { chatAsks } from '../../../contract/web-agent.ts';
import { hubError } from '../../../words/hub-error.ts';
import { Peer } from '../wire/peer.ts';
import { asPageFault, PageFault } from './page-fault.ts';
import type { Party } from '../../../contract/schemas/trace.ts';
import type { PageOpened } from '../../../contract/schemas/web-agent.ts';
import type { PageWire, ServedPage } from '../browsers/page-links.ts';
import type { IncomingRequest, Reply } from '../wire/incoming-request.ts';
import type { CancelForm } from '../wire/peer.ts';
import type { AttachedChat, ChatPanel } from './attached-chat.ts';
import type { PageChats } from './page-chats.ts';
import type { PageServices } from './page-services.ts';

const panelCancel: CancelForm = { method: 'cancel', params: id => ({ id }), idOf: params => params.id };

export interface PanelWireOptions {
  readonly services: PageServices;
  readonly chats: PageChats;
  readonly browserId: string;
  readonly opened: PageOpened;
  readonly wire: PageWire;
}

export function serveChatPanel({ services, chats, browserId, opened, wire }: PanelWireOptions): ServedPage {
  const { hub, tap } = services.agentServices;
  const party: Party = { kind: 'agent', id: 'page-chat', label: 'Chat in a page' };
  let chat: AttachedChat | null = null;
  const attach = (key: string) => {
    const panel: ChatPanel = {
      tell: (method, params, parent) => peer.notify(method, params, { parent }),
      end: () => wire.close(),
    };
    chat ??= chats.attach(browserId, opened, key, panel);
    return chat;
  };
  const peer: Peer = new Peer({
    ...{ hub, tap, other: () => party, cancel: panelCancel },
    send: (text, message) => wire.send(text, message),
    handle: request => handle(request, () => chat, attach),
  });
  return {
    receive: (value, text) => peer.receiveValue(value, text),
    closed: () => {
      peer.close(hubError('ERR_CANCELLED', { kind: 'left-by-itself' }));
      chat?.left();
    },
  };
}

async function handle(
  request: IncomingRequest,
  attached: () => AttachedChat | null,
  attach: (key: string) => AttachedChat,
): Promise<Reply> {
  const params = isRecord(request.params) ? request.params : {};
  const text = (name: string) => (typeof params[name] === 'string' ? params[name] : '');
  try {
    const chat = request.method === chatAsks.show ? attach(text('key')) : attached();
    if (!chat)
      throw new PageFault('ERR_PERMISSION_DENIED', 'Permission denied: this panel has not said which chat it shows.');
    return { result: await answer(chat, request, text('text')) };
  } catch (error) {
    return { error: asPageFault(error) };
  }
}

async function answer(chat: AttachedChat, request: IncomingRequest, text: string): Promise<unknown> {
  switch (request.method) {
    case chatAsks.show:
    case chatAsks.history:
      return chat.view();
    case chatAsks.send:
      await chat.send(text, request);
      return {};
    case chatAsks.stop:
      await chat.stop();
      return {};
    case chatAsks.leave:
      chat.close();
      return {};
    default:
      throw new PageFault('ERR_NOT_IMPLEMENTED', `There is no "${request.method.slice(0, 100)}" for a chat.`);
  }
}
