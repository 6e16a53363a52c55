// The servers that run at the moment, each in its box. Those that nobody calls for a while are ended.
import { isRecord } from '../../../contract/json.ts';
import { PageFault } from '../web-agent/page-fault.ts';
import { Box, NotBegun } from './box.ts';
import { BoxFault } from './box-fault.ts';
import { boxBounds, toolsIn } from './boxed-server.ts';
import type { BoxCaller, BoxWorker, ServerToRun } from './box.ts';
import type { BoxSaid } from './box-said.ts';
import type { BoxedTool } from './boxed-server.ts';

export interface BoxesOptions {
  newWorker(): BoxWorker;
  /** Rejects with an Error whose sentence names the server. */
  codeOf(server: ServerToRun): Promise<Uint8Array<ArrayBuffer>>;
  /** None runs any more. */
  idle(): void;
}

interface Running {
  readonly box: Box;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** Rises with each use; 0 until the call comes that it was begun for. */
  used: number;
}

export interface BoxCall extends BoxCaller {
  readonly tool: string;
  readonly args: object;
}

/** Who calls the tools of servers of this browser. */
export interface CallsBoxes {
  /** The result of MCP. Rejects with PageFault, and with the signal's reason. */
  call(server: ServerToRun, call: BoxCall): Promise<unknown>;
  endAll(): void;
}

export class Boxes implements CallsBoxes {
  readonly #options: BoxesOptions;
  /** By the digest of their code. */
  readonly #running = new Map<string, Running>();
  /** Those that are about to run: whoever calls one of them meanwhile waits for the same start. */
  readonly #starting = new Map<string, Promise<Running>>();
  #uses = 0;

  constructor(options: BoxesOptions) {
    this.#options = options;
  }

  /** A call that has not begun when its server is ended for another one is repeated: each box begins one at least, so there is an end of it. */
  async call(server: ServerToRun, call: BoxCall): Promise<unknown> {
    for (;;) {
      try {
        return await this.#callOnce(server, call);
      } catch (error) {
        if (!(error instanceof NotBegun)) throw error;
      }
    }
  }

  endAll(): void {
    const over = new PageFault('ERR_CANCELLED', 'The servers of this browser were ended.');
    for (const { box } of this.#running.values()) box.end(over);
  }

  async #callOnce(server: ServerToRun, { tool, args, origin, signal }: BoxCall): Promise<unknown> {
    const running = this.#running.get(server.digest) ?? (await this.#start(server));
    clearTimeout(running.timer);
    this.#uses += 1;
    running.used = this.#uses;
    try {
      signal.throwIfAborted();
      return await running.box.request('tools/call', { name: tool, arguments: args }, { origin, signal });
    } finally {
      clearTimeout(running.timer);
      running.timer = setTimeout(() => this.#rest(running), boxBounds.idleMs);
    }
  }

  #rest({ box }: Running): void {
    if (!box.isBusy) box.end(new PageFault('ERR_CANCELLED', 'Nobody has called it for a while.'));
  }

  #start(server: ServerToRun): Promise<Running> {
    const { digest } = server;
    const starting = this.#starting.get(digest) ?? this.#begin(server).finally(() => this.#starting.delete(digest));
    this.#starting.set(digest, starting);
    return starting;
  }

  async #begin(server: ServerToRun): Promise<Running> {
    const code = await this.#options.codeOf(server).catch((error: unknown) => {
      throw new PageFault('ERR_TOOL_FAILED', error instanceof Error ? error.message : String(error));
    });
    this.#makeRoom();
    const box = new Box({ server, code, worker: this.#options.newWorker(), over: () => this.#over(server) });
    const running: Running = { box, timer: undefined, used: 0 };
    this.#running.set(server.digest, running);
    return running;
  }

  #makeRoom(): void {
    if (this.#running.size < boxBounds.running) return;
    const [idlest] = [...this.#running.values()]
      .filter(({ box, used }) => used > 0 && !box.isBusy)
      .toSorted((a, b) => a.used - b.used);
    if (!idlest)
      throw new PageFault(
        'ERR_RATE_LIMITED',
        `${boxBounds.running} servers of this browser are at work already; wait for one of them.`,
      );
    idlest.box.end(new PageFault('ERR_CANCELLED', 'Another server needed its place.'));
  }

  #over({ digest }: ServerToRun): void {
    clearTimeout(this.#running.get(digest)?.timer);
    this.#running.delete(digest);
    if (this.#running.size === 0) this.#options.idle();
  }
}

/** What a server offers, asked in a box that ends with the answer; and whether it is greeted first. Rejects with BoxFault. */
export async function tryServer(
  server: Omit<ServerToRun, 'takesOneLine'>,
  code: Uint8Array<ArrayBuffer>,
  newWorker: () => BoxWorker,
): Promise<{ readonly tools: BoxedTool[]; readonly takesOneLine: boolean }> {
  const list = async (takesOneLine: boolean) => {
    // The worker keeps what it is given.
    const worker = newWorker();
    const box = new Box({ server: { ...server, takesOneLine }, code: code.slice(), worker, over: () => {} });
    const late = new AbortController();
    const listMs = 3 * boxBounds.turnMs;
    const timer = setTimeout(() => late.abort(faultOf(['serversBoxLateTools', String(listMs / 1_000)])), listMs);
    try {
      const listed = await box.request('tools/list', {}, { origin: '', signal: late.signal });
      return expectFew(toolsIn(isRecord(listed) ? listed.tools : null));
    } finally {
      clearTimeout(timer);
      box.end(new Error('It was tried.'));
    }
  };
  if (server.kind === 'script') return { tools: await list(false), takesOneLine: false };
  try {
    return { tools: await list(false), takesOneLine: false };
  } catch (error) {
    return { tools: await list(true).catch(() => Promise.reject(error as Error)), takesOneLine: true };
  }
}

/** Its user is to see them all, and each page that asks is told of them. */
function expectFew(tools: BoxedTool[]): BoxedTool[] {
  const { length } = JSON.stringify(tools);
  if (tools.length <= boxBounds.tools && length <= boxBounds.toolsChars) return tools;
  const most = [boxBounds.tools, boxBounds.toolsChars];
  throw faultOf(['serversBoxTools', ...[tools.length, length, ...most].map(String)]);
}

function faultOf(said: BoxSaid): BoxFault {
  return new BoxFault('The server was not added.', said);
}

export function newBoxWorker(): BoxWorker {
  return new Worker(chrome.runtime.getURL('boxed/box-worker.js'));
}
