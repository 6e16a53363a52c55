// Runs a module once for each request, as Harbor does: it keeps nothing between two of them, and ends when its input does.
import { isRecord, jsonIn } from '../../../contract/json.ts';
import { rpcErrors } from '../../../contract/rpc-errors.ts';
import { LineQueue } from '../javascript/line-queue.ts';
import { moduleReply } from './module-reply.ts';
import type { RequestPipes } from './request-pipes.ts';

export interface RequestRunner {
  readonly pipes: RequestPipes;
  /** Begins the module anew and runs it to its end. Throws where it fails. */
  run(): void;
}

/** Resolves with the exit code once stdin has ended. */
export function servePerRequest({ pipes, run }: RequestRunner): Promise<number> {
  return new Promise(resolve => {
    let isEnded = false;
    const endWhenDone = () => void (isEnded && lines.isEmpty && process.stdout.write('', () => resolve(0)));
    const next = () => {
      lines.ask(line => {
        const id = idOf(line);
        // It answers a notification with an error, where it answers at all: nobody has asked.
        if (id !== undefined) answer(line, id);
        next();
        endWhenDone();
      });
    };
    const lines = new LineQueue(process.stdin, () => {
      isEnded = true;
      endWhenDone();
    });
    const answer = (line: string, id: unknown) => {
      pipes.begin(line);
      const failure = trouble(run);
      const { stdout, stderr } = pipes.written();
      const replies = [...linesOf(stdout), ...linesOf(stderr)].map(moduleReply).filter(reply => reply !== null);
      for (const text of linesOf(stderr)) if (moduleReply(text) === null) process.stderr.write(`${text}\n`);
      if (failure !== null) process.stderr.write(`The module failed: ${failure}\n`);
      for (const reply of replies) process.stdout.write(`${reply}\n`);
      if (replies.length === 0) process.stdout.write(`${JSON.stringify(unanswered(id, failure))}\n`);
    };
    next();
  });
}

/** Undefined for what is no request. */
function idOf(line: string): unknown {
  const message = jsonIn(line);
  return isRecord(message) && typeof message.method === 'string' ? message.id : undefined;
}

function unanswered(id: unknown, failure: string | null) {
  const message = failure === null ? 'The module has ended without an answer.' : 'The module failed.';
  return { jsonrpc: '2.0', id, error: { code: rpcErrors.internal, message } };
}

function trouble(act: () => void): string | null {
  try {
    act();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function linesOf(text: string): string[] {
  return text.split('\n').filter(line => line.trim() !== '');
}
