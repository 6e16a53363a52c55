// An MCP client on stdio as an agent has it, which tells what each answer costs: its time, its characters, its pictures.
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

export interface Answer {
  readonly text: string;
  /** Of all blocks of text. */
  readonly characters: number;
  /** Of all pictures, as files. */
  readonly imageBytes: number;
  readonly ms: number;
}

export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly data?: string;
}

/** Two answers, one after the other, as one. */
export function both(first: Answer, second: Answer): Answer {
  return {
    text: `${first.text}${second.text}\n`,
    characters: first.characters + second.characters,
    imageBytes: first.imageBytes + second.imageBytes,
    ms: first.ms + second.ms,
  };
}

/** How long a call may take before it counts as one that got no answer. */
export const patienceMs = 30_000;

export class McpAgent {
  readonly #client: Client;
  readonly #transport: StdioClientTransport;

  private constructor(client: Client, transport: StdioClientTransport) {
    this.#client = client;
    this.#transport = transport;
  }

  static async start({ command, args, cwd, env }: ServerCommand): Promise<McpAgent> {
    const transport = new StdioClientTransport({
      command,
      args: [...args],
      stderr: 'ignore',
      ...(cwd === undefined ? {} : { cwd }),
      ...(env === undefined ? {} : { env: { ...env } }),
    });
    const client = new Client({ name: 'browser-bench', version: '1.0.0' });
    await client.connect(transport);
    return new McpAgent(client, transport);
  }

  /** The process that was started; 0 once it has ended. */
  get pid(): number {
    return this.#transport.pid ?? 0;
  }

  /** Rejects with what came when the tool failed: a refusal must not count as a fast answer. */
  async call(name: string, args: Readonly<Record<string, unknown>>): Promise<Answer> {
    const sent = performance.now();
    const result = await this.#client.callTool({ name, arguments: args }, { timeout: patienceMs });
    const ms = performance.now() - sent;
    const blocks = result.content as readonly Block[];
    const texts = blocks.flatMap(({ text }) => (text === undefined ? [] : [text]));
    const text = texts.join('\n');
    if (result.isError) throw new Error(`${name} failed: ${text.slice(0, 300)}`);
    return {
      text,
      characters: texts.reduce((sum, each) => sum + each.length, 0),
      imageBytes: blocks.reduce((sum, { data }) => sum + Buffer.byteLength(data ?? '', 'base64'), 0),
      ms,
    };
  }

  /** Several calls one after the other count as one answer. */
  async all(calls: readonly (readonly [name: string, args: Readonly<Record<string, unknown>>])[]): Promise<Answer> {
    let sum: Answer = { text: '', characters: 0, imageBytes: 0, ms: 0 };
    for (const [name, args] of calls) sum = both(sum, await this.call(name, args));
    return sum;
  }

  /** The list of tools as an agent's model gets it: JSON with names, descriptions and schemas. */
  async toolList(): Promise<string> {
    return JSON.stringify((await this.#client.listTools()).tools);
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}
