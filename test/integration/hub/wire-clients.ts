// A client of each wire by which agents come, as small as its wire allows: one call in, the whole answer out as text.
import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { Client, SSEClientTransport } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { encodeFrame, FrameSplitter } from '../../../native-host/framing/frame-codec.ts';
import { textOf } from '../../../native-host/framing/frame-pieces.ts';
import { urlOf } from '../../support/hub-process.ts';
import type { Credential } from '../../support/hub-process.ts';

/** The whole answer of a call as text. */
export type CallOverWire = (name: string, args: object) => Promise<string>;

export function overMcp(client: Client): CallOverWire {
  return async (name, args) => JSON.stringify(await client.callTool({ name, arguments: { ...args } }));
}

/** Spec 004: a stream of events, and a request for each message. */
export async function overSse(credential: Credential): Promise<CallOverWire> {
  const headers = { authorization: `Bearer ${credential.http.token}` };
  const withToken = (url: string | URL, init?: RequestInit) =>
    fetch(url, { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), ...headers } });
  const client = new Client({ name: 'a test', version: '1.0.0' }, { versionNegotiation: { mode: 'legacy' } });
  const url = new URL('/sse', urlOf(credential));
  await client.connect(
    new SSEClientTransport(url, { requestInit: { headers }, eventSourceInit: { fetch: withToken } }),
  );
  onTestFinished(() => client.close());
  return overMcp(client);
}

/** A socket of spec 001: the answers come in the order of the calls, so one is made at a time. */
export async function overFrames(socketPath: string): Promise<CallOverWire> {
  const socket = connectTcp(socketPath);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  const splitter = new FrameSplitter(2 ** 31);
  let take: (answer: string) => void = () => {};
  socket.on('data', chunk => splitter.push(chunk, pieces => take(textOf(pieces))));
  return (tool, args) =>
    new Promise(resolve => {
      take = resolve;
      const params = { client_id: 'claude-code', tool, args };
      socket.write(encodeFrame(JSON.stringify({ method: 'execute_tool', params })));
    });
}

/** Claude Code's local bridge. */
export async function overBridge(port: number): Promise<CallOverWire> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/chrome/dev_user_local`);
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  return async (tool, args) => {
    socket.send(JSON.stringify({ type: 'tool_call', tool_use_id: tool, client_type: 'claude-code', tool, args }));
    const [data] = await once(socket, 'message');
    return String(data);
  };
}
