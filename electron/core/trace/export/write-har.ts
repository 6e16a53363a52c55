// HTTP Archive 1.2 (http://www.softwareishard.com/blog/har-12-spec/), so that network viewers show the trace as if it had been HTTP.
import { wellFormed } from './well-formed.ts';
import type { Outcome, TraceEntry } from '../../../../contract/schemas/trace.ts';
import type { ExportItem, TraceWriter } from './export-item.ts';

export const harWriter: TraceWriter = {
  head: ({ version }) =>
    `{"log":{"version":"1.2","creator":${JSON.stringify({ name: 'Pilothouse', version })},"comment":${JSON.stringify(comment)},"entries":[`,
  item: (item, _about, index) => `${index === 0 ? '' : ','}\n${JSON.stringify(harEntry(item))}`,
  tail: () => '\n]}}\n',
};

const comment =
  'Messages between agents, the hub, browsers and MCP servers. Addresses and status codes are made up for viewers of HTTP; _pilothouse has what was.';

/** RFC 2606: names below `invalid` lead nowhere. */
const domain = 'pilothouse.invalid';

const statuses: Readonly<Record<Outcome, number>> = {
  pending: 0,
  waiting: 0,
  ok: 200,
  none: 202,
  refused: 403,
  cancelled: 499,
  error: 500,
};

function harEntry({ entry, payload }: ExportItem): object {
  const timings = timingsOf(entry);
  return {
    startedDateTime: new Date(entry.at).toISOString(),
    // Section "entries": the sum of all timings that are not -1.
    time: Math.max(0, timings.blocked) + timings.send + timings.wait + timings.receive,
    request: requestOf(entry, payload?.request ?? null),
    response: responseOf(entry, payload?.response ?? null),
    cache: {},
    timings,
    _pilothouse: {
      ...entry,
      ...(payload && {
        dropped: payload.dropped,
        requestCutAt: payload.requestCutAt,
        responseCutAt: payload.responseCutAt,
      }),
    },
  };
}

function requestOf(entry: TraceEntry, text: string | null) {
  return {
    method: 'POST',
    url: addressOf(entry),
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: [],
    queryString: [],
    ...(text !== null && { postData: { mimeType: 'application/json', params: [], text } }),
    headersSize: -1,
    bodySize: entry.bytes,
  };
}

function responseOf({ outcome, responseBytes }: TraceEntry, text: string | null) {
  return {
    status: statuses[outcome],
    statusText: outcome,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: [],
    content: { size: responseBytes ?? 0, mimeType: 'application/json', ...(text !== null && { text }) },
    redirectURL: '',
    headersSize: -1,
    bodySize: responseBytes ?? -1,
  };
}

/** Section "timings": -1 where it does not apply; send, wait and receive must not be negative. */
function timingsOf({ latencyMs, waitedMs }: TraceEntry) {
  const wait = Math.max(0, (latencyMs ?? 0) - waitedMs);
  return { blocked: waitedMs > 0 ? waitedMs : -1, dns: -1, connect: -1, ssl: -1, send: 0, wait, receive: 0 };
}

function addressOf({ from, to, method, tool }: TraceEntry): string {
  const party = to.kind === 'hub' ? from : to;
  const name = party.kind === 'hub' ? 'hub' : `${label(party.id)}.${party.kind}`;
  const parts = [...method.split('/'), ...(tool === null ? [] : [tool])];
  return `http://${name}.${domain}/${parts.map(part => encodeURIComponent(wellFormed(part))).join('/')}`;
}

/** One label of a host name (RFC 1035 section 2.3.1). */
function label(id: string): string {
  const safe = id
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '');
  return safe || 'unnamed';
}
