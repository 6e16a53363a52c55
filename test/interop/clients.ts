// The clients that are held against the hub, each on every way in that it has.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client, SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from 'sdk-v1/client/index.js';
import { SSEClientTransport as SseV1 } from 'sdk-v1/client/sse.js';
import { StdioClientTransport as StdioV1 } from 'sdk-v1/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from 'sdk-v1/client/streamableHttp.js';
import { nodeForSuites } from '../conformance/suite.ts';
import { repositoryRoot } from '../support/provided.ts';
import { packageFolder, programOf } from './programs.ts';

/** Where the hub is reached. */
export interface Target {
  readonly stdio: { readonly command: string; readonly args: readonly string[]; readonly env: Record<string, string> };
  readonly http: string;
  readonly sse: string;
  readonly token: string;
  /** Which the clients may write in. */
  readonly folder: string;
}

export interface Session {
  toolNames(): Promise<string[]>;
  /** The first text of the answer. */
  call(name: string, args: Readonly<Record<string, unknown>>): Promise<string>;
  close(): Promise<void>;
}

export interface InteropClient {
  readonly name: string;
  readonly package: string;
  readonly ways: Readonly<Record<string, (target: Target) => Promise<Session>>>;
}

const me = { name: 'interop', version: '1.0.0' };
const bearer = ({ token }: Target) => ({ authorization: `Bearer ${token}` });
const requestInit = (target: Target) => ({ requestInit: { headers: bearer(target) } });
/** An EventSource sends no headers of its own accord. */
const eventSource = (target: Target) => ({
  ...requestInit(target),
  eventSourceInit: {
    fetch: (url: string | URL, init?: RequestInit) =>
      fetch(url, { ...init, headers: { ...(init?.headers as Record<string, string>), ...bearer(target) } }),
  },
});
const stdioOf = ({ stdio }: Target) => ({ ...stdio, args: [...stdio.args], stderr: 'ignore' as const });

const older = { mode: 'legacy' } as const;
const newer = { mode: { pin: '2026-07-28' } } as const;

export const clients: readonly InteropClient[] = [
  {
    name: 'SDK 1',
    package: 'sdk-v1',
    ways: {
      stdio: target => ofV1(new StdioV1(stdioOf(target))),
      http: target => ofV1(new HttpV1(new URL(target.http), requestInit(target))),
      sse: target => ofV1(new SseV1(new URL(target.sse), eventSource(target))),
    },
  },
  {
    name: 'SDK 2',
    package: '@modelcontextprotocol/client',
    ways: {
      stdio: target => ofV2(new StdioClientTransport(stdioOf(target)), older),
      http: target => ofV2(new StreamableHTTPClientTransport(new URL(target.http), requestInit(target)), older),
      sse: target => ofV2(new SSEClientTransport(new URL(target.sse), eventSource(target)), older),
      'stdio, 2026-07-28': target => ofV2(new StdioClientTransport(stdioOf(target)), newer),
      'http, 2026-07-28': target =>
        ofV2(new StreamableHTTPClientTransport(new URL(target.http), requestInit(target)), newer),
    },
  },
  {
    name: 'Inspector',
    package: '@modelcontextprotocol/inspector',
    ways: {
      stdio: target => ofInspector([target.stdio.command, ...target.stdio.args], target),
      http: target => ofInspector([target.http, '--transport', 'http', ...inspectorToken(target)], target),
      sse: target => ofInspector([target.sse, '--transport', 'sse', ...inspectorToken(target)], target),
    },
  },
  {
    name: 'mcp-remote',
    package: 'mcp-remote',
    ways: {
      http: target => throughRemote(target, target.http, 'http-only'),
      sse: target => throughRemote(target, target.sse, 'sse-only'),
    },
  },
  {
    name: 'supergateway',
    package: 'supergateway',
    ways: {
      http: target => throughSupergateway(target, ['--streamableHttp', target.http]),
      sse: target => throughSupergateway(target, ['--sse', target.sse]),
    },
  },
  {
    name: 'mcporter',
    package: 'mcporter',
    ways: {
      stdio: target =>
        ofMcporter(target, { command: target.stdio.command, args: target.stdio.args, env: target.stdio.env }),
      http: target => ofMcporter(target, { url: target.http, headers: bearer(target) }),
    },
  },
  {
    name: 'AI SDK',
    package: '@ai-sdk/mcp',
    ways: {
      stdio: async target => {
        const { Experimental_StdioMCPTransport: Transport } = await imported<StdioOfAiSdk>(
          '@ai-sdk/mcp',
          'dist/mcp-stdio/index.mjs',
        );
        return ofAiSdk(new Transport(stdioOf(target)));
      },
      http: target => ofAiSdk({ type: 'http', url: target.http, headers: bearer(target) }),
      sse: target => ofAiSdk({ type: 'sse', url: target.sse, headers: bearer(target) }),
    },
  },
  // Over HTTP it sends no header that it is told.
  {
    name: 'mcp-client',
    package: 'mcp-client',
    ways: { stdio: target => ofMcpClient({ type: 'stdio', ...target.stdio }) },
  },
];

interface Answer {
  readonly content?: unknown;
}

/** What both versions of the official SDK have in common. */
interface SdkClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<object>;
  close(): Promise<void>;
}

function firstText(answer: object): string {
  const { content } = answer as Answer;
  const [first] = Array.isArray(content) ? (content as { text?: string }[]) : [];
  return first?.text ?? '';
}

async function ofV1(transport: Parameters<ClientV1['connect']>[0]): Promise<Session> {
  const client = new ClientV1(me);
  await client.connect(transport);
  return ofSdk(client);
}

async function ofV2(
  transport: Parameters<Client['connect']>[0],
  versionNegotiation: typeof older | typeof newer,
): Promise<Session> {
  const client = new Client(me, { versionNegotiation });
  await client.connect(transport);
  return ofSdk(client);
}

function ofSdk(client: SdkClient): Session {
  return {
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args) => firstText(await client.callTool({ name, arguments: { ...args } })),
    close: () => client.close(),
  };
}

/** Programs that are a server on stdio for whoever starts them, and a client of what they are told of. */
function throughRemote(target: Target, url: string, transport: string): Promise<Session> {
  const headers = path.join(target.folder, 'headers.txt');
  writeFileSync(headers, `Authorization: Bearer ${target.token}\n`, { mode: 0o600 });
  return throughProxy(target, 'mcp-remote', [url, '--transport', transport, '--header-file', headers]);
}

function throughSupergateway(target: Target, args: readonly string[]): Promise<Session> {
  return throughProxy(target, 'supergateway', [...args, '--oauth2Bearer', target.token, '--logLevel', 'none']);
}

function throughProxy(target: Target, name: string, args: readonly string[]): Promise<Session> {
  const transport = new StdioV1({
    command: process.execPath,
    args: [programOf(name), ...args],
    env: { ...homeOf(target), PATH: '/usr/bin:/bin' },
    stderr: 'ignore',
  });
  return ofV1(transport);
}

function inspectorToken({ token }: Target): string[] {
  return ['--header', `Authorization: Bearer ${token}`];
}

/** One process for each request. */
async function ofInspector(place: readonly string[], target: Target): Promise<Session> {
  const program = path.join(packageFolder('@modelcontextprotocol/inspector'), 'clients/launcher/build/index.js');
  const ask = async (...args: string[]) =>
    JSON.parse(await printed(nodeForSuites(repositoryRoot), [program, '--cli', ...place, ...args], target));
  return {
    toolNames: async () => (await ask('--method', 'tools/list')).tools.map(({ name }: { name: string }) => name),
    call: async (name, args) => {
      const given = Object.entries(args).flatMap(([key, value]) => ['--tool-arg', `${key}=${JSON.stringify(value)}`]);
      return firstText(await ask('--method', 'tools/call', '--tool-name', name, ...given));
    },
    close: async () => {},
  };
}

/** One process for each request. */
async function ofMcporter(target: Target, entry: object): Promise<Session> {
  const config = path.join(target.folder, 'mcporter.json');
  writeFileSync(config, JSON.stringify({ mcpServers: { hub: entry }, imports: [] }), { mode: 0o600 });
  const ask = async (...args: string[]) =>
    JSON.parse(await printed(process.execPath, [programOf('mcporter'), '--config', config, ...args], target));
  return {
    toolNames: async () => (await ask('list', 'hub', '--json')).tools.map(({ name }: { name: string }) => name),
    call: async (name, args) =>
      firstText(await ask('call', `hub.${name}`, '--output', 'json', '--args', JSON.stringify(args))),
    close: async () => {},
  };
}

interface AiSdk {
  createMCPClient(options: { transport: unknown }): Promise<{
    tools(): Promise<Record<string, { execute(args: object, more: object): Promise<Answer> }>>;
    close(): Promise<void>;
  }>;
}

async function ofAiSdk(transport: unknown): Promise<Session> {
  const { createMCPClient } = await imported<AiSdk>('@ai-sdk/mcp', 'dist/index.mjs');
  const client = await createMCPClient({ transport });
  const tools = await client.tools();
  return {
    toolNames: () => Promise.resolve(Object.keys(tools)),
    call: async (name, args) => firstText((await tools[name]?.execute(args, { messages: [], toolCallId: '1' })) ?? {}),
    close: () => client.close(),
  };
}

interface StdioOfAiSdk {
  readonly Experimental_StdioMCPTransport: new (options: object) => unknown;
}

interface McpClient {
  readonly MCPClient: new (
    info: typeof me,
  ) => {
    connect(options: object): Promise<void>;
    getAllTools(): Promise<{ name: string }[]>;
    callTool(params: object): Promise<Answer>;
    close(): Promise<void>;
  };
}

async function ofMcpClient(options: object): Promise<Session> {
  const { MCPClient } = await imported<McpClient>('mcp-client', 'dist/MCPClient.js');
  const client = new MCPClient(me);
  await client.connect(options);
  return {
    toolNames: async () => (await client.getAllTools()).map(({ name }) => name),
    call: async (name, args) => firstText(await client.callTool({ name, arguments: args })),
    close: () => client.close(),
  };
}

/** A module of a package that the project's own types know nothing of. */
async function imported<T>(name: string, file: string): Promise<T> {
  return (await import(pathToFileURL(path.join(packageFolder(name), file)).href)) as T;
}

/** What a program prints, by way of a file: some end before a pipe has taken all of it. */
async function printed(program: string, args: readonly string[], target: Target): Promise<string> {
  const file = path.join(target.folder, 'printed.txt');
  const out = openSync(file, 'w');
  const env = { ...homeOf(target), PATH: '/usr/bin:/bin' };
  const child = spawn(program, [...args], { env, cwd: target.folder, stdio: ['ignore', out, 'ignore'] });
  closeSync(out);
  const [code] = await once(child, 'exit');
  const text = readFileSync(file, 'utf8');
  if (code !== 0) throw new Error(`${path.basename(args[0] ?? program)} ended with ${code}: ${text.slice(0, 1_000)}`);
  return text;
}

function homeOf({ folder }: Target): Record<string, string> {
  return { HOME: folder };
}
