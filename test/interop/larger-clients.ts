// More clients, which take too long to install for the tests of every run: those of agents' libraries.

import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageFolder } from './programs.ts';
import type { InteropClient, Session, Target } from './clients.ts';

const headersOf = ({ token }: Target) => ({ authorization: `Bearer ${token}` });
const stdioOf = ({ stdio }: Target) => ({ command: stdio.command, args: [...stdio.args], env: stdio.env });

export const largerClients: readonly InteropClient[] = [
  {
    name: 'LangChain',
    package: '@langchain/mcp-adapters',
    ways: {
      stdio: target => ofLangChain({ transport: 'stdio', ...stdioOf(target) }),
      http: target => ofLangChain({ transport: 'http', url: target.http, headers: headersOf(target) }),
      sse: target => ofLangChain({ transport: 'sse', url: target.sse, headers: headersOf(target) }),
    },
  },
  {
    name: 'OpenAI Agents SDK',
    package: '@openai/agents',
    ways: {
      stdio: target => ofOpenAi('MCPServerStdio', stdioOf(target)),
      http: target =>
        ofOpenAi('MCPServerStreamableHttp', { url: target.http, requestInit: { headers: headersOf(target) } }),
      sse: target =>
        ofOpenAi('MCPServerSSE', {
          url: target.sse,
          requestInit: { headers: headersOf(target) },
          eventSourceInit: {
            fetch: (url: string | URL, init?: RequestInit) =>
              fetch(url, { ...init, headers: { ...(init?.headers as Record<string, string>), ...headersOf(target) } }),
          },
        }),
    },
  },
  {
    name: 'Mastra',
    package: '@mastra/mcp',
    ways: {
      stdio: target => ofMastra(stdioOf(target)),
      http: target => ofMastra({ url: new URL(target.http), requestInit: { headers: headersOf(target) } }),
    },
  },
];

interface LangChain {
  readonly MultiServerMCPClient: new (
    servers: object,
  ) => {
    getTools(): Promise<{ name: string; invoke(args: object): Promise<unknown> }[]>;
    close(): Promise<void>;
  };
}

async function ofLangChain(server: object): Promise<Session> {
  const { MultiServerMCPClient } = await imported<LangChain>('@langchain/mcp-adapters', 'dist/index.js');
  const client = new MultiServerMCPClient({ mcpServers: { hub: server }, prefixToolNameWithServerName: false });
  const tools = await client.getTools();
  return {
    toolNames: () => Promise.resolve(tools.map(({ name }) => name)),
    call: async (name, args) => textIn(await tools.find(tool => tool.name === name)?.invoke(args)),
    close: () => client.close(),
  };
}

interface OpenAiServer {
  connect(): Promise<void>;
  listTools(): Promise<{ name: string }[]>;
  callTool(name: string, args: object): Promise<unknown>;
  close(): Promise<void>;
}

async function ofOpenAi(kind: string, options: object): Promise<Session> {
  const module = await imported<Record<string, new (options: object) => OpenAiServer>>(
    '@openai/agents',
    'dist/index.mjs',
  );
  const Server = module[kind];
  if (!Server) throw new Error(`@openai/agents has no ${kind}.`);
  const server = new Server({ name: 'hub', ...options });
  await server.connect();
  return {
    toolNames: async () => (await server.listTools()).map(({ name }) => name),
    call: async (name, args) => textIn(await server.callTool(name, args)),
    close: () => server.close(),
  };
}

interface Mastra {
  readonly MCPClient: new (
    options: object,
  ) => {
    listToolsets(): Promise<{ hub?: Record<string, { execute?(args: object, context: object): Promise<unknown> }> }>;
    disconnect(): Promise<void>;
  };
}

async function ofMastra(server: object): Promise<Session> {
  const { MCPClient } = await imported<Mastra>('@mastra/mcp', 'dist/index.js');
  const client = new MCPClient({ id: crypto.randomUUID(), servers: { hub: server } });
  const { hub = {} } = await client.listToolsets();
  return {
    toolNames: () => Promise.resolve(Object.keys(hub)),
    call: async (name, args) => textIn(await hub[name]?.execute?.(args, {})),
    close: () => client.disconnect(),
  };
}

/** The first text, wherever a library puts it. */
function textIn(answer: unknown): string {
  if (typeof answer === 'string') return answer;
  const content = Array.isArray(answer) ? answer : (answer as { content?: unknown } | undefined)?.content;
  const [first] = Array.isArray(content) ? content : [];
  return typeof first === 'string' ? first : ((first as { text?: string } | undefined)?.text ?? JSON.stringify(answer));
}

async function imported<T>(name: string, file: string): Promise<T> {
  return (await import(pathToFileURL(path.join(packageFolder(name), file)).href)) as T;
}
