// What the hub writes, as it comes in: commands of spec 003 get MCP's name, the runner's own are taken out, all other bytes pass untouched.
import { commandStart, mcpMethods, ownCommands } from '../../contract/runner-commands.ts';
import type { OwnCommand } from '../../contract/runner-commands.ts';

const newline = 10;
const start = Buffer.from(commandStart);
const longestName = Math.max(...[...Object.keys(mcpMethods), ...ownCommands].map(name => name.length));
/** With so many bytes of a line it is known whether it is a command, and which. */
const telling = start.length + longestName + 1;
const renamed = new Map<string, Buffer>(
  Object.entries(mcpMethods).map(([command, method]) => [command, Buffer.from(`${commandStart}${method}`)]),
);
const isOwn = (name: string): name is OwnCommand => (ownCommands as readonly string[]).includes(name);

export interface HubLinesEvents {
  /** Bytes for the server; `begins` when a message begins with them. */
  onBytes(bytes: Buffer, begins: boolean): void;
  onCommand(command: OwnCommand, params: unknown): void;
}

export class HubLines {
  readonly #events: HubLinesEvents;
  /** The start of a line that is too short yet to tell what it is. */
  #head: Buffer | null = null;
  /** The line of a command of the runner itself, as far as it has come. */
  #own: { name: OwnCommand; parts: Buffer[] } | null = null;
  #atStart = true;

  constructor(events: HubLinesEvents) {
    this.#events = events;
  }

  push(chunk: Buffer): void {
    let rest = this.#head ? Buffer.concat([this.#head, chunk]) : chunk;
    this.#head = null;
    while (rest.length > 0) {
      const end = rest.indexOf(newline);
      if (this.#atStart && end < 0 && rest.length < telling) {
        // Copied: the memory of a read is used again for the next one.
        this.#head = Buffer.from(rest);
        return;
      }
      const stop = end < 0 ? rest.length : end + 1;
      this.#take(stop === rest.length ? rest : rest.subarray(0, stop), end >= 0);
      rest = rest.subarray(stop);
    }
  }

  #take(part: Buffer, isEnd: boolean): void {
    const begins = this.#atStart;
    this.#atStart = isEnd;
    if (!begins) return this.#own ? this.#collect(part, isEnd) : this.#events.onBytes(part, false);
    const name = commandOf(part);
    const method = renamed.get(name);
    if (method) {
      const tail = part.subarray(start.length + name.length);
      this.#events.onBytes(Buffer.concat([method, tail], method.length + tail.length), true);
    } else if (isOwn(name)) {
      this.#own = { name, parts: [] };
      this.#collect(part, isEnd);
    } else this.#events.onBytes(part, true);
  }

  #collect(part: Buffer, isEnd: boolean): void {
    if (!this.#own) return;
    this.#own.parts.push(Buffer.from(part));
    if (!isEnd) return;
    const { name, parts } = this.#own;
    this.#own = null;
    const { params }: { params?: unknown } = JSON.parse(Buffer.concat(parts).toString('utf8'));
    this.#events.onCommand(name, params);
  }
}

/** The word between `{"method":"` and the next quote; empty when the line begins otherwise. */
function commandOf(part: Buffer): string {
  // The second letter tells most lines apart: those of MCP begin with "jsonrpc".
  if (part[2] !== start[2] || part.compare(start, 0, start.length, 0, start.length) !== 0) return '';
  const head = part.toString('latin1', start.length, telling);
  const quote = head.indexOf('"');
  return quote < 0 ? '' : head.slice(0, quote);
}
