// One sign-in under way: its state, its proof (PKCE), the address where the user does it, and the listener that waits for the answer.
import { createHash } from 'node:crypto';
import { oauthCallback } from '../../../contract/oauth.ts';
import { reasonOf } from '../../../contract/reason.ts';
import { hubError } from '../../../words/hub-error.ts';
import { exchangeCode, takeBack } from './token-requests.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { TokenAnswer } from '../../../contract/schemas/oauth.ts';
import type { LoopbackCallback } from '../servers/remote/sign-in/loopback-callback.ts';
import type { TokenRequester } from './token-requests.ts';

export interface FlowOptions extends TokenRequester {
  readonly scopes: readonly string[];
  readonly timeoutMs: number;
  randomBytes(size: number): Buffer;
  /** Keeps what it brought. `expectOpen` throws where the flow has been ended, which is to be asked after everything that is waited for. */
  onTokens(answer: TokenAnswer, expectOpen: () => void): Promise<void>;
}

export class OAuthFlow {
  readonly #options: FlowOptions;
  readonly #verifier: string;
  readonly state: string;
  #callback: LoopbackCallback | null = null;
  /** Why it ends where nobody says otherwise. */
  #end: Reason | null = { kind: 'sign-in-late' };
  #isOver = false;
  #authUrl: string | null = null;
  #settle: (reason: Reason | null) => void = () => {};
  /** Resolves with null when signed in, else with why not. */
  readonly ended = new Promise<Reason | null>(resolve => {
    this.#settle = resolve;
  });

  constructor(options: FlowOptions) {
    this.#options = options;
    this.state = options.randomBytes(32).toString('base64url');
    this.#verifier = options.randomBytes(32).toString('base64url');
  }

  /** Listens, and resolves with the address where the user signs in. */
  async begin(): Promise<string> {
    const { LoopbackCallback: Callback } = await import('../servers/remote/sign-in/loopback-callback.ts');
    const { provider, timeoutMs } = this.#options;
    this.#callback = await Callback.open({
      ...oauthCallback,
      state: this.state,
      name: provider.name,
      timeoutMs,
      onAnswer: answer => this.#answered(answer),
      onClosed: () => this.#closed(),
    });
    if (this.#isOver) {
      // It was ended before it listened.
      this.#callback.close();
      throw hubError('ERR_SERVER_UNAVAILABLE', this.#end ?? { kind: 'oauth-cancelled' });
    }
    this.#authUrl = this.#address(this.#callback.redirectUrl);
    return this.#authUrl;
  }

  /** Null before it has begun. `hides`: the address itself, which holds the state, is not to stand in the arguments of a program. */
  addressToOpen(hides: boolean): string | null {
    if (this.#authUrl === null) return null;
    return hides ? (this.#callback?.leadTo(this.#authUrl) ?? null) : this.#authUrl;
  }

  /** Ends it for this reason; what the provider answers then is not kept. Does nothing where it has ended. */
  end(reason: Reason): void {
    if (this.#isOver) return;
    this.#end = reason;
    this.#isOver = true;
    this.#callback?.close();
    this.#settle(reason);
  }

  #address(redirectUrl: string): string {
    const { provider, client, scopes } = this.#options;
    const url = new URL(provider.authorization);
    const asked = {
      client_id: client.id,
      redirect_uri: redirectUrl,
      response_type: 'code',
      state: this.state,
      scope: [...new Set([...scopes, ...provider.always])].join(' '),
      code_challenge: createHash('sha256').update(this.#verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...provider.parameters,
    };
    for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
    return url.href;
  }

  async #answered(answer: URLSearchParams): Promise<void> {
    try {
      await this.#use(answer);
      this.#end = null;
    } catch (error) {
      if (!this.#isOver) this.#end = reasonOf(error);
      throw error;
    }
  }

  async #use(answer: URLSearchParams): Promise<void> {
    const { provider, onTokens } = this.#options;
    const code = answer.get('code');
    if (code === null) {
      const refused = /^\w{1,40}$/.exec(answer.get('error') ?? '')?.[0] ?? null;
      throw hubError('ERR_SERVER_UNAVAILABLE', { kind: 'sign-in-refused', code: refused });
    }
    const { issuer, name } = provider;
    const iss = answer.get('iss');
    // An answer of another provider, whose code would be handed to this one (RFC 9207).
    if (issuer && (iss === null ? issuer.isSent : iss !== issuer.id))
      throw hubError('ERR_SERVER_UNAVAILABLE', { kind: 'oauth-metadata', provider: name, member: 'iss' });
    const redirectUrl = this.#callback?.redirectUrl ?? '';
    const tokens = await exchangeCode(this.#options, { code, verifier: this.#verifier, redirectUrl });
    try {
      this.#expectOpen();
      await onTokens(tokens, () => this.#expectOpen());
    } catch (error) {
      // Nobody has them here, so nobody is to have them there.
      void takeBack(this.#options, tokens);
      throw error;
    }
  }

  #expectOpen(): void {
    if (this.#isOver) throw hubError('ERR_SERVER_UNAVAILABLE', { kind: 'oauth-cancelled' });
  }

  #closed(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#settle(this.#end);
  }
}
