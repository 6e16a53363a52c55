// Which element holds which frame, as Chromium's debugger knows it: for frames of other origins in shadow trees, where no page can tell.
import { isRecord } from '../../../contract/json.ts';
import { inTime } from '../in-time.ts';
import { type SendCommand, withDebugger } from './debugger-session.ts';

/** The extension's own world in one document. */
interface World {
  /** The CDP session of its process; '' for that of the tab. */
  readonly sessionId: string;
  readonly contextId: number;
  readonly uniqueId: string;
  readonly frameId: string;
}

interface Found extends World {
  readonly documentId: string;
}

const flat = { waitForDebuggerOnStart: false, flatten: true };

type Send = (sessionId: string, method: string, params?: object) => Promise<Record<string, unknown>>;

/** By the documents of frames the refs of the elements that hold them, which stay theirs as long as they live; the oldest first. */
const known = new Map<string, string>();
const maxKnown = 1_000;

/** Sessions of frames are the tab's, and go when the first that asked has its answer. */
let turn: Promise<unknown> = Promise.resolve();

/** Notes what holds these frames in the document `around`. What is not found, or not in time, has no ref afterwards. */
export async function ownersOf(
  tabId: number,
  around: string,
  documents: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (!('debugger' in chrome)) return known;
  const look = async (): Promise<void> => {
    const unknown = documents.filter(documentId => !known.has(documentId));
    if (unknown.length === 0) return;
    await Promise.all([around, ...unknown].map(documentId => stamp(tabId, documentId)));
    const owners = await withDebugger(tabId, command => findOwners(tabId, command, around, unknown));
    for (const [documentId, ref] of owners) known.set(documentId, ref);
    for (const oldest of [...known.keys()].slice(0, Math.max(0, known.size - maxKnown))) known.delete(oldest);
  };
  // Developer tools may be open, or the browser is older than 125 and gives extensions no sessions of frames.
  turn = turn.then(() => inTime(`what holds frames in ${around}`, () => look().catch(() => {})));
  await turn;
  return known;
}

/** So that its scripts can be told from all others: in the extension's own world, where no page sees it. */
async function stamp(tabId: number, documentId: string): Promise<void> {
  const func = (id: string) => {
    Object.assign(globalThis, { [Symbol.for('pilothouse.document')]: id });
  };
  const target = { tabId, documentIds: [documentId] };
  await chrome.scripting.executeScript({ target, func, args: [documentId], injectImmediately: true });
}

async function findOwners(
  tabId: number,
  command: SendCommand,
  around: string,
  documents: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const send: Send = async (sessionId, method, params = {}) =>
    sessionId === ''
      ? command(method, params)
      : { ...(await chrome.debugger.sendCommand({ tabId, sessionId }, method, { ...params })) };
  try {
    return await ownersAmong(send, await worldsOf(tabId, send), around, documents);
  } finally {
    // Sessions that stay open are not told of again.
    await send('', 'Target.setAutoAttach', { ...flat, autoAttach: false }).catch(() => {});
  }
}

async function ownersAmong(
  send: Send,
  worlds: readonly World[],
  around: string,
  documents: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const told = await Promise.all(worlds.map(world => documentOf(send, world)));
  const found = told.filter(it => it !== null);
  const outer = found.find(({ documentId }) => documentId === around);
  if (!outer) return new Map();
  const inner = found.filter(({ documentId }) => documents.includes(documentId));
  const owners = await Promise.all(
    inner.map(async ({ documentId, frameId }) => [documentId, await ownerIn(send, outer, frameId)] as const),
  );
  return new Map(owners.filter(([, ref]) => ref !== ''));
}

/** Chromium tells of all that there is before it answers: first of processes that hold frames, then of the worlds in each. */
async function worldsOf(tabId: number, send: Send): Promise<World[]> {
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
    // What was told to others already is told again to who begins anew.
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
  if (!String(origin).startsWith(`chrome-extension://${chrome.runtime.id}`)) return [];
  const frameId = isRecord(auxData) ? String(auxData.frameId) : '';
  return [{ sessionId, contextId: Number(id), uniqueId: String(uniqueId), frameId }];
}

async function documentOf(send: Send, world: World): Promise<Found | null> {
  const { sessionId, uniqueId: uniqueContextId } = world;
  const expression = "globalThis[Symbol.for('pilothouse.document')]";
  const asked = { expression, uniqueContextId, returnByValue: true };
  const { result } = await send(sessionId, 'Runtime.evaluate', asked).catch(() => ({ result: null }));
  return isRecord(result) && typeof result.value === 'string' ? { ...world, documentId: result.value } : null;
}

/** The ref, as its own document gives it. '' where the frame is in another document, or gone. */
async function ownerIn(send: Send, { sessionId, contextId }: World, frameId: string): Promise<string> {
  const none = () => ({}) as Record<string, unknown>;
  const { backendNodeId } = await send(sessionId, 'DOM.getFrameOwner', { frameId }).catch(none);
  const node = { backendNodeId, executionContextId: contextId };
  const { object } = await send(sessionId, 'DOM.resolveNode', node).catch(none);
  const functionDeclaration = "function () { return globalThis[Symbol.for('pilothouse.refs')](this); }";
  const objectId = isRecord(object) ? object.objectId : '';
  const call = { objectId, functionDeclaration, returnByValue: true };
  const { result } = await send(sessionId, 'Runtime.callFunctionOn', call).catch(none);
  return isRecord(result) && typeof result.value === 'string' ? result.value : '';
}
