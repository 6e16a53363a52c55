// The client in whose name conversations of the user call tools. No program can be it: it has no credential.
import { chatClientId } from '../../../contract/chat.ts';
import type { Client } from '../../../contract/schemas/entities.ts';

/** A name, which is translated nowhere, as those of all clients. */
export const chatClient: Client = {
  id: chatClientId,
  name: 'Chat',
  verified: true,
  start: 'ask',
  colour: 1,
  createdAt: 0,
  lastSeenAt: null,
};
