// Runs one call of the hub: finds the tool, keeps the calls of a tab in order, and lets the hub cancel.
import { cancelledCall } from '../../../contract/errors.ts';
import { isRecord } from '../../../contract/json.ts';
import { FewAtATime } from '../few-at-a-time.ts';
import { type Decided, expectNotOwn, openPage } from '../shown-page.ts';
import { describeTab } from '../tabs-report.ts';
import { ToolError } from '../tool-error.ts';
import { amongDialogs, type Call } from './among-dialogs.ts';
import { withFacts } from './command-facts.ts';
import { computer } from './computer.ts';
import { deedOf } from './deed.ts';
import { describeCall } from './describe-call.ts';
import { dialogKeys } from './dialog-keys.ts';
import { dialogToldTo, type OpenDialog } from './dialogs.ts';
import { expectElements } from './expected-elements.ts';
import { find } from './find.ts';
import { formInput } from './form-input.ts';
import { getPageText } from './get-page-text.ts';
import { gifCreator } from './gif-creator.ts';
import { handleDialog } from './handle-dialog.ts';
import { javascriptTool } from './javascript-tool.ts';
import { navigate } from './navigate.ts';
import { watchNetwork } from './network-log.ts';
import { collectFrom } from './page-collectors.ts';
import { readConsole } from './read-console.ts';
import { readNetwork } from './read-network.ts';
import { readPage } from './read-page.ts';
import { recordAct } from './record-frame.ts';
import { resizeWindow } from './resize-window.ts';
import { inTurn, unlessAborted } from './tab-turns.ts';
import { tabsClose } from './tabs-close.ts';
import { tabsContext } from './tabs-context.ts';
import { tabsCreate } from './tabs-create.ts';
import { fileUpload, uploadImage } from './upload.ts';
import { wake, wakingIsTold } from './usable-tab.ts';
import type { CompanionDescribed, ReportedTab } from '../../../contract/schemas/companion.ts';
import type { Arguments, BrowserTool, Covers, Tool, ToolResult } from './tool.ts';

const tabTools: Readonly<Record<string, Tool>> = {
  navigate,
  read_page: readPage,
  get_page_text: getPageText,
  find,
  form_input: formInput,
  computer,
  handle_dialog: handleDialog,
  javascript_tool: javascriptTool,
  read_console_messages: readConsole,
  read_network_requests: readNetwork,
  resize_window: resizeWindow,
  upload_image: uploadImage,
  file_upload: fileUpload,
  tabs_close: tabsClose,
  gif_creator: gifCreator,
};
/** Those need no page that is awake. */
const asleep: ReadonlySet<string> = new Set(['navigate', 'tabs_close']);
const browserTools: Readonly<Record<string, BrowserTool>> = { tabs_context: tabsContext, tabs_create: tabsCreate };

/**
 * Of one asker. The browser does all work of all its tabs one after the other, so that each call of somebody else would be behind
 * everything that is at work; what is longer at work than a moment waits for its page and holds up nobody.
 */
const atWork = new FewAtATime<string>(2, 250);

/**
 * Drawing is work however long it takes, as is the first call of a tab, with which the browser lets this extension into its page: those that
 * go on without a place would pile up. A tab that draws nothing holds its asker's others up for so long.
 */
const heavy = new FewAtATime<string>(1, 1_000);
/** Tabs that had their first call. */
const met = new Set<number>();
chrome.tabs.onRemoved.addListener(tabId => void met.delete(tabId));

/** In one tab: a page that answers nothing keeps each of them until it does. */
const looks = new FewAtATime(4);

/**
 * `params` is a CompanionCall. The tab is `params.tabId` alone: a tab named in `args` was not checked by the hub. A call waits here for
 * its turn, so only now is it compared with what the tab shows: it throws ERR_TAB_MOVED for a page that it was not decided for.
 */
export async function callTool(
  params: unknown,
  signal: AbortSignal,
  covers: Covers,
): Promise<ToolResult & { tab?: ReportedTab }> {
  if (!isRecord(params) || typeof params.tool !== 'string') {
    throw new ToolError('ERR_INVALID_ARGUMENTS', 'A call needs a tool; send {"tool", "args", "tabId"}.');
  }
  const { tool: name, tabId } = params;
  const group = typeof params.group === 'string' ? { group: params.group } : {};
  const args = isRecord(params.args) ? params.args : {};
  const common = { covers, ...readParty(params) };
  const { asker } = common;
  const browserTool = own(browserTools, name);
  if (browserTool)
    return tellingBegun(signal, begin => {
      const create = () => {
        begin();
        return browserTool(args, { ...common, signal, ...group });
      };
      return unlessAborted(atWork.run(asker, signal, create), signal);
    });
  const tabTool = tabToolOf(name);
  if (typeof tabId !== 'number')
    throw new ToolError('ERR_INVALID_ARGUMENTS', `${name} needs a tabId; call tabs_context.`);
  // Before its turn has come: what others are told meanwhile was not known to whoever sent it.
  const known = dialogToldTo(asker, tabId);
  const call = { ...common, tool: name, args, tabId, signal, known, decided: readDecided(params.decided, name) };
  return tellingBegun(signal, begin =>
    inTurn(tabId, signal, () => placesOf(name, args, tabId).run(asker, signal, () => carryOut(tabTool, call, begin))),
  );
}

function placesOf(name: string, { action }: Arguments, tabId: number): FewAtATime<string> {
  const draws = name === 'computer' && (action === 'screenshot' || action === 'zoom');
  return draws || !(met.has(tabId) || asleep.has(name)) ? heavy : atWork;
}

/** In its tab, now that its turn has come; `begin` is called right before it may do anything. */
async function carryOut(
  tabTool: Tool,
  { decided, known, ...given }: Omit<Call, 'page'> & { readonly decided: Decided; readonly known: OpenDialog | null },
  begin: () => void,
): Promise<ToolResult & { tab?: ReportedTab }> {
  const { tool: name, args, tabId, signal, endsAt } = given;
  // Before anything is attached to it.
  expectNotOwn(tabId, (await chrome.tabs.get(tabId).catch(() => null))?.url ?? '');
  const keys = await dialogKeys(given, known);
  const asked = keys ? { ...given, isForDialog: true } : given;
  const woken = asleep.has(name) ? '' : await wake(tabId, { signal, endsAt });
  // Before the page is looked at: what it waits for must not stand between that and the call.
  await collectFrom(tabId);
  const page = await openPage(tabId, decided);
  // An address was decided for where it leads; what leaves by the page's own history begins in the page.
  if (name !== 'navigate' || args.url === 'back' || args.url === 'forward') await page.expectDecided();
  signal.throwIfAborted();
  const call = { ...asked, page };
  if (decided.elements) await expectElements(name, args, call, decided.elements);
  begin();
  wakingIsTold(tabId);
  watchNetwork(tabId);
  met.add(tabId);
  const result = await recorded(call, woken, until =>
    // Of what a page says beside, nothing can be asked while the next dialog holds it up.
    keys ? keys(args, { ...call, ...until }) : withFacts(tabTool, args, { ...call, ...until }),
  );
  const tab = await chrome.tabs.get(tabId).catch(() => null);
  return tab ? { ...result, tab: describeTab(tab) } : result;
}

function tabToolOf(name: string): Tool {
  const tool = own(tabTools, name);
  if (tool) return tool;
  throw new ToolError('ERR_TOOL_NOT_FOUND', `${name} has no counterpart in the companion extension; use another tool.`);
}

/** Carries a call out, and adds what it did to the recording of its tab. */
async function recorded(call: Call, news: string, run: Parameters<typeof amongDialogs>[2]): Promise<ToolResult> {
  const { points, ...result } = await amongDialogs(call, news, run);
  await recordAct(call, deedOf(call.tool, call.args, points));
  return result;
}

/** What a call would act on, for the user who is asked about it. Waits for no other call, as those may take as long as an answer. */
export function describe(params: unknown, signal: AbortSignal): Promise<CompanionDescribed> {
  const { decided, tabId } = isRecord(params) ? params : {};
  const look = () => describeCall(params, readDecided(decided, 'describe'), signal);
  return unlessAborted(looks.run(Number(tabId), signal, look), signal);
}

/** What fails or was cancelled says when it cannot have done anything: `run` calls `begin` right before it may. */
async function tellingBegun<T>(signal: AbortSignal, run: (begin: () => void) => Promise<T>): Promise<T> {
  let begun = false;
  try {
    return await run(() => {
      begun = true;
    });
  } catch (error) {
    if (signal.aborted) throw new ToolError('ERR_CANCELLED', cancelledCall, { begun });
    if (begun || !(error instanceof ToolError)) throw error;
    throw new ToolError(error.code, error.message, { ...error.details, begun });
  }
}

function readParty({ asker, keptFor, maxReplyBytes, withinMs, command, dialogs }: Readonly<Record<string, unknown>>) {
  const asked = isRecord(command) && isRecord(command.params) ? command.params : {};
  const answersBy: Call['dialogs'] = dialogs === 'keys' || dialogs === 'user' ? dialogs : undefined;
  return {
    ...(isRecord(command) && { command: { name: String(command.name), params: asked } }),
    ...(answersBy && { dialogs: answersBy }),
    asker: typeof asker === 'string' ? asker : '',
    keptFor: typeof keptFor === 'string' ? keptFor : '',
    maxReplyBytes: typeof maxReplyBytes === 'number' ? maxReplyBytes : Infinity,
    endsAt: typeof withinMs === 'number' ? performance.now() + withinMs : Infinity,
  };
}

function readDecided(decided: unknown, tool: string): Decided {
  const { origin, document, frames, frameDocuments, wordless, elements } = isRecord(decided) ? decided : {};
  if (origin !== null && typeof origin !== 'string')
    throw new ToolError('ERR_INVALID_ARGUMENTS', `${tool} needs the page that it was decided for, as {"origin"}.`);
  return {
    origin,
    ...(typeof document === 'string' && { document }),
    frames: Array.isArray(frames) ? frames.map(String) : [],
    ...(isRecord(frameDocuments) && { frameDocuments: readDocuments(frameDocuments) }),
    ...(Array.isArray(elements) && { elements: elements.map(each => (each === null ? null : String(each))) }),
    ...(Array.isArray(wordless) && { wordless: wordless.map(each => (each === null ? null : String(each))) }),
  };
}

/** What cannot be read names no document, and so allows none. */
function readDocuments(given: Readonly<Record<string, unknown>>): Record<string, readonly string[]> {
  return Object.fromEntries(
    Object.entries(given).map(([origin, ids]) => [origin, Array.isArray(ids) ? ids.map(String) : []]),
  );
}

function own<T>(tools: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(tools, name) ? tools[name] : undefined;
}
