// What the panel asks about secrets and about signing in to remote servers.
import { inEnglish } from '../../../words/english.ts';
import { hubError } from '../../../words/hub-error.ts';
import { done } from './done.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { Secret } from '../../../contract/schemas/secrets.ts';
import type { PanelServices } from './panel-services.ts';

type SecretRequest = 'secrets:list' | 'secrets:set' | 'secrets:remove';
type SignInRequest = 'servers:sign-in' | 'servers:open-sign-in' | 'servers:sign-out';
type Services = Pick<PanelServices, 'secretStore' | 'servers' | 'signIns' | 'oauth' | 'openLink'>;

export function createSecretHandlers(services: Services): Pick<PanelHandlers, SecretRequest | SignInRequest> {
  const { secretStore, servers } = services;
  return {
    ...createSignInHandlers(services),
    'secrets:list': () => {
      const users = servers.configs.secretUsers();
      const names = [...new Set([...secretStore.names(), ...users.keys()])].sort();
      const secrets = names.map(
        (name): Secret => ({ name, isSet: secretStore.isSet(name), usedBy: [...(users.get(name) ?? [])] }),
      );
      return { secrets, keeper: secretStore.keeper };
    },
    'secrets:set': async ({ name, value }) => {
      await secretStore.set(name, value);
      for (const serverId of servers.configs.secretUsers().get(name) ?? []) {
        const state = servers.get(serverId)?.state;
        if (state?.kind === 'blocked' && state.by === 'secret') servers.start(serverId).catch(() => {});
      }
      return {};
    },
    'secrets:remove': ({ name }) => done(secretStore.remove(name)),
  };
}

function createSignInHandlers({ servers, signIns, oauth, openLink }: Services): Pick<PanelHandlers, SignInRequest> {
  return {
    'servers:sign-in': async ({ serverId }) => {
      const onEnded = (trouble: Reason | null) => {
        if (trouble !== null) servers.records.wrote(serverId, `The sign-in failed: ${inEnglish(trouble)}`);
        else void startAgain(servers, serverId);
      };
      const account = servers.configs.approvedAccount(serverId);
      if (!account) return { url: await signIns.begin(servers.configs.approvedRemote(serverId), onEnded) };
      const { provider: providerId, scopes, key } = account;
      const flow = await oauth.startFlow({ providerId, serverId: key, scopes });
      void flow.ended.then(onEnded);
      return { url: flow.authUrl };
    },
    'servers:open-sign-in': async ({ serverId }) => {
      const account = servers.configs.account(serverId);
      const url = account ? oauth.addressToOpen(account.key) : signIns.addressToOpen(serverId);
      if (url === null) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'no-sign-in-under-way' });
      if (!openLink) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'only-desktop-opens' });
      await openLink(url);
      return {};
    },
    'servers:sign-out': async ({ serverId }) => {
      const asked = signedInWith(servers, serverId);
      await servers.stop(serverId);
      // While it ended, its config may have become another one, whose sign-in nobody meant.
      const account = servers.configs.account(serverId);
      if (signedInWith(servers, serverId) !== asked)
        throw hubError('ERR_INVALID_ARGUMENTS', {
          kind: 'sign-out-other',
          server: servers.get(serverId)?.name ?? serverId,
        });
      if (account) await oauth.revoke(account.key);
      else await signIns.forget(serverId);
      servers.refresh(serverId);
      return {};
    },
  };
}

/** What a sign-in for it is kept under, and where it counts. Throws HubError for a server without sign-ins. */
function signedInWith({ configs }: Services['servers'], serverId: string): string {
  const account = configs.account(serverId);
  return account ? `account ${account.provider} ${account.key}` : `address ${configs.remote(serverId).config.url}`;
}

/** A new sign-in counts for the next run: one that runs with an older one ends first. */
async function startAgain(servers: Services['servers'], serverId: string): Promise<void> {
  try {
    if (servers.get(serverId)?.state.kind !== 'unauthorized') await servers.stop(serverId);
    await servers.start(serverId);
  } catch {
    // What is wrong is in its state.
  }
}
