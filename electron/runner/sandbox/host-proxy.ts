// The one way out of a sandbox with named hosts: an HTTP proxy that reaches those and refuses the rest by name.
import { createServer, request as forward } from 'node:http';
import { connect } from 'node:net';
import { guardedLookup, RefusedAddress } from '../../core/outbound/guarded-lookup.ts';
import { reachOfHosts } from '../../core/outbound/reach.ts';
import { allowsHost } from '../host-patterns.ts';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Resolve } from '../../core/outbound/guarded-lookup.ts';

const ofTheHop = ['proxy-authorization', 'proxy-connection', 'connection', 'keep-alive', 'te', 'upgrade'];

/** `key` must come with each request, where anybody on this machine could call; `onRefused` gets a sentence. */
export function createHostProxy(
  hosts: readonly string[],
  key: string | null,
  onRefused: (sentence: string) => void,
  resolve?: Resolve,
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
  const lookup = guardedLookup({ reach: reachOfHosts(hosts), ...(resolve && { resolve }) });
  const notReached = (error: Error): Refusal => {
    if (!(error instanceof RefusedAddress)) return { status: 502, sentence: '' };
    const sentence = `The sandbox refused a connection: ${error.message}`;
    onRefused(sentence);
    return { status: 403, sentence };
  };
  const rules: ProxyRules = { judge: refusalOf, lookup, notReached };
  const server = createServer((request, response) => plain(request, response, rules));
  server.on('connect', (request: IncomingMessage, client: Duplex) => tunnel(request, client, rules));
  return server;
}

interface Refusal {
  readonly status: number;
  readonly sentence: string;
}
/** The name that was allowed is looked up once, and what it means is judged as well. */
interface ProxyRules {
  readonly judge: Judge;
  readonly lookup: LookupFunction;
  readonly notReached: (error: Error) => Refusal;
}
type Judge = (request: IncomingMessage, hostname: string, port: number, standard: number) => Refusal | null;

/** RFC 9110 "CONNECT": bytes both ways, for https. */
function tunnel(request: IncomingMessage, client: Duplex, { judge, lookup, notReached }: ProxyRules): void {
  client.on('error', () => client.destroy());
  const [, hostname = '', port = ''] = /^(\[[^\]]+\]|[^:]+):(\d+)$/.exec(request.url ?? '') ?? [];
  const refusal = judge(request, hostname, Number(port), 443);
  const refuse = ({ status, sentence }: Refusal) =>
    client.end(`HTTP/1.1 ${status} Refused\r\ncontent-length: ${Buffer.byteLength(sentence)}\r\n\r\n${sentence}`);
  if (refusal) return void refuse(refusal);
  const target = connect({ port: Number(port), host: hostname.replace(/^\[|\]$/g, ''), lookup }, () => {
    client.write('HTTP/1.1 200 Connected\r\n\r\n');
    target.pipe(client).pipe(target);
  });
  target.on('error', error => refuse(notReached(error)));
  client.on('close', () => target.destroy());
}

/** A request for a whole address (RFC 9112 "absolute-form"), for http. */
function plain(request: IncomingMessage, response: ServerResponse, { judge, lookup, notReached }: ProxyRules): void {
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
  const given = { method: request.method ?? 'GET', headers: { ...headers, host: url.host }, lookup };
  const sent = forward(url, given, answer => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  sent.on('error', error => {
    if (response.headersSent) return response.destroy();
    const { status, sentence } = notReached(error);
    response.writeHead(status, { 'content-type': 'text/plain' }).end(sentence);
  });
  request.pipe(sent);
}
