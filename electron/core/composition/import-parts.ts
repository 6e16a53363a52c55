// What is taken over from other apps: servers, and what a home of Harbor holds beside them, each by whoever keeps such things here.
import { sessionTakers } from '../chat/session-taker.ts';
import { modelTakers } from '../models/model-takers.ts';
import { accountTakers } from '../oauth/account-takers.ts';
import { ServerImporter } from '../servers/import/server-importer.ts';
import type { ManifestContext } from '../../../native-host/manifests/context.ts';
import type { ChatServices } from '../chat/chat-services.ts';
import type { BaseParts } from './base-parts.ts';
import type { Registries } from './registries.ts';

export function createImporter(
  { secretStore }: Pick<BaseParts, 'secretStore'>,
  {
    servers,
    ownHub,
    packages,
    oauth,
    models,
  }: Pick<Registries, 'servers' | 'ownHub' | 'packages' | 'oauth' | 'models'>,
  { manifests, chat, randomId }: { manifests: ManifestContext; chat: ChatServices; randomId: () => string },
): ServerImporter {
  return new ServerImporter({
    servers,
    machine: manifests,
    ownHub,
    packages,
    takers: { ...accountTakers(oauth), ...modelTakers(models), ...sessionTakers(chat.chats) },
    secretOf: name => secretStore.get(name),
    keepSecrets: values => secretStore.setAll(values),
    randomId,
  });
}
