// javascript_tool: runs a script in the page's own world and answers with its value.
import { isRecord } from '../rpc.ts';
import { ToolError } from '../tool-error.ts';
import { withDebugger } from './debugger-session.ts';
import { readString, type Tool, type ToolContext, textResult } from './tool.ts';

const MAX_CHARS = 500_000;

export const javascriptTool: Tool = async (args, context) => {
  const action = readString(args, 'action') ?? 'javascript_exec';
  if (action !== 'javascript_exec')
    throw new ToolError('ERR_INVALID_ARGUMENTS', `action is ${JSON.stringify(action)}; send "javascript_exec".`);
  const source = readString(args, 'text');
  if (!source?.trim()) throw new ToolError('ERR_INVALID_ARGUMENTS', 'javascript_tool needs a text, the script to run.');
  const text = 'debugger' in chrome ? await evaluate(source, context) : await evaluateByScript(source, context);
  const cut = text.length > MAX_CHARS ? `\n(cut at ${MAX_CHARS} of ${text.length} characters)` : '';
  return textResult(text.slice(0, MAX_CHARS) + cut);
};

/** JSON of the value; what has no JSON as the console would show it. A promise is waited for. */
function evaluate(expression: string, { tabId, signal }: ToolContext): Promise<string> {
  return withDebugger(tabId, async send => {
    signal.throwIfAborted();
    const stop = () => void send('Runtime.terminateExecution').catch(() => {});
    signal.addEventListener('abort', stop, { once: true });
    try {
      const options = { returnByValue: true, awaitPromise: true, replMode: true, userGesture: true };
      const answer = await send('Runtime.evaluate', { expression, ...options }).catch((error: unknown) => {
        if (!/serializ|reference chain/i.test(String(error))) throw error;
        throw new ToolError('ERR_TOOL_FAILED', 'The value has no form as JSON; end the script with one that has.');
      });
      if (isRecord(answer.exceptionDetails)) throw scriptError(answer.exceptionDetails);
      return shown(answer.result);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  });
}

function shown(result: unknown): string {
  if (!isRecord(result)) return 'undefined';
  if ('value' in result && result.subtype !== 'node') return JSON.stringify(result.value) ?? 'undefined';
  return String(result.unserializableValue ?? result.description ?? result.type);
}

function scriptError({ exception, text }: Record<string, unknown>): ToolError {
  const said = isRecord(exception) ? (exception.description ?? exception.value) : text;
  return new ToolError('ERR_TOOL_FAILED', `The script threw ${String(said).slice(0, 2_000)}`);
}

interface Ran {
  readonly text: string;
  readonly error: string;
}

/** Without a debugger a page's own policy may refuse the script; then its words are the answer. */
async function evaluateByScript(source: string, { tabId, signal }: ToolContext): Promise<string> {
  signal.throwIfAborted();
  const [ran] = await chrome.scripting.executeScript({
    target: { tabId },
    world: 'MAIN',
    func: runHere,
    args: [source],
  });
  const result = ran?.result;
  if (!result) throw new ToolError('ERR_TOOL_FAILED', `The page of tab ${tabId} changed while the script ran.`);
  if (result.error !== '') throw new ToolError('ERR_TOOL_FAILED', `The script threw ${result.error.slice(0, 2_000)}`);
  return result.text;
}

/** Self-contained: it is sent to the page as source text. */
async function runHere(source: string): Promise<Ran> {
  try {
    // oxlint-disable-next-line no-eval -- running the agent's script in its page is what this tool is for
    const value: unknown = await (0, eval)(source);
    return { text: JSON.stringify(value) ?? String(value), error: '' };
  } catch (error) {
    return { text: '', error: String(error) };
  }
}
