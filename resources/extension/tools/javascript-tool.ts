// javascript_tool: runs a script in the page's own world and answers with its value.
import { isRecord } from '../../../contract/json.ts';
import { originOf } from '../../../contract/sites.ts';
import { changed } from '../moved-error.ts';
import { cutText } from '../page/cut-text.ts';
import { ToolError } from '../tool-error.ts';
import { contextsOf, type SendCommand, withDebugger } from './debugger-session.ts';
import { withinSeconds } from './script-time.ts';
import { evaluateByScript, maxThrownChars, noJsonWords } from './scripted-evaluation.ts';
import { type Arguments, readNumber, readString, type Tool, type ToolContext, textResult } from './tool.ts';
import { toldSeconds } from './waitable-seconds.ts';

const maxChars = 500_000;
const usualSeconds = 10;
const mostBusySeconds = 60;
const graceMs = 500;
/** Left of its call's time for the answer, in ms; of little time, as for the grace, a part of it. */
const answerMs = 300;
const keptPart = 0.1;

export const javascriptTool: Tool = async (args, context) => {
  const action = readString(args, 'action') ?? 'javascript_exec';
  if (action !== 'javascript_exec')
    throw new ToolError('ERR_INVALID_ARGUMENTS', `action is ${JSON.stringify(action)}; send "javascript_exec".`);
  const source = readString(args, 'text');
  if (!source?.trim()) throw new ToolError('ERR_INVALID_ARGUMENTS', 'javascript_tool needs a text, the script to run.');
  const { text, note } =
    'debugger' in chrome
      ? { text: await evaluate(source, args, context), note: '' }
      : await evaluateByScript(source, timeFor(args, context).seconds, context);
  const cut = text.length > maxChars ? `\n(cut at ${maxChars} of ${text.length} characters)` : '';
  const value = textResult(text.slice(0, maxChars) + cut);
  return note === '' ? value : { content: [...value.content, { type: 'text', text: note }] };
};

/** In which it has to give its value; more than the schema says where its call has a timeout in ms. */
function scriptSeconds(args: Arguments): number {
  return readNumber(args, 'timeout', usualSeconds, 1, 300);
}

/** How long the script may hold up its page without a pause. */
export function busyMs(args: Arguments): number {
  return Math.min(scriptSeconds(args), mostBusySeconds) * 1_000;
}

/** In which a script has to give its value, and the ms of them that it may be busy; `graceMs` is how much later it is answered at most. */
interface ScriptTime {
  readonly seconds: number;
  readonly timeout: number;
  readonly graceMs: number;
}

/** Less than its call has left, so that the answer can say what the script did. */
function timeFor(args: Arguments, { endsAt }: ToolContext): ScriptTime {
  const leftMs = Math.max(1, endsAt - performance.now());
  const ownGraceMs = Math.min(graceMs, leftMs * keptPart);
  const scriptMs = leftMs - ownGraceMs - Math.min(answerMs, leftMs * keptPart);
  return {
    seconds: Math.min(scriptSeconds(args), scriptMs / 1_000),
    timeout: Math.min(busyMs(args), scriptMs),
    graceMs: ownGraceMs,
  };
}

/**
 * JSON of the value; what has no JSON as the console would show it. A promise is waited for. Chromium lets no extension end a
 * script, so one that holds up its page is given an end beforehand. It runs in the scripts of the page that the call was decided
 * for, or not at all.
 */
function evaluate(expression: string, args: Arguments, context: ToolContext): Promise<string> {
  const { tabId, signal } = context;
  return withDebugger(tabId, async send => {
    const { timeout, ...bounds } = timeFor(args, context);
    // One that nobody waits for any more lets go of its own only.
    const objectGroup = crypto.randomUUID();
    // Top-level await and several runs of the same `const`, as in a console.
    const options = { replMode: true, awaitPromise: true, userGesture: true, objectGroup };
    const run = async (anew: boolean): Promise<Record<string, unknown>> => {
      const uniqueContextId = await expectScripts(context, send, anew);
      signal.throwIfAborted();
      const evaluated = send('Runtime.evaluate', { expression, timeout, ...options, uniqueContextId });
      // Nothing has run in a document that is gone.
      return anew ? evaluated : evaluated.catch(error => (isContextGone(error) ? run(true) : Promise.reject(error)));
    };
    const startedAt = performance.now();
    const evaluation = run(false)
      .then(answer => settle(send, answer))
      .catch((error: unknown) => {
        if (error instanceof ToolError || signal.aborted) throw error;
        throw evaluationError(
          String(error),
          performance.now() - startedAt >= timeout ? toldSeconds(timeout / 1_000) : null,
        );
      })
      .finally(() => send('Runtime.releaseObjectGroup', { objectGroup }).catch(() => {}));
    // A promise may never settle; Chromium itself ends a script that is busy.
    return await withinSeconds(evaluation, { ...bounds, signal }, '; send a longer timeout, or do less at once.');
  });
}

/** V8 says so before it runs anything; of a document that goes while a script runs it says something else. */
function isContextGone(error: unknown): boolean {
  return /uniqueContextId not found/.test(String(error));
}

/** The id of the place where the page's scripts run: one document's, and never another's. */
async function expectScripts(context: ToolContext, send: SendCommand, anew: boolean): Promise<string> {
  const { tabId, page } = context;
  const scripts = (await contextsOf(tabId)?.ofPage(send, anew)) ?? null;
  await page.stepOn(false);
  // What has no origin of its own to the scripts, such as a page in a sandbox, is told by its address, which has to be of today.
  if (scripts && originOf(scripts.origin) === null) await page.follow(false);
  const origin = scripts && (originOf(scripts.origin) ?? (await page.readOrigin()));
  if (scripts && origin === page.origin) return scripts.uniqueId;
  if (!anew) return expectScripts(context, send, true);
  await page.follow(false);
  throw changed(tabId);
}

/** The value of a promise or of an object as JSON, that of anything else as it is shown. */
async function settle(send: SendCommand, answer: Record<string, unknown>): Promise<string> {
  if (isRecord(answer.exceptionDetails)) throw scriptError(answer.exceptionDetails);
  const result = isRecord(answer.result) ? answer.result : {};
  const { objectId, subtype, type } = result;
  if (subtype === 'promise')
    return settle(send, await send('Runtime.awaitPromise', { promiseObjectId: objectId, returnByValue: true }));
  const isPlain = type === 'object' && typeof objectId === 'string' && subtype !== 'node' && subtype !== 'error';
  if (!isPlain) return shown(result);
  const itself = { objectId, functionDeclaration: 'function () { return this; }', returnByValue: true };
  return settle(send, await send('Runtime.callFunctionOn', itself));
}

/** Chromium has no words of its own for a script that it ended; `endedAfter` are the seconds that it had, when they were over. */
function evaluationError(reason: string, endedAfter: number | null): ToolError {
  if (/internal error/i.test(reason) && endedAfter !== null)
    return new ToolError(
      'ERR_TOOL_FAILED',
      `The script ran for ${endedAfter} s without a pause and was ended; do less at once.`,
    );
  if (/serializ|reference chain/i.test(reason)) return new ToolError('ERR_TOOL_FAILED', noJsonWords);
  if (/promise was collected/i.test(reason))
    return new ToolError(
      'ERR_TOOL_FAILED',
      'The promise of the script can never settle: nothing refers to it any more.',
      {
        begun: true,
      },
    );
  // The last of these V8 says of a value that nobody can be told any more, as the document has gone with it.
  if (/navigated|context was destroyed|closed|cannot find context/i.test(reason))
    return new ToolError(
      'ERR_TOOL_FAILED',
      'The script had started, but its page was left before it ended; what it did stays done, and its value is not known.',
      { begun: true },
    );
  return new ToolError('ERR_TOOL_FAILED', `The script could not be run (${reason}); navigate to a web page.`);
}

function shown(result: Record<string, unknown>): string {
  if ('value' in result) return JSON.stringify(result.value) ?? 'undefined';
  return String(result.unserializableValue ?? result.description ?? result.type);
}

function scriptError({ exception, text }: Record<string, unknown>): ToolError {
  const said = isRecord(exception) ? (exception.description ?? exception.value) : text;
  return new ToolError('ERR_TOOL_FAILED', `The script threw ${cutText(String(said), maxThrownChars)}`);
}
