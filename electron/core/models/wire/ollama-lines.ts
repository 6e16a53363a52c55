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
    return new Response(response.body.pipeThrough(checkedLines(provider)), { status, statusText, headers });
  };
}

function checkedLines(provider: string): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let rest = '';
  return new TransformStream({
    transform: (chunk, controller) => {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > maxLineChars) throw unreadable(provider);
      const kept = lines.filter(line => line.trim() !== '').map(line => checkedLine(line, provider));
      if (kept.length > 0) controller.enqueue(encoder.encode(`${kept.join('\n')}\n`));
    },
    flush: controller => {
      if (rest.trim() !== '') controller.enqueue(encoder.encode(`${checkedLine(rest, provider)}\n`));
    },
  });
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
