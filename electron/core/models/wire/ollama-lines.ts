// Ollama's stream, line by line, before its package reads it: that leaves out what it cannot read, and an error among the lines with it.
import { isRecord, parseJson } from '../../../../contract/json.ts';
import { hubError } from '../../../../words/hub-error.ts';

const maxLineChars = 8 * 1024 * 1024;

/** Each answer of `inner` breaks where Ollama says an error in it, or what is no line of its own. */
export function withCheckedLines(inner: typeof fetch, provider: string): typeof fetch {
  return async (input, init) => {
    const response = await inner(input, init);
    if (response.body === null || !new URL(String(input)).pathname.endsWith('/chat')) return response;
    const { status, statusText, headers } = response;
    return new Response(checkedLines(response.body, provider), { status, statusText, headers });
  };
}

/** An error breaks the stream with the piece after it, so that the lines before it are read, also where all came at once. */
function checkedLines(body: ReadableStream<Uint8Array>, provider: string): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const lines = new CheckedLines(provider);
  return new ReadableStream(
    {
      pull: async controller => {
        for (;;) {
          if (lines.failure) throw lines.failure;
          const { done, value } = await reader.read();
          const kept = done ? lines.end() : lines.take(value);
          if (kept !== '') controller.enqueue(Buffer.from(kept));
          else if (done && !lines.failure) controller.close();
          if (kept !== '' || (done && !lines.failure)) return;
        }
      },
      cancel: reason => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

class CheckedLines {
  readonly #provider: string;
  readonly #decoder = new TextDecoder();
  #rest = '';
  failure: Error | null = null;

  constructor(provider: string) {
    this.#provider = provider;
  }

  /** What can be read of it, whole lines alone. */
  take(chunk: Uint8Array): string {
    const lines = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split('\n');
    this.#rest = lines.pop() ?? '';
    const kept = this.#checked(lines);
    if (this.#rest.length > maxLineChars) this.failure ??= unreadable(this.#provider);
    return kept;
  }

  end(): string {
    const rest = this.#rest;
    this.#rest = '';
    return this.#checked([rest]);
  }

  #checked(lines: readonly string[]): string {
    let kept = '';
    try {
      for (const line of lines) if (line.trim() !== '') kept += `${checkedLine(line, this.#provider)}\n`;
    } catch (error) {
      this.failure ??= error as Error;
    }
    return kept;
  }
}

/** Older ones send no message with the last line, which the package asks for. */
function checkedLine(line: string, provider: string): string {
  const value = read(line);
  if (!isRecord(value)) throw unreadable(provider);
  if (value['error'] !== undefined)
    throw hubError('ERR_MODEL_FAILED', { kind: 'model-said', provider, said: String(value['error']).slice(0, 2_000) });
  if (isRecord(value['message'])) return line;
  return JSON.stringify({ ...value, message: { role: 'assistant', content: '' } });
}

function read(line: string): unknown {
  try {
    return parseJson(line);
  } catch {
    return null;
  }
}

function unreadable(provider: string) {
  return hubError('ERR_MODEL_FAILED', { kind: 'model-unreadable', provider });
}
