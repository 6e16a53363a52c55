// The address on this machine that a sign-in ends at (RFC 8252 section 7.3), and may begin at: open for one answer, and not for long.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { reasonOf } from '../../../../../contract/reason.ts';
import { tcpPeerAccount } from '../../../../../native-host/endpoints/socket-peer.ts';
import { english } from '../../../../../words/english.ts';
import { german } from '../../../../../words/german.ts';
import { reasonText } from '../../../../../words/reason.ts';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Reason } from '../../../../../contract/reasons.ts';

export interface CallbackOptions {
  /** What the answer must carry to be the one to our question. */
  readonly state: string;
  /** Whom the user signs in to, for the page that is shown. */
  readonly name: string;
  readonly timeoutMs: number;
  /** Where the answer comes to; a client may be registered with one. */
  readonly path?: string;
  /** The port of 127.0.0.1 where that is free; any free one else, and when absent. */
  readonly port?: number;
  /** Uses the answer. Resolves when signed in; rejects with what the page is to say, best as a HubError. */
  onAnswer(answer: URLSearchParams): Promise<void>;
  /** It is closed, after an answer or without one. */
  onClosed(answered: boolean): void;
}

const defaultPath = '/callback';

export class LoopbackCallback {
  readonly #options: CallbackOptions;
  readonly #path: string;
  readonly #server: Server;
  #timer: NodeJS.Timeout | null = null;
  /** `127.0.0.1:<port>`; the server forgets it when it closes, while a request may still come in. */
  #host = '';
  #isAnswered = false;
  #isClosed = false;
  /** Paths that lead on, each for one use, to where. */
  readonly #leads = new Map<string, string>();

  private constructor(options: CallbackOptions) {
    this.#options = options;
    this.#path = options.path ?? defaultPath;
    this.#server = createServer((request, response) => void this.#serve(request, response));
    this.#server.once('close', () => options.onClosed(this.#isAnswered));
  }

  /** Resolves when it listens, on a free port of 127.0.0.1. */
  static async open(options: CallbackOptions): Promise<LoopbackCallback> {
    const callback = new LoopbackCallback(options);
    const { port = 0 } = options;
    await callback.#listen(port).catch((error: unknown) => (port === 0 ? Promise.reject(error) : callback.#listen(0)));
    callback.#host = `127.0.0.1:${(callback.#server.address() as AddressInfo).port}`;
    callback.#timer = setTimeout(() => callback.close(), options.timeoutMs);
    callback.#timer.unref();
    return callback;
  }

  get redirectUrl(): string {
    return `http://${this.#host}${this.#path}`;
  }

  /**
   * An address that leads a browser to `address` once, and no other account of this machine, which can read an address in the arguments of
   * the program that opens it. Linux only: elsewhere nobody can tell who asks.
   */
  leadTo(address: string): string {
    const path = `/begin/${randomBytes(18).toString('base64url')}`;
    this.#leads.set(path, address);
    return `http://${this.#host}${path}`;
  }

  /** May be called twice. */
  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#isClosed = true;
    this.#server.close();
    this.#server.closeIdleConnections();
  }

  #listen(port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, '127.0.0.1', () => {
        this.#server.off('error', reject);
        resolve();
      });
    });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = request.url ?? '/';
    const url = URL.canParse(asked, this.redirectUrl) ? new URL(asked, this.redirectUrl) : null;
    const isOurs = request.method === 'GET' && request.headers.host === this.#host;
    if (!isOurs || url === null) return answer(response, 404, { kind: 'nothing-here' });
    const account = await askerOf(request);
    if (account === 'another') return answer(response, 403, { kind: 'sign-in-other-account' });
    if (url.pathname !== this.#path) return this.#lead(url.pathname, account, response);
    const { searchParams } = url;
    if (!this.#isState(searchParams.get('state')) || this.#isAnswered)
      return answer(response, 400, { kind: 'sign-in-not-ours' });
    if (this.#isClosed) return answer(response, 400, { kind: 'sign-in-over' });
    this.#isAnswered = true;
    const server = this.#options.name;
    try {
      await this.#options.onAnswer(searchParams);
      answer(response, 200, { kind: 'sign-in-done', server });
    } catch (error) {
      answer(response, 400, { kind: 'sign-in-failed', server, why: reasonOf(error) });
    }
    this.close();
  }

  #lead(path: string, account: Asker, response: ServerResponse): void {
    const address = this.#isClosed ? undefined : this.#leads.get(path);
    if (address === undefined) return answer(response, 404, { kind: 'nothing-here' });
    if (account !== 'own') return answer(response, 403, { kind: 'sign-in-asker-unknown' });
    this.#leads.delete(path);
    response.writeHead(302, { location: address, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).end();
  }

  #isState(given: string | null): boolean {
    const [expected, found] = [Buffer.from(this.#options.state), Buffer.from(given ?? '')];
    return expected.length === found.length && timingSafeEqual(expected, found);
  }
}

type Asker = 'own' | 'another' | 'unknown';

/** Root may read everything anyway, and forwards the ports of a machine within a machine. */
async function askerOf({ socket }: IncomingMessage): Promise<Asker> {
  const { localPort, remotePort } = socket;
  if (localPort === undefined || remotePort === undefined) return 'unknown';
  const account = await tcpPeerAccount(localPort, remotePort);
  if (account === null) return 'unknown';
  return account === process.getuid?.() || account === 0 ? 'own' : 'another';
}

function answer(response: ServerResponse, status: number, reason: Reason): void {
  const { headers } = response.req;
  const language = languageOf(headers['accept-language'] ?? '');
  const sentence = reasonText(language === 'de' ? german : english, reason);
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  });
  response.end(`<!doctype html><html lang="${language}"><title>Pilothouse</title><p>${escaped(sentence)}</p>`);
}

/** Of ours the one that the browser wants most (RFC 9110 section 12.5.4): browsers name them in that order. */
function languageOf(accepted: string): 'de' | 'en' {
  const [first] = accepted
    .split(',')
    .map(range => range.trim().toLowerCase())
    .filter(range => /^(?:de|en)(?![a-z])/.test(range));
  return first?.startsWith('de') ? 'de' : 'en';
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, char => `&#${char.charCodeAt(0)};`);
}
