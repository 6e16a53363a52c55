// What sign-ins for servers have brought, kept among the secrets under the name of each server.
import { type KeptSignIn, KeptSignInSchema, type TokenAnswer } from '../../../contract/schemas/oauth.ts';
import { hubError } from '../../../words/hub-error.ts';
import { signInPrefix, tokenKey } from '../secrets/token-references.ts';
import type { SecretStore } from '../secrets/secret-store.ts';

const maxKept = 200;

export class KeptSignIns {
  readonly #store: Pick<SecretStore, 'signIn' | 'saveSignIn' | 'signInIds'>;
  /** By key, the last turn; none of them rejects. */
  readonly #turns = new Map<string, Promise<void>>();

  constructor(store: Pick<SecretStore, 'signIn' | 'saveSignIn' | 'signInIds'>) {
    this.#store = store;
  }

  /** Null where there is none, also where what is kept is of another version. */
  of(serverId: string): KeptSignIn | null {
    const kept = KeptSignInSchema.safeParse(this.#store.signIn(keyOf(serverId)));
    return kept.success ? kept.data : null;
  }

  /** One after another for each server, so that what is read within it is still so when it is changed. */
  inTurn<T>(serverId: string, work: () => Promise<T>): Promise<T> {
    const key = keyOf(serverId);
    const turn = (this.#turns.get(key) ?? Promise.resolve()).then(work);
    const done = turn.then(nothing, nothing).finally(() => {
      if (this.#turns.get(key) === done) this.#turns.delete(key);
    });
    this.#turns.set(key, done);
    return turn;
  }

  /** Rejects with HubError where it cannot be kept. */
  async save(serverId: string, signIn: KeptSignIn): Promise<void> {
    const count = this.#store.signInIds().filter(id => id.startsWith(signInPrefix)).length;
    if (count >= maxKept && this.of(serverId) === null)
      throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'oauth-too-many', most: maxKept });
    await this.#store.saveSignIn(keyOf(serverId), { ...signIn });
  }

  async forget(serverId: string): Promise<void> {
    await this.#store.saveSignIn(keyOf(serverId), null);
  }
}

function nothing(): void {}

function keyOf(serverId: string): string {
  return signInPrefix + tokenKey(serverId);
}

/** What comes to be kept of an answer. A provider that gives no new token to renew with lets the old one count on. */
export function signInOf(
  answer: TokenAnswer,
  now: number,
  before: Pick<KeptSignIn, 'provider' | 'scopes'> & Partial<Pick<KeptSignIn, 'createdAt' | 'tokens'>>,
): KeptSignIn {
  const refresh = answer.refresh_token ?? before.tokens?.refresh_token;
  return {
    provider: before.provider,
    scopes: [...before.scopes],
    createdAt: before.createdAt ?? now,
    updatedAt: now,
    expiresAt: answer.expires_in === undefined ? null : now + answer.expires_in * 1_000,
    tokens: {
      access_token: answer.access_token,
      token_type: answer.token_type ?? 'Bearer',
      ...(refresh !== undefined && { refresh_token: refresh }),
    },
  };
}
