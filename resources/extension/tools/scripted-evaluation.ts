// A script of an agent's without a debugger (Firefox): in the page's own world, or in one beside it where the policy of the page forbids that.
import { changed } from '../moved-error.ts';
import { cutText } from '../page/cut-text.ts';
import { type Ran, runScript } from '../page/run-script.ts';
import { ToolError } from '../tool-error.ts';
import { withinSeconds } from './script-time.ts';
import type { ToolContext } from './tool.ts';

export const maxThrownChars = 2_000;
export const noJsonWords = 'The value has no form as JSON; end the script with one that has.';

/** A world for scripts of agents alone, apart from the companion's own. */
const worldId = 'agents';

interface Evaluated {
  readonly text: string;
  /** What has to be told beside the value; '' for nothing. */
  readonly note: string;
}

/** Firefox lets no extension end a script, so that one which goes on is no longer waited for. */
export async function evaluateByScript(source: string, seconds: number, context: ToolContext): Promise<Evaluated> {
  const { signal } = context;
  signal.throwIfAborted();
  const why = ', because Firefox lets no extension end one; send a longer timeout, or do less at once.';
  return withinSeconds(evaluate(source, context), { seconds, graceMs: 0, signal }, why);
}

async function evaluate(source: string, context: ToolContext): Promise<Evaluated> {
  const ran = await inPagesWorld(source, context);
  if (ran?.kind !== 'refused') return { text: await valueOf(ran, context), note: '' };
  const apart = await inWorldBeside(source, context);
  const note =
    'It ran in a world beside that of the page, whose policy lets no such script run: the document is there, variables of its scripts are not.';
  return { text: await valueOf(apart, context), note };
}

async function inPagesWorld(source: string, { tabId, page }: ToolContext): Promise<Ran | undefined> {
  const target = { tabId, documentIds: [page.documentId] };
  const args: [string, string] = [source, page.origin ?? ''];
  const running = chrome.scripting.executeScript({
    target,
    world: 'MAIN',
    func: runScript,
    args,
    injectImmediately: true,
  });
  const [ran] = await running.catch(async (error: unknown) => {
    await page.expectStill(true);
    throw error;
  });
  return ran?.result;
}

/** Firefox has the API only once its user has agreed to it, in the pop-up. */
async function inWorldBeside(source: string, { tabId, page }: ToolContext): Promise<Ran | undefined> {
  if (!('userScripts' in chrome) || chrome.userScripts === undefined)
    throw new ToolError(
      'ERR_TOOL_FAILED',
      "The policy of this page lets no such script run. The user can allow them in the pop-up of Pilothouse's extension; use find, read_page and form_input, or a Chromium.",
    );
  await chrome.userScripts.configureWorld({ worldId, csp: "script-src 'unsafe-eval'" });
  const code = `(${runScript.toString()})(${JSON.stringify(source)}, ${JSON.stringify(page.origin ?? '')})`;
  const target = { tabId, documentIds: [page.documentId] };
  const [ran] = await chrome.userScripts.execute({ target, worldId, js: [{ code }], injectImmediately: true });
  return ran?.result as Ran | undefined;
}

async function valueOf(ran: Ran | undefined, { tabId, page }: ToolContext): Promise<string> {
  if (!ran) throw new ToolError('ERR_TOOL_FAILED', `The page of tab ${tabId} changed while the script ran.`);
  switch (ran.kind) {
    case 'value':
      return ran.text;
    case 'threw':
    case 'refused':
      throw new ToolError('ERR_TOOL_FAILED', `The script threw ${cutText(ran.text, maxThrownChars)}`);
    case 'no-json':
      throw new ToolError('ERR_TOOL_FAILED', noJsonWords);
    case 'elsewhere':
      await page.expectStill(false);
      throw changed(tabId);
  }
}
