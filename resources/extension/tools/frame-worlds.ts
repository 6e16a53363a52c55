// The extension's own worlds in the frames of a tab, as Chromium's debugger knows them: also in those of other processes.
import { isRecord } from '../../../contract/json.ts';
import { inTime } from '../in-time.ts';
import { type SendCommand, withBrowserSide } from './debugger-session.ts';
import { isOwnWorld } from './script-contexts.ts';

/** The extension's own world in one document. */
interface World {
  /** The CDP session of its process; '' for that of the tab. */
  readonly sessionId: string;
  readonly contextId: number;
  readonly uniqueId: string;
  readonly frameId: string;
}

/** The one in a document that was asked for. */
export interface DocumentWorld extends World {
  readonly documentId: string;
}

/** Sends a command to a session; '' is that of the tab. */
export type SendTo = (sessionId: string, method: string, params?: object) => Promise<Record<string, unknown>>;

const flat = { waitForDebuggerOnStart: false, flatten: true };

/** Sessions of frames are the tab's, and go when the first that asked has its answer. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * Does `work` with the worlds of these documents, as far as they are found; null where that is not done in time. Throws where developer
 * tools are open, or the browser is older than 125 and gives extensions no sessions of frames.
 */
export function inWorldsOf<T>(
  tabId: number,
  documents: readonly string[],
  work: (send: SendTo, worlds: readonly DocumentWorld[]) => Promise<T>,
): Promise<T | null> {
  const look = async () => {
    await Promise.all(documents.map(documentId => stamp(tabId, documentId)));
    return withBrowserSide(tabId, command => withWorlds(tabId, command, documents, work));
  };
  const done = turn.then(() => inTime(`the worlds of ${documents.join()}`, look));
  turn = done.catch(() => {});
  return done;
}

/** So that its scripts can be told from all others: in the extension's own world, where no page sees it. */
async function stamp(tabId: number, documentId: string): Promise<void> {
  const func = (id: string) => {
    Object.assign(globalThis, { [Symbol.for('pilothouse.document')]: id });
  };
  const target = { tabId, documentIds: [documentId] };
  await chrome.scripting.executeScript({ target, func, args: [documentId], injectImmediately: true });
}

async function withWorlds<T>(
  tabId: number,
  command: SendCommand,
  documents: readonly string[],
  work: (send: SendTo, worlds: readonly DocumentWorld[]) => Promise<T>,
): Promise<T> {
  const send: SendTo = async (sessionId, method, params = {}) =>
    sessionId === ''
      ? command(method, params)
      : { ...(await chrome.debugger.sendCommand({ tabId, sessionId }, method, { ...params })) };
  try {
    const worlds = await worldsOf(tabId, send);
    const told = await Promise.all(worlds.map(world => documentOf(send, world)));
    const found = told.filter(it => it !== null);
    return await work(
      send,
      found.filter(({ documentId }) => documents.includes(documentId)),
    );
  } finally {
    // Sessions that stay open are not told of again.
    await send('', 'Target.setAutoAttach', { ...flat, autoAttach: false }).catch(() => {});
  }
}

/** Chromium tells of all that there is before it answers: first of processes that hold frames, then of the worlds in each. */
async function worldsOf(tabId: number, send: SendTo): Promise<World[]> {
  const sessions: string[] = [];
  const worlds: World[] = [];
  const take = ({ tabId: from, sessionId = '' }: chrome.debugger.DebuggerSession, method: string, params?: object) => {
    if (from !== tabId) return;
    const { sessionId: opened, context } = { ...params } as { sessionId?: string; context?: Record<string, unknown> };
    if (method === 'Target.attachedToTarget' && opened) sessions.push(opened);
    if (method === 'Runtime.executionContextCreated' && isRecord(context)) worlds.push(...ownWorld(sessionId, context));
  };
  chrome.debugger.onEvent.addListener(take);
  try {
    // What was told to others already is told again to whoever begins anew.
    await send('', 'Runtime.disable');
    await send('', 'Runtime.enable');
    await send('', 'Target.setAutoAttach', { ...flat, autoAttach: true });
    for (const sessionId of sessions) {
      await send(sessionId, 'Runtime.enable').catch(() => {});
      await send(sessionId, 'Target.setAutoAttach', { ...flat, autoAttach: true }).catch(() => {});
    }
  } finally {
    chrome.debugger.onEvent.removeListener(take);
  }
  return worlds;
}

function ownWorld(sessionId: string, { id, uniqueId, origin, auxData }: Record<string, unknown>): World[] {
  if (!isOwnWorld(String(origin))) return [];
  const frameId = isRecord(auxData) ? String(auxData.frameId) : '';
  return [{ sessionId, contextId: Number(id), uniqueId: String(uniqueId), frameId }];
}

async function documentOf(send: SendTo, world: World): Promise<DocumentWorld | null> {
  const { sessionId, uniqueId: uniqueContextId } = world;
  const expression = "globalThis[Symbol.for('pilothouse.document')]";
  const asked = { expression, uniqueContextId, returnByValue: true };
  const { result } = await send(sessionId, 'Runtime.evaluate', asked).catch(() => ({ result: null }));
  return isRecord(result) && typeof result.value === 'string' ? { ...world, documentId: result.value } : null;
}
