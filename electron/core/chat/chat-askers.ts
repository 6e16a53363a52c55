// Who asks in a conversation: the user in the panel, an extension or agent, a page. In whose name its calls are made follows from that.
import { chatClientId } from '../../../contract/chat.ts';
import { hubError } from '../../../words/hub-error.ts';
import type { ChatOrigin } from '../../../contract/schemas/chat.ts';
import type { Client } from '../../../contract/schemas/entities.ts';
import type { ModelAsker } from '../models/model-answer.ts';

/** As its connection tells it, never as it says itself. */
export type ChatAsker =
  | { readonly kind: 'user' }
  | { readonly kind: 'client'; readonly id: string }
  /** A page of that origin, which came through that client; `isPage`: in a panel of its own, with the tools that it lends. */
  | { readonly kind: 'origin'; readonly id: string; readonly clientId: string; readonly isPage?: true };

export const theUser: ChatAsker = { kind: 'user' };

/** The client in whose name the calls are made that an asker's question leads to. */
export function clientIdOf(asker: ChatAsker): string {
  if (asker.kind === 'user') return chatClientId;
  return asker.kind === 'client' ? asker.id : asker.clientId;
}

export function originOf(asker: ChatAsker): string | undefined {
  return asker.kind === 'origin' ? asker.id : undefined;
}

/** Throws ERR_CANCELLED where that client is not there any more. */
export function expectClient(clients: { get(id: string): Client | null }, asker: ChatAsker): Client {
  const client = clients.get(clientIdOf(asker));
  if (!client) throw hubError('ERR_CANCELLED', { kind: 'chat-asker-gone' });
  return client;
}

export function beganBy(asker: ChatAsker, clients: { get(id: string): Client | null }): ChatOrigin {
  if (asker.kind === 'user') return asker;
  if (asker.kind === 'origin') return { kind: 'origin', id: asker.id };
  return { kind: 'client', id: asker.id, name: clients.get(asker.id)?.name ?? asker.id };
}

/** The user may use all conversations, everybody else only those that they began. */
export function mayUse(asker: ChatAsker, from: ChatOrigin): boolean {
  if (asker.kind === 'user') return true;
  return asker.kind === from.kind && asker.id === from.id;
}

export function modelAskerOf(asker: ChatAsker, agentId: string): Omit<ModelAsker, 'parent'> {
  return { kind: asker.kind, id: asker.kind === 'user' ? chatClientId : asker.id, agentId };
}
