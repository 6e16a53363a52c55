// Starts `pilothouse mcp` as an agent does, with a credential that ends with the run, and asks it for the list of tools.
import { isRecord, jsonIn } from '../../../contract/json.ts';
import { LineSplitter } from '../../../native-host/framing/line-splitter.ts';
import { LastLine, maskedAndCut } from './last-line.ts';
import { startLauncher } from './start-launcher.ts';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';

export interface ShimProbeOptions {
  /** The launcher of the command line. */
  readonly launcher: string;
  readonly clientId: string;
  readonly homeDir: string;
  readonly os: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly patienceMs: number;
  /** Hides the values of secrets in what it said. */
  mask(text: string): string;
}

export type ShimAnswer =
  | { readonly kind: 'result'; readonly result: Record<string, unknown>; readonly bytes: number }
  | { readonly kind: 'refused' | 'ended'; readonly said: string }
  | { readonly kind: 'silent' };

const maxLineBytes = 64 * 1024 * 1024;

export class ShimProbe {
  readonly #options: ShimProbeOptions;
  readonly #waiting = new Map<number, (answer: ShimAnswer) => void>();
  #child: ChildProcessWithoutNullStreams | null = null;
  readonly #stderr = new LastLine();
  #ended = false;
  #nextId = 1;

  constructor(options: ShimProbeOptions) {
    this.#options = options;
  }

  /** MCP's handshake. */
  async connect(): Promise<ShimAnswer> {
    this.#child = this.#spawn();
    const answer = await this.request('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'Pilothouse doctor', version: '1' },
    });
    if (answer.kind === 'result') this.#write({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return answer;
  }

  request(method: string, params: Record<string, unknown>): Promise<ShimAnswer> {
    if (this.#ended) return Promise.resolve({ kind: 'ended', said: this.#said() });
    return new Promise(resolve => {
      const id = this.#nextId++;
      const late = setTimeout(() => end({ kind: 'silent' }), this.#options.patienceMs);
      const end = (answer: ShimAnswer) => {
        clearTimeout(late);
        this.#waiting.delete(id);
        resolve(answer);
      };
      this.#waiting.set(id, end);
      this.#write({ jsonrpc: '2.0', id, method, params });
    });
  }

  /** As an agent leaves: it closes its end. */
  async close(): Promise<void> {
    const child = this.#child;
    if (!child || this.#ended) return;
    const ended = new Promise<void>(resolve => child.once('close', () => resolve()));
    child.stdin.end();
    const late = setTimeout(() => child.kill('SIGKILL'), this.#options.patienceMs);
    await ended;
    clearTimeout(late);
  }

  #spawn(): ChildProcessWithoutNullStreams {
    const { launcher, clientId, os, env, homeDir } = this.#options;
    const args = ['mcp', '--client', clientId, '--no-start'];
    const given = os === 'win32' ? { USERPROFILE: homeDir } : { HOME: homeDir, PATH: '/usr/bin:/bin' };
    const child = startLauncher({ launcher, args, os, env, given });
    const lines = new LineSplitter(maxLineBytes, (line, bytes) => this.#received(line, bytes.length));
    child.stdin.on('error', () => {});
    child.stdout.on('data', (chunk: Buffer) => lines.push(chunk));
    child.stderr.setEncoding('utf8').on('data', (text: string) => this.#stderr.push(text));
    child.once('error', error => this.#over(error.message));
    child.once('close', () => this.#over(null));
    return child;
  }

  #over(message: string | null): void {
    this.#ended = true;
    const said = message ?? this.#said();
    for (const end of [...this.#waiting.values()]) end({ kind: 'ended', said });
  }

  #received(line: string, bytes: number): void {
    const message = jsonIn(line);
    if (!isRecord(message) || typeof message['id'] !== 'number') return;
    const end = this.#waiting.get(message['id']);
    if (!end) return;
    const { result, error } = message;
    if (isRecord(result)) return end({ kind: 'result', result, bytes });
    const said = isRecord(error) ? String(error['message'] ?? '') : line;
    end({ kind: 'refused', said: maskedAndCut(said, this.#options.mask) });
  }

  #write(message: unknown): void {
    this.#child?.stdin.write(`${JSON.stringify(message)}\n`);
  }

  #said(): string {
    return this.#stderr.text('pilothouse: ', this.#options.mask);
  }
}
