// A shim as a program speaks to it, in lines, which keeps this process free of all that a library does with an answer.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { PanelResult } from '../../../contract/schemas/panel-requests.ts';

export type ToolCall = readonly [name: string, args: Readonly<Record<string, unknown>>];

/** A shim as a program speaks to it, in lines: nothing of this process is busy with the flood's answers. */
export class LineAgent {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, (line: string) => void>();
  #lastId = 0;

  constructor({ stdio }: PanelResult<'clients:create'>, userHome: string) {
    const args = [...stdio.args, '--well-known-root', userHome];
    this.#child = spawn(stdio.command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    this.#child.stderr.resume();
    createInterface({ input: this.#child.stdout }).on('line', line => {
      const id = Number(/"id":(\d+)/.exec(line)?.[1]);
      this.#waiting.get(id)?.(line);
      this.#waiting.delete(id);
    });
  }

  async start(): Promise<void> {
    const clientInfo = { name: 'flood-bench', version: '1.0.0' };
    await this.#ask([['initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }]]);
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  }

  /** Resolves with the lines of the answers when all of the calls are answered; they leave in one write. */
  call(calls: readonly ToolCall[]): Promise<string[]> {
    return this.#ask(calls.map(([name, args]) => ['tools/call', { name, arguments: args }] as const));
  }

  async close(): Promise<void> {
    const closed = new Promise(resolve => this.#child.once('close', resolve));
    this.#child.stdin.end();
    await closed;
  }

  async #ask(requests: readonly (readonly [method: string, params: unknown])[]): Promise<string[]> {
    const answers: Promise<string>[] = [];
    const lines = requests.map(([method, params]) => {
      const id = (this.#lastId += 1);
      answers.push(new Promise(resolve => this.#waiting.set(id, resolve)));
      return `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
    });
    this.#child.stdin.write(lines.join(''));
    return Promise.all(answers);
  }
}
