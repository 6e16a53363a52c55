// Real clients on every way in over HTTP: both versions of the official SDK in both eras, and the Inspector's command line.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client, SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from 'sdk-v1/client/index.js';
import { SSEClientTransport as SseV1 } from 'sdk-v1/client/sse.js';
import { StreamableHTTPClientTransport as HttpV1 } from 'sdk-v1/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeForSuites } from '../../conformance/suite.ts';
import { urlOf } from '../../support/hub-process.ts';
import { repositoryRoot } from '../../support/provided.ts';
import { fixturePath, openScene } from '../gateway/scene.ts';
import type { Scene } from '../gateway/scene.ts';

let scene: Scene;
let origin: string;
let headers: Record<string, string>;

beforeAll(async () => {
  scene = await openScene();
  await scene.addServer('conformance', [fixturePath]);
  await scene.allow('conformance');
  ({ origin } = new URL(urlOf(scene.credential)));
  headers = { authorization: `Bearer ${scene.credential.http.token}` };
});

afterAll(() => scene.end());

const me = { name: 'a test', version: '1.0.0' };
const at = (place: string) => new URL(place, origin);
const requestInit = () => ({ requestInit: { headers } });

describe('the official SDK', () => {
  test.each([
    ['version 1 over Streamable HTTP', '/mcp', () => new HttpV1(at('/mcp'), requestInit())],
    [
      'version 1 over Streamable HTTP at one server',
      '/mcp/conformance',
      () => new HttpV1(at('/mcp/conformance'), requestInit()),
    ],
    [
      'version 1 over SSE',
      '/sse',
      () => new SseV1(at('/sse'), { ...requestInit(), eventSourceInit: { fetch: withToken } }),
    ],
  ])('004 Client Configuration: the official SDK, %s, lists and calls.', async (_, place, transport) => {
    const client = new ClientV1(me);
    await client.connect(transport());
    const name = place === '/mcp/conformance' ? 'test_simple_text' : 'conformance__test_simple_text';
    expect((await client.listTools()).tools.map(tool => tool.name)).toContain(name);
    const { content } = await client.callTool({ name, arguments: {} });
    expect(content).toEqual([{ type: 'text', text: expect.any(String) }]);
    await client.close();
  });

  test.each([
    ['version 2 over Streamable HTTP with a session', 'legacy', '/mcp', 'http'],
    ['version 2 over Streamable HTTP without one', 'auto', '/mcp', 'http'],
    ['version 2 at one server with a session', 'legacy', '/mcp/conformance', 'http'],
    ['version 2 at one server without one', 'auto', '/mcp/conformance', 'http'],
    ['version 2 over SSE', 'legacy', '/sse', 'sse'],
    ['version 2 over stdio', 'legacy', '', 'stdio'],
    ['version 2 over stdio, whatever there is,', 'auto', '', 'stdio'],
    ['version 2 over Streamable HTTP, pinned,', 'pin', '/mcp', 'http'],
    ['version 2 over SSE, pinned,', 'pin', '/sse', 'sse'],
    ['version 2 over stdio, pinned,', 'pin', '', 'stdio'],
  ] as const)('%s lists and calls.', async (_, mode, place, wire) => {
    const client = new Client(me, { versionNegotiation: { mode: mode === 'pin' ? { pin: '2026-07-28' } : mode } });
    const sse = () => new SSEClientTransport(at(place), { ...requestInit(), eventSourceInit: { fetch: withToken } });
    const transports = {
      http: () => new StreamableHTTPClientTransport(at(place), requestInit()),
      sse,
      stdio: () => new StdioClientTransport(shimOf(scene)),
    };
    await client.connect(transports[wire]());
    const name = place === '/mcp/conformance' ? 'test_simple_text' : 'conformance__test_simple_text';
    expect((await client.listTools()).tools.map(tool => tool.name)).toContain(name);
    const { content } = await client.callTool({ name, arguments: {} });
    expect(content).toEqual([{ type: 'text', text: expect.any(String) }]);
    expect(client.getNegotiatedProtocolVersion()).toBe(mode === 'legacy' ? '2025-11-25' : '2026-07-28');
    await client.close();
  });
});

describe('the Inspector', () => {
  const program = path.join(
    repositoryRoot,
    'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
  );

  const inspect = async (...args: string[]) => {
    const { stdout } = await promisify(execFile)(nodeForSuites(repositoryRoot), [program, '--cli', ...args], {
      env: { HOME: scene.place.folder, PATH: '/usr/bin:/bin' },
    });
    return JSON.parse(stdout) as Record<string, unknown>;
  };
  const call = ['--method', 'tools/call', '--tool-name', 'conformance__test_simple_text'];
  const token = () => ['--header', `Authorization: ${headers['authorization']}`];

  test('Over stdio it calls a tool.', async () => {
    const { command, args } = scene.credential.stdio;
    const shim = [command, ...args, '--well-known-root', scene.place.folder];
    expect(await inspect(...shim, ...call)).toMatchObject({ content: [{ type: 'text' }] });
  });

  test('Over Streamable HTTP it calls a tool.', async () => {
    const result = await inspect(at('/mcp').href, '--transport', 'http', ...call, ...token());
    expect(result).toMatchObject({ content: [{ type: 'text' }] });
  });

  test('004 Client Configuration: the Inspector calls a tool over SSE.', async () => {
    const result = await inspect(at('/sse').href, '--transport', 'sse', ...call, ...token());
    expect(result).toMatchObject({ content: [{ type: 'text' }] });
  });
});

function shimOf({ credential, place }: Scene) {
  const { command, args } = credential.stdio;
  const env = { HOME: place.folder, PATH: '/usr/bin:/bin' };
  return { command, args: [...args, '--well-known-root', place.folder], env };
}

/** An EventSource sends no headers of its own accord. */
function withToken(url: string | URL, init?: RequestInit): Promise<Response> {
  return fetch(url, { ...init, headers: { ...(init?.headers as Record<string, string>), ...headers } });
}
