// chrome.debugger, attached to a tab from the first call on until none has come for a while; the browser shows a bar meanwhile.
import { ToolError } from '../tool-error.ts';
import { hearIn, hearInDocument } from './asked-permissions.ts';
import { DrawnTab } from './drawn-tab.ts';
import { emulate, emulateKept, keepViewport, viewportOf } from './page-viewport.ts';
import { ScriptContexts } from './script-contexts.ts';

export type SendCommand = (method: string, params?: object) => Promise<Record<string, unknown>>;

const protocol = '1.3';
/**
 * A dialog is told of, and can be answered, only where the debugger was there before it; and an agent thinks, or waits for its user, between
 * two calls. Each time the bar comes or goes, every page of the window is laid out anew.
 */
const idleMs = 600_000;
const settlesWithinMs = 1_000;

interface Attachment {
  /** Dialogs are told of from here on. Rejects where nothing can be attached. */
  readonly attached: Promise<void>;
  /** The page has taken what it was asked for with that; made once it is attached. */
  settled?: Promise<unknown>;
  /** The tab takes input as well; made with its first use, because a page that is held up never answers that. */
  ready?: Promise<void>;
  readonly drawn: DrawnTab;
  users: number;
  idle: ReturnType<typeof setTimeout> | undefined;
  readonly contexts: ScriptContexts;
}

const attachments = new Map<number, Attachment>();

if ('debugger' in chrome) {
  chrome.debugger.onDetach.addListener(({ tabId }) => {
    if (tabId === undefined) return;
    const attachment = attachments.get(tabId);
    clearTimeout(attachment?.idle);
    attachment?.drawn.forget();
    attachments.delete(tabId);
  });
  chrome.webNavigation.onCommitted.addListener(({ tabId, frameId, documentId }) => {
    if (frameId !== 0 && documentId !== undefined && attachments.has(tabId)) void hearInDocument(tabId, documentId);
  });
  chrome.debugger.onEvent.addListener(({ tabId, sessionId }, method, params) => {
    const attachment = tabId === undefined || sessionId ? undefined : attachments.get(tabId);
    attachment?.contexts.note(method, { ...params });
  });
  const lookAgain = () => {
    for (const { drawn } of attachments.values()) drawn.lookAgain();
  };
  chrome.tabs.onActivated.addListener(lookAgain);
  chrome.windows.onFocusChanged.addListener(lookAgain);
}

/** Runs `work` with commands for the tab (Chrome DevTools Protocol 1.3); attaches if needed, detaches when idle. */
export function withDebugger<T>(tabId: number, work: (send: SendCommand) => Promise<T>): Promise<T> {
  return whileAttached(tabId, async (attachment, command) => {
    await (attachment.ready ??= madeReady(tabId, attachment, command));
    attachment.drawn.begin();
    return work(command);
  });
}

/** The same for what the browser answers itself, also for a page that something holds up; the tab is not made ready for input. */
export function withBrowserSide<T>(tabId: number, work: (send: SendCommand) => Promise<T>): Promise<T> {
  return whileAttached(tabId, (_, command) => work(command));
}

/** A tab in use is asked to begin drawing anew: a record may have ended without a word. */
export function drawAnew(tabId: number): void {
  const attachment = attachments.get(tabId);
  if (attachment && attachment.users > 0) attachment.drawn.record();
}

/**
 * Attached and told of what the page opens until nothing was asked of the tab for a while. A tab that cannot be attached to, such as a
 * page of the browser's own, is left as it is; Firefox has no debugger.
 */
export async function stayAttached(tabId: number): Promise<void> {
  if ('debugger' in chrome) await whileAttached(tabId, async () => {}).catch(() => {});
}

/**
 * The same, before the tab goes elsewhere: Chromium forgets what the debugger asks of a page that goes to another process, and everything
 * that is asked of the tab afterwards waits behind that for ever. A page that something holds up is not waited for.
 */
export async function settleAttached(tabId: number): Promise<void> {
  await stayAttached(tabId);
  const settled = attachments.get(tabId)?.settled;
  await Promise.race([settled, new Promise(resolve => setTimeout(resolve, settlesWithinMs))]);
}

/** The same, and at least until the answer is called; a tab that is `used` takes input and draws meanwhile. */
export async function keepAttached(tabId: number, use: 'used' | 'held'): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>(resolve => {
    release = resolve;
  });
  const hold = use === 'used' ? withDebugger : withBrowserSide;
  void hold(tabId, () => released).catch(() => {});
  await attachments.get(tabId)?.attached.catch(() => {});
  return release;
}

async function whileAttached<T>(
  tabId: number,
  work: (attachment: Attachment, send: SendCommand) => Promise<T>,
): Promise<T> {
  const attachment = attachments.get(tabId) ?? attach(tabId);
  attachment.users += 1;
  clearTimeout(attachment.idle);
  try {
    await attachment.attached;
    return await work(attachment, (method, params) => send(tabId, method, params));
  } finally {
    attachment.users -= 1;
    if (attachment.users === 0) {
      attachment.drawn.endSoon();
      attachment.idle = setTimeout(() => detach(tabId, attachment), idleMs);
    }
  }
}

/** A tab in the background takes keys, and draws at all, only as if it had the focus. */
async function madeReady(tabId: number, attachment: Attachment, command: SendCommand): Promise<void> {
  const focused = command('Emulation.setFocusEmulationEnabled', { enabled: true });
  await Promise.all([focused, emulateKept(tabId, command)]).catch((error: unknown) => {
    delete attachment.ready;
    throw error;
  });
}

/** Where scripts run in the tab; null while nothing is attached to it. */
export function contextsOf(tabId: number): ScriptContexts | null {
  return attachments.get(tabId)?.contexts ?? null;
}

function attach(tabId: number): Attachment {
  const attached = attachOrTakeBack(tabId).then(
    () => {
      // Chromium tells of dialogs, and lets them be answered, from here on; a page that one holds up already never answers this.
      const command: SendCommand = (method, params) => send(tabId, method, params);
      attachment.settled = Promise.allSettled([command('Page.enable'), hearIn(command), emulateKept(tabId, command)]);
    },
    (error: unknown) => {
      attachments.delete(tabId);
      const reason = error instanceof Error ? error.message : String(error);
      throw new ToolError(
        'ERR_TOOL_FAILED',
        `Tab ${tabId} cannot be controlled (${reason}); close its developer tools or navigate to a web page.`,
      );
    },
  );
  const drawn = new DrawnTab(tabId, (method, params) => send(tabId, method, params));
  const attachment: Attachment = { attached, drawn, users: 0, idle: undefined, contexts: new ScriptContexts() };
  attachments.set(tabId, attachment);
  return attachment;
}

/** A worker that was stopped leaves its debugger attached, which only this extension can detach; that of somebody else stays. */
async function attachOrTakeBack(tabId: number): Promise<void> {
  try {
    await chrome.debugger.attach({ tabId }, protocol);
  } catch (error) {
    if (!/already attached/i.test(String(error))) throw error;
    await chrome.debugger.detach({ tabId }).catch(() => Promise.reject(error));
    await chrome.debugger.attach({ tabId }, protocol);
  }
}

async function send(tabId: number, method: string, params?: object): Promise<Record<string, unknown>> {
  try {
    return { ...(await chrome.debugger.sendCommand({ tabId }, method, { ...params })) };
  } catch (error) {
    if (!/not attached to an active page/i.test(String(error))) throw error;
    throw new ToolError(
      'ERR_TOOL_FAILED',
      `Tab ${tabId} is on its way to another page; wait until that is there, then call again.`,
    );
  }
}

/** A tab that was attached to beforehand is no agent's after all. */
export async function letGo(tabId: number): Promise<void> {
  const attachment = attachments.get(tabId);
  if (!attachment) return;
  attachments.delete(tabId);
  clearTimeout(attachment.idle);
  await attachment.attached.then(() => chrome.debugger.detach({ tabId })).catch(() => {});
}

/** The tab is another one's: its page has the size of its window again, and nobody controls it until somebody calls. */
export async function endViewport(tabId: number): Promise<void> {
  if (!('debugger' in chrome) || !(await viewportOf(tabId))) return;
  await keepViewport(tabId, null);
  await withBrowserSide(tabId, command => emulate(command, null));
  const attachment = attachments.get(tabId);
  clearTimeout(attachment?.idle);
  if (attachment) detach(tabId, attachment);
}

function detach(tabId: number, attachment: Attachment): void {
  if (attachment.users > 0 || attachments.get(tabId) !== attachment) return;
  attachments.delete(tabId);
  void chrome.debugger.detach({ tabId }).catch(() => {});
}
