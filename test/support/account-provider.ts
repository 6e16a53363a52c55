// A provider of accounts that is as strict as RFC 6749, 7636, 7009 and 9207 allow: it remembers what was done wrong, and forgives nothing.
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Code {
  readonly challenge: string;
  readonly redirectUri: string;
  readonly family: Family;
  isUsed: boolean;
}

/** All that came from one code: it is revoked together. */
interface Family {
  readonly access: Set<string>;
  readonly refresh: Set<string>;
}

export class AccountProvider {
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  readonly #codes = new Map<string, Code>();
  readonly #families: Family[] = [];
  readonly client = { id: 'pilot-client', secret: `s_${randomBytes(12).toString('hex')}` };
  /** What was refused, and why. */
  readonly faults: string[] = [];
  /** Every token that was given. */
  readonly given: string[] = [];
  /** Tokens that were taken back. */
  readonly revoked: string[] = [];
  /** Grant types as they were asked for. */
  readonly grants: string[] = [];
  requests = 0;
  expiresIn = 3_600;
  /** Changes of what its metadata says. */
  metadata: Record<string, unknown> = {};
  /** The token endpoint waits for it. */
  gate: Promise<void> | null = null;
  /** Its metadata waits for it. */
  metadataGate: Promise<void> | null = null;
  /** What the token endpoint answers in place of tokens. */
  outage: { readonly status: number; readonly body: string } | null = null;

  static async start(): Promise<AccountProvider> {
    const provider = new AccountProvider();
    provider.#server.listen(0, '127.0.0.1');
    await once(provider.#server, 'listening');
    onTestFinished(() => {
      provider.#server.closeAllConnections();
      provider.#server.close();
    });
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  isGood(accessToken: string): boolean {
    return this.#families.some(({ access }) => access.has(accessToken));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests += 1;
    const url = new URL(request.url ?? '/', this.issuer);
    let body = '';
    for await (const piece of request) body += String(piece);
    if (url.pathname === '/.well-known/oauth-authorization-server') {
      await this.metadataGate;
      return json(response, 200, this.#metadata());
    }
    if (url.pathname === '/authorize') return this.#authorize(url.searchParams, response);
    if (url.pathname === '/token' && request.method === 'POST') return await this.#token(request, body, response);
    if (url.pathname === '/revoke' && request.method === 'POST') return this.#revoke(request, body, response);
    response.writeHead(404).end();
  }

  #metadata(): Record<string, unknown> {
    const at = (path: string) => `${this.issuer}${path}`;
    return {
      issuer: this.issuer,
      authorization_endpoint: at('/authorize'),
      token_endpoint: at('/token'),
      revocation_endpoint: at('/revoke'),
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic'],
      scopes_supported: ['mail', 'offline_access'],
      authorization_response_iss_parameter_supported: true,
      ...this.metadata,
    };
  }

  #authorize(asked: URLSearchParams, response: ServerResponse): void {
    const needed = ['client_id', 'redirect_uri', 'state', 'scope', 'code_challenge'].filter(name => !asked.get(name));
    const redirectUri = asked.get('redirect_uri') ?? '';
    const wrong = [
      ...needed,
      ...(asked.get('client_id') === this.client.id ? [] : ['client_id']),
      ...(asked.get('response_type') === 'code' ? [] : ['response_type']),
      ...(asked.get('code_challenge_method') === 'S256' ? [] : ['code_challenge_method']),
      ...(/^http:\/\/127\.0\.0\.1:\d+\/oauth\/callback$/.test(redirectUri) ? [] : ['redirect_uri']),
    ];
    if (wrong.length > 0) return this.#fault(response, `authorize: ${wrong.join(', ')}`);
    const family: Family = { access: new Set(), refresh: new Set() };
    this.#families.push(family);
    const code = randomBytes(16).toString('hex');
    this.#codes.set(code, { challenge: asked.get('code_challenge') ?? '', redirectUri, family, isUsed: false });
    const back = new URL(redirectUri);
    const answer = { code, state: asked.get('state') ?? '', iss: this.issuer };
    for (const [name, value] of Object.entries(answer)) back.searchParams.set(name, value);
    response.writeHead(302, { location: back.href }).end();
  }

  async #token(request: IncomingMessage, body: string, response: ServerResponse): Promise<void> {
    const asked = new URLSearchParams(body);
    this.grants.push(asked.get('grant_type') ?? '');
    await this.gate;
    if (this.outage) return void response.writeHead(this.outage.status).end(this.outage.body);
    if (!this.#isClient(request, asked)) return this.#fault(response, 'invalid_client', 401);
    if (asked.get('grant_type') === 'refresh_token') return this.#refresh(asked.get('refresh_token') ?? '', response);
    const code = this.#codes.get(asked.get('code') ?? '');
    const proof = createHash('sha256')
      .update(asked.get('code_verifier') ?? '')
      .digest('base64url');
    if (!code || code.isUsed || code.challenge !== proof || code.redirectUri !== asked.get('redirect_uri')) {
      // RFC 6749 section 4.1.2: who uses a code twice loses what the first use gave.
      if (code?.isUsed) revokeFamily(code.family);
      return this.#fault(response, 'invalid_grant');
    }
    code.isUsed = true;
    this.#grant(code.family, response);
  }

  #refresh(token: string, response: ServerResponse): void {
    const family = this.#families.find(({ refresh }) => refresh.has(token));
    if (family) {
      family.refresh.clear();
      family.access.clear();
      return this.#grant(family, response);
    }
    this.#fault(response, 'invalid_grant');
  }

  #revoke(request: IncomingMessage, body: string, response: ServerResponse): void {
    const asked = new URLSearchParams(body);
    if (!this.#isClient(request, asked)) return this.#fault(response, 'invalid_client', 401);
    const token = asked.get('token') ?? '';
    this.revoked.push(token);
    const family = this.#families.find(({ access, refresh }) => access.has(token) || refresh.has(token));
    if (family) revokeFamily(family);
    response.writeHead(200).end();
  }

  #isClient(request: IncomingMessage, asked: URLSearchParams): boolean {
    const proof = `Basic ${Buffer.from(`${this.client.id}:${this.client.secret}`).toString('base64')}`;
    const isInForm = asked.get('client_id') === this.client.id && asked.get('client_secret') === this.client.secret;
    return request.headers.authorization === proof || isInForm;
  }

  #grant(family: Family, response: ServerResponse): void {
    const [access, refresh] = [`at_${randomBytes(24).toString('hex')}`, `rt_${randomBytes(24).toString('hex')}`];
    this.given.push(access, refresh);
    family.access.add(access);
    family.refresh.add(refresh);
    json(response, 200, {
      access_token: access,
      refresh_token: refresh,
      token_type: 'Bearer',
      expires_in: this.expiresIn,
    });
  }

  #fault(response: ServerResponse, error: string, status = 400): void {
    this.faults.push(error);
    json(response, status, { error, error_description: '<script>alert(1)</script>' });
  }
}

function revokeFamily({ access, refresh }: Family): void {
  access.clear();
  refresh.clear();
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
