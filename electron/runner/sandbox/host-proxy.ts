// The one door of a sandbox with named hosts: an HTTP proxy that reaches those and refuses the rest by name.
import { createServer, request as forward } from 'node:http';
import { connect } from 'node:net';
import { allowsHost } from '../host-patterns.ts';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

const ofTheHop = ['proxy-authorization', 'proxy-connection', 'connection', 'keep-alive', 'te', 'upgrade'];

/** `key` must come with each request, where anybody on this machine could call; `onRefused` gets a sentence. */
export function createHostProxy(
  hosts: readonly string[],
  key: string | null,
  onRefused: (sentence: string) => void,
): Server {
  const expected = key === null ? undefined : `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
  const refusalOf = (request: IncomingMessage, hostname: string, port: number, standard: number): Refusal | null => {
    if (request.headers['proxy-authorization'] !== expected && expected !== undefined) {
      return { status: 407, sentence: 'This proxy belongs to a sandbox.' };
    }
    if (allowsHost(hosts, hostname, port, standard)) return null;
    const name = JSON.stringify(port === standard ? hostname : `${hostname}:${port}`);
    const sentence = `The sandbox refused ${name}, which is not among the hosts of this server; add it in Pilothouse.`;
    onRefused(sentence);
    return { status: 403, sentence };
  };
  const server = createServer((request, response) => plain(request, response, refusalOf));
  server.on('connect', (request: IncomingMessage, client: Duplex) => tunnel(request, client, refusalOf));
  return server;
}

interface Refusal {
  readonly status: number;
  readonly sentence: string;
}
type Judge = (request: IncomingMessage, hostname: string, port: number, standard: number) => Refusal | null;

/** RFC 9110 "CONNECT": bytes both ways, for https. */
function tunnel(request: IncomingMessage, client: Duplex, judge: Judge): void {
  client.on('error', () => client.destroy());
  const [, hostname = '', port = ''] = /^(\[[^\]]+\]|[^:]+):(\d+)$/.exec(request.url ?? '') ?? [];
  const refusal = judge(request, hostname, Number(port), 443);
  if (refusal) {
    const { status, sentence } = refusal;
    client.end(`HTTP/1.1 ${status} Refused\r\ncontent-length: ${Buffer.byteLength(sentence)}\r\n\r\n${sentence}`);
    return;
  }
  const target = connect(Number(port), hostname.replace(/^\[|\]$/g, ''), () => {
    client.write('HTTP/1.1 200 Connected\r\n\r\n');
    target.pipe(client).pipe(target);
  });
  target.on('error', () => client.end('HTTP/1.1 502 Unreachable\r\ncontent-length: 0\r\n\r\n'));
  client.on('close', () => target.destroy());
}

/** A request for a whole address (RFC 9112 "absolute-form"), for http. */
function plain(request: IncomingMessage, response: ServerResponse, judge: Judge): void {
  const url = URL.canParse(request.url ?? '') ? new URL(request.url ?? '') : null;
  const refusal =
    url?.protocol === 'http:'
      ? judge(request, url.hostname, Number(url.port || 80), 80)
      : { status: 400, sentence: 'This is a proxy; ask it for a whole address.' };
  if (refusal || !url) {
    response.writeHead(refusal?.status ?? 400, { 'content-type': 'text/plain' }).end(refusal?.sentence);
    return;
  }
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !ofTheHop.includes(name)));
  const sent = forward(url, { method: request.method ?? 'GET', headers: { ...headers, host: url.host } }, answer => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  sent.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
  request.pipe(sent);
}
