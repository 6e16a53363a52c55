// A small remote MCP server with a sign-in of its own: registration, PKCE, tokens that can be made to expire or be revoked.
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Code {
  readonly challenge: string;
  readonly redirectUri: string;
}

export class OAuthServer {
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  readonly #codes = new Map<string, Code>();
  /** Those that count now. */
  readonly #access = new Set<string>();
  readonly #refresh = new Set<string>();
  /** Every token that was ever given. */
  readonly given: string[] = [];
  registrations = 0;
  renewals = 0;
  /** Paths that are answered with this instead: an outage of the sign-in, or of a part of it. */
  readonly outages = new Map<string, { readonly status: number; readonly body: string }>();
  /** How long the next refusals take, in ms. */
  refusalsMs: number[] = [];

  static async start(): Promise<OAuthServer> {
    const server = new OAuthServer();
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    onTestFinished(() => server.close());
    return server;
  }

  get url(): string {
    return `${this.#origin}/mcp`;
  }

  expireAccess(): void {
    this.#access.clear();
  }

  revoke(): void {
    this.#access.clear();
    this.#refresh.clear();
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  get #origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.#origin);
    let body = '';
    for await (const piece of request) body += String(piece);
    const outage = this.outages.get(url.pathname);
    if (outage) return void response.writeHead(outage.status).end(outage.body);
    switch (url.pathname) {
      case '/.well-known/oauth-protected-resource/mcp':
        return json(response, 200, { resource: this.url, authorization_servers: [this.#origin] });
      case '/.well-known/oauth-authorization-server':
        return json(response, 200, this.#metadata());
      case '/register':
        this.registrations += 1;
        return json(response, 201, { ...(JSON.parse(body) as object), client_id: `client-${this.registrations}` });
      case '/authorize':
        return this.#authorize(url.searchParams, response);
      case '/token':
        return await this.#token(new URLSearchParams(body), response);
      case '/mcp':
        return await this.#mcp(request, body, response);
      default:
        response.writeHead(404).end();
    }
  }

  #metadata(): Record<string, unknown> {
    return {
      issuer: this.#origin,
      authorization_endpoint: `${this.#origin}/authorize`,
      token_endpoint: `${this.#origin}/token`,
      registration_endpoint: `${this.#origin}/register`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
    };
  }

  #authorize(asked: URLSearchParams, response: ServerResponse): void {
    const redirectUri = asked.get('redirect_uri') ?? '';
    const code = randomBytes(16).toString('hex');
    this.#codes.set(code, { challenge: asked.get('code_challenge') ?? '', redirectUri });
    const back = new URL(redirectUri);
    back.searchParams.set('code', code);
    back.searchParams.set('state', asked.get('state') ?? '');
    response.writeHead(302, { location: back.href }).end();
  }

  async #token(asked: URLSearchParams, response: ServerResponse): Promise<void> {
    if (asked.get('grant_type') === 'refresh_token') {
      this.renewals += 1;
      const isGood = this.#refresh.delete(asked.get('refresh_token') ?? '');
      return isGood ? this.#grant(response) : json(response, 400, { error: 'invalid_grant' });
    }
    const code = this.#codes.get(asked.get('code') ?? '');
    const proof = createHash('sha256')
      .update(asked.get('code_verifier') ?? '')
      .digest('base64url');
    this.#codes.delete(asked.get('code') ?? '');
    const isGood = code?.challenge === proof && code.redirectUri === asked.get('redirect_uri');
    return isGood ? this.#grant(response) : json(response, 400, { error: 'invalid_grant' });
  }

  #grant(response: ServerResponse): void {
    const [access, refresh] = [`at_${randomBytes(24).toString('hex')}`, `rt_${randomBytes(24).toString('hex')}`];
    this.given.push(access, refresh);
    this.#access.add(access);
    this.#refresh.add(refresh);
    json(response, 200, { access_token: access, refresh_token: refresh, token_type: 'Bearer', expires_in: 3600 });
  }

  async #mcp(request: IncomingMessage, body: string, response: ServerResponse): Promise<void> {
    const [, token = ''] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
    if (!this.#access.has(token)) {
      await sleep(this.refusalsMs.shift() ?? 0);
      const at = `${this.#origin}/.well-known/oauth-protected-resource/mcp`;
      response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${at}"` }).end();
    } else if (request.method === 'GET') response.writeHead(405).end();
    else if (request.method === 'DELETE') response.writeHead(200).end();
    else this.#message(JSON.parse(body) as Message, token, response);
  }

  #message({ id, method }: Message, token: string, response: ServerResponse): void {
    if (id === undefined) return void response.writeHead(202).end();
    const results: Record<string, unknown> = {
      initialize: {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 'guarded', version: '1' },
      },
      'tools/list': { tools: [{ name: 'whoami', inputSchema: { type: 'object' } }] },
      // A server that repeats what it was sent, so that tests see it masked.
      'tools/call': { content: [{ type: 'text', text: `You came with ${token}.` }] },
    };
    json(response, 200, { jsonrpc: '2.0', id, result: results[method] ?? {} });
  }
}

interface Message {
  readonly id?: number;
  readonly method: string;
}

/** What a browser does with the address of a sign-in: it follows each redirect. Resolves with the last page. */
export async function signInAsUser(address: string): Promise<{ status: number; text: string; headers: Headers }> {
  const response = await fetch(address);
  return { status: response.status, text: await response.text(), headers: response.headers };
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
