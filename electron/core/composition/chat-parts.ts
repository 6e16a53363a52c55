// Chat in the hub: conversations with the registries that their calls pass, and what they hear of.
import { ChatServices } from '../chat/chat-services.ts';
import { HubModels } from '../chat/hub-models.ts';
import type { AgentServices } from '../agent-connections/agent-services.ts';
import type { BaseParts } from './base-parts.ts';
import type { Boot } from './boot.ts';
import type { Registries } from './registries.ts';

export async function createChat(
  { platform, panels, closers }: Boot,
  { state, store, mask }: BaseParts,
  { clients, prompts, servers, models }: Registries,
  agentServices: AgentServices,
): Promise<ChatServices> {
  const chat = await ChatServices.open({
    ...{ agentServices, clients, prompts, servers, mask, table: store.chats, models: new HubModels(models) },
    plugin: id => state.get('plugins', id),
    now: () => platform.now(),
    randomBytes: size => platform.randomBytes(size),
    tell: event => panels.tell(event),
    counted: counts => state.setHub({ chat: counts }),
  });
  const end = state.subscribe(({ changes }) => {
    if (changes.some(({ collection }) => collection === 'prompts')) chat.promptsChanged();
  });
  closers.add(async () => {
    end();
    await chat.stop();
  });
  return chat;
}
