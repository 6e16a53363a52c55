// Agents under load over MCP: as the stdio shim speaks it to the hub, and over HTTP by the official client.
import { randomBytes } from 'node:crypto';
import {
  Client,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { connectToHub } from '../../../native-host/relay/hub-connection.ts';
import { type LoadClient, TabReader } from './tab-reader.ts';
import type { FrameChannel } from '../../../native-host/framing/frame-channel.ts';

/** MCP over the hub endpoint, as the stdio shim speaks it. */
export class McpLoad extends TabReader {
  readonly #channel: FrameChannel;
  readonly #waiting = new Map<number, (answer: string) => void>();
  #nextId = 1;

  private constructor(channel: FrameChannel) {
    super();
    this.#channel = channel;
    channel.onFrame(frame => {
      const text = frame.toString();
      const { id } = JSON.parse(text) as { id?: number };
      this.#waiting.get(id ?? 0)?.(text);
      this.#waiting.delete(id ?? 0);
    });
  }

  static async connect({ home, clientId, secret }: LoadClient): Promise<McpLoad> {
    const program = { path: null, pid: process.pid, folder: null };
    const hello = { clientId, instanceId: randomBytes(16).toString('hex'), program };
    const agent = new McpLoad(await connectToHub({ home, role: 'mcp', hello, clientSecret: secret }));
    await agent.request('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'load' },
    });
    return agent;
  }

  request(method: string, params: object): Promise<string> {
    const id = this.#nextId++;
    return new Promise(resolve => {
      this.#waiting.set(id, resolve);
      this.#channel.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    });
  }

  close(): void {
    this.#channel.close();
  }

  protected ask(name: string, args: object): Promise<string> {
    return this.request('tools/call', { name, arguments: args });
  }
}

/** MCP over HTTP, by the official client: each agent is a session of its own. */
class HttpLoad extends TabReader {
  readonly #client = new Client({ name: 'load', version: '1.0.0' }, { versionNegotiation: { mode: 'legacy' } });

  static async connect(transport: Transport): Promise<HttpLoad> {
    const agent = new HttpLoad();
    await agent.#client.connect(transport);
    return agent;
  }

  close(): void {
    void this.#client.close();
  }

  protected async ask(name: string, args: Record<string, unknown>): Promise<string> {
    return JSON.stringify(await this.#client.callTool({ name, arguments: args }));
  }
}

export function overHttp({ http: { url, headers } }: LoadClient): Promise<HttpLoad> {
  return HttpLoad.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
}

export function overSse({ http: { url, headers } }: LoadClient): Promise<HttpLoad> {
  // The stream of events is asked for with the token too.
  const withToken = (address: string | URL, init?: RequestInit) =>
    fetch(address, { ...init, headers: { ...(init?.headers as Record<string, string>), ...headers } });
  const options = { requestInit: { headers }, eventSourceInit: { fetch: withToken } };
  return HttpLoad.connect(new SSEClientTransport(new URL('/sse', url), options));
}
