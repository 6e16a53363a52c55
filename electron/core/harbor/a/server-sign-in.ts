// The sign-in whose token a server is given at its start: which one that is, and how it begins. Its tokens go to its server alone.
import { inEnglish } from '../../../../words/english.ts';
import { refusalError } from '../../agent-connections/mcp-reply.ts';
import { approvedGate } from '../../gates/approved-gate.ts';
import { tokenKey, tokenKinds, tokenName } from '../../secrets/token-references.ts';
import type { Account, Server } from '../../../../contract/schemas/servers.ts';
import type { StartedFlow } from '../../oauth/oauth-sign-ins.ts';
import type { Asked } from './asked.ts';
import type { HarborAServices } from './harbor-a-services.ts';
import type { HubServers } from './hub-servers.ts';

type Services = Pick<HarborAServices, 'servers' | 'oauth' | 'platform' | 'clients'>;

export interface WantedSignIn {
  readonly provider: string;
  readonly scopes: readonly string[];
  /** The variable that is to hold the token; that of the server's manifest when absent. */
  readonly variable?: string;
}

/** The account that its config is given tokens of; null where it is given none. */
export function accountOf({ servers }: Services, { id }: Pick<Server, 'id'>): Account | null {
  return servers.configs.account(id);
}

/**
 * Begins a sign-in once the gates let the extension manage the server: its user is shown with whom, for what, and into which variable. With
 * the sign-in the server takes the variable; it then waits for approval as after every change. Rejects with HubError or a sentence.
 */
export function startSignIn(
  services: Services,
  hub: HubServers,
  asked: Asked,
  server: Server,
  wanted: WantedSignIn,
): Promise<StartedFlow> {
  const { provider, scopes, variable } = wanted;
  const about = { provider, scopes: scopes.join(' '), ...(variable !== undefined && { variable }) };
  return hub.manage(asked, server, 'secrets', () => begin(services, asked, server, wanted), about);
}

async function begin(
  services: Services,
  asked: Pick<Asked, 'agent'>,
  { id, name }: Server,
  wanted: WantedSignIn,
): Promise<StartedFlow> {
  const { servers, oauth } = services;
  const { config } = servers.configs.of(id);
  const account = accountFor(services, { id, name }, wanted);
  const { variable } = wanted;
  if (variable !== undefined && !('env' in config)) throw new Error(`${name} takes no variables.`);
  const { provider: providerId, key: serverId, scopes } = account;
  const flow = await oauth.startFlow({ providerId, serverId, scopes });
  if (variable === undefined) return flow;
  const ended = flow.ended.then(async why => {
    if (why === null) await take(services, asked, { id, variable, account });
    return why;
  });
  return { ...flow, ended };
}

/** The user took minutes to sign in: meanwhile the extension may have been shut out, and the server be gone. Then the sign-in is taken back. */
async function take(
  services: Services,
  { agent }: Pick<Asked, 'agent'>,
  { id, variable, account }: { readonly id: string; readonly variable: string; readonly account: Account },
): Promise<void> {
  const { servers, oauth, clients } = services;
  try {
    const now = agent();
    const verdict = approvedGate({ client: clients.get(now.clientId), agent: now });
    if (verdict.kind === 'deny') throw refusalError(verdict.refusal);
    await servers.changes.takeToken(id, variable, account);
    if (!isReferenced(services, account.key)) throw new Error(`${id} takes no variables any more.`);
  } catch (error) {
    if (!isReferenced(services, account.key)) await oauth.revoke(account.key);
    throw error;
  }
}

function isReferenced({ servers }: Pick<Services, 'servers'>, key: string): boolean {
  const users = servers.configs.secretUsers();
  return tokenKinds.some(kind => (users.get(tokenName(key, kind)) ?? []).length > 0);
}

/** Its own, which stays the same; a new one under a name that no server refers to and nobody has signed in under. Throws where it has one with somebody else, or none and no variable for one. */
function accountFor(
  services: Services,
  { id, name }: Pick<Server, 'id' | 'name'>,
  { provider, scopes, variable }: WantedSignIn,
): Account {
  const own = services.servers.configs.account(id);
  if (own && own.provider !== provider) throw new Error(`${name} signs in with ${own.provider}, not with ${provider}.`);
  if (own) return { ...own, scopes: [...scopes] };
  if (variable === undefined) throw new Error(`${name} takes no token of a sign-in any more.`);
  const isTaken = (key: string) => isReferenced(services, key) || services.oauth.status(key) !== null;
  let key = tokenKey(id);
  for (let n = 2; isTaken(key); n += 1) key = tokenKey(`${id}-${n}`);
  return { provider, scopes: [...scopes], key };
}

/** How it ended is news, as the real one has it. */
export function followSignIn(
  { platform }: Services,
  tell: Asked['tell'],
  { ended, state }: StartedFlow,
  about: object,
): void {
  const news = (status: string, more: object) =>
    tell('status_update', { category: 'auth', status, timestamp: platform.now(), ...about, state, ...more });
  ended.then(
    why => (why === null ? news('oauth_success', {}) : news('oauth_error', { error: inEnglish(why) })),
    (error: unknown) => news('oauth_error', { error: error instanceof Error ? error.message : String(error) }),
  );
}
