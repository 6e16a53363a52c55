// Plain HTTP towards MCP over HTTP: requests with the headers as they are given, and streams of events as they come.
import http from 'node:http';
import { until } from './panel-client.ts';

export interface AskedPrompt {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: http.OutgoingHttpHeaders;
  readonly body?: unknown;
}

export interface Answered {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
  /** Throws when the body is no JSON. */
  json(): Record<string, unknown>;
}

export interface SentEvent {
  readonly event: string;
  readonly data: string;
}

export interface OpenEvents {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly events: readonly SentEvent[];
  /** Resolves with the first event that fits and was not waited for before. */
  next(fits: (event: SentEvent) => boolean): Promise<SentEvent>;
  readonly ended: Promise<void>;
  close(): void;
}

export const jsonHeaders = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/** `origin` is `http://127.0.0.1:<port>`. A body that is no text is sent as JSON. */
export function askHttp(
  origin: string,
  { method = 'POST', path = '/', headers = {}, body }: AskedPrompt,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const request = http.request(new URL(path, origin), {
      method,
      agent: false,
      headers: { ...jsonHeaders, ...headers },
    });
    request.on('response', response => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          json: () => JSON.parse(text) as Record<string, unknown>,
        }),
      );
    });
    request.on('error', reject);
    request.end(body === undefined || typeof body === 'string' ? body : JSON.stringify(body));
  });
}

/** Opens a stream; resolves with its headers. */
export function openEvents(
  origin: string,
  { method = 'GET', path = '/', headers = {}, body }: AskedPrompt,
): Promise<OpenEvents> {
  return new Promise((resolve, reject) => {
    const request = http.request(new URL(path, origin), {
      method,
      agent: false,
      headers: { ...(body === undefined ? { accept: 'text/event-stream' } : jsonHeaders), ...headers },
    });
    request.on('response', response => {
      const events: SentEvent[] = [];
      let rest = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        const parts = (rest + chunk).split('\n\n');
        rest = parts.pop() ?? '';
        events.push(...parts.flatMap(readEvent));
      });
      response.on('error', () => {});
      const taken = new Set<SentEvent>();
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        events,
        next: async fits => {
          const find = () => events.find(event => !taken.has(event) && fits(event));
          await until(() => find() !== undefined, 'the event comes');
          const found = find() as SentEvent;
          taken.add(found);
          return found;
        },
        ended: new Promise(done => response.once('close', done)),
        close: () => request.destroy(),
      });
    });
    request.on('error', reject);
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

function readEvent(text: string): SentEvent[] {
  const fields = new Map(
    text.split('\n').map(line => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
  );
  const data = fields.get('data');
  return data === undefined ? [] : [{ event: fields.get('event') ?? 'message', data }];
}
