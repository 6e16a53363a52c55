// Elements that act because scripts of the page listen to clicks on them, as Chromium's debugger knows it: no page tells of its listeners.
import { isRecord } from '../../../contract/json.ts';
import { documentOfNode, type FrameNode } from '../frame-nodes.ts';
import { inTime } from '../in-time.ts';
import { clickTypes, type Heard, keyTypes } from '../page/listening.ts';
import { contextsOf, type SendCommand, withBrowserSide } from './debugger-session.ts';
import { inWorldsOf } from './frame-worlds.ts';
import { inPage } from './in-page.ts';
import type { ScriptContext } from './script-contexts.ts';
import type { ToolContext } from './tool.ts';

/** Each takes a command of its own. */
const maxUnseen = 5_000;

/** The extension's own world in a document. */
interface World {
  readonly contextId: number;
  /** Whatever else was asked for there is let go of by this name. */
  readonly objectGroup: string;
  /** The id of what page/listening.ts does there. */
  readonly library: string;
  /** The id of the document as an object of the page. */
  readonly document: string;
}

const known = new WeakMap<ScriptContext, World>();

/** Has the document of a tab know them for the functions that read it. In Firefox they are collected as they come. */
export async function noteListening(context: ToolContext): Promise<void> {
  if (!('debugger' in chrome)) return;
  const { tabId, documentId } = context.page;
  const look = () =>
    withBrowserSide(tabId, async send => {
      // Now the world is there, and what Chromium tells of it comes before the answer to the next command.
      await inPage(context, 'readyState');
      await send('Page.getFrameTree');
      const scripts = await contextsOf(tabId)?.ofExtension(send);
      const world = scripts && (known.get(scripts) ?? (await worldOf(send, scripts.id, scripts.uniqueId)));
      if (!scripts || !world) return;
      known.set(scripts, world);
      await noteIn(send, world);
    });
  // A page without them is worth having.
  await inTime(`what listens in ${documentId}`, () => look().catch(() => {}));
  context.signal.throwIfAborted();
}

/** The same in documents of frames, some of them in processes of their own. */
export async function noteListeningIn({ page, signal }: ToolContext, nodes: readonly FrameNode[]): Promise<void> {
  if (!('debugger' in chrome) || nodes.length === 0) return;
  const enter = async (node: FrameNode): Promise<string[]> => {
    const document = await documentOfNode(page, node);
    const answer = await inTime(document.documentId, () => inPage({ page: document, signal }, 'readyState'));
    return answer === null ? [] : [document.documentId];
  };
  const documents = (await Promise.all(nodes.map(node => enter(node).catch(() => [])))).flat();
  const look = inWorldsOf(page.tabId, documents, (sendTo, worlds) =>
    Promise.all(
      worlds.map(async ({ sessionId, contextId, uniqueId }) => {
        const send: SendCommand = (method, params) => sendTo(sessionId, method, params);
        const note = async () => {
          const world = await worldOf(send, contextId, uniqueId, true);
          if (world) await noteIn(send, world);
        };
        // One that goes away takes nothing from the others.
        await note().catch(() => {});
      }),
    ),
  );
  await look.catch(() => {});
  signal.throwIfAborted();
}

/** Null where page/library.ts is not there. */
async function worldOf(
  send: SendCommand,
  contextId: number,
  uniqueContextId: string,
  isForOnce = false,
): Promise<World | null> {
  const objectGroup = `listening in ${uniqueContextId}`;
  const group = isForOnce ? { objectGroup } : {};
  // By its unique id: numbers of another process may mean the page's own scripts.
  const read = async (expression: string) =>
    objectIdOf((await send('Runtime.evaluate', { expression, uniqueContextId, ...group })).result);
  const symbol = "globalThis[Symbol.for('pilothouse.listening')]";
  const [document, library] = await Promise.all([read('document'), read(symbol)]);
  if (library === '') return null;
  return { contextId, objectGroup, library, document: await asOfPage(send, document, group) };
}

/** The same node as an object of the page. Asked for listeners with an object of another world, Chromium breaks that world's objects, and the tab may crash. */
async function asOfPage(send: SendCommand, objectId: string, options: object = {}): Promise<string> {
  const { node } = await send('DOM.describeNode', { objectId, depth: 0 });
  const backendNodeId = isRecord(node) ? node.backendNodeId : undefined;
  return objectIdOf((await send('DOM.resolveNode', { backendNodeId, ...options })).object);
}

async function noteIn(send: SendCommand, world: World): Promise<void> {
  try {
    await noteHeard(send, world, await heardIn(send, world));
  } finally {
    void send('Runtime.releaseObjectGroup', { objectGroup: world.objectGroup }).catch(() => {});
  }
}

async function noteHeard(send: SendCommand, world: World, heard: Heard): Promise<void> {
  const { library: objectId, contextId: executionContextId, objectGroup } = world;
  const take = { objectId, functionDeclaration: 'function (heard) { return this.take(heard); }', returnByValue: true };
  const { result } = await send('Runtime.callFunctionOn', { ...take, arguments: [{ value: heard }] });
  const unseen = isRecord(result) && Array.isArray(result.value) ? result.value.slice(0, maxUnseen).map(Number) : [];
  if (unseen.length === 0) return;
  const resolve = (backendNodeId: number) => nodeIn(send, { backendNodeId, executionContextId, objectGroup });
  const nodes = await Promise.all(unseen.map(resolve));
  const add = { objectId, functionDeclaration: 'function (ids, ...nodes) { this.add(ids, nodes); }' };
  await send('Runtime.callFunctionOn', { ...add, arguments: [{ value: unseen }, ...nodes] });
}

/** What is listened to in a document. */
async function heardIn(send: SendCommand, { document, library: objectId, objectGroup }: World): Promise<Heard> {
  const frames = { objectId, functionDeclaration: 'function () { return this.frames(); }', objectGroup };
  // In this order, so that of a frame which comes meanwhile nothing was told.
  const [all, { result }] = await Promise.all([listenedTo(send, document), send('Runtime.callFunctionOn', frames)]);
  const holders = await itemsOf(send, objectIdOf(result));
  const inFrames = await Promise.all(
    holders.map(async holder => listenedTo(send, await asOfPage(send, holder, { objectGroup }))),
  );
  // A node of a frame must not be shown here: it would be an object of this document in its own from then on.
  const foreign = new Set(inFrames.flatMap(({ clicks, keys }) => [...clicks, ...keys]));
  const [clicks = [], keys = []] = [all.clicks, all.keys].map(ids => ids.filter(id => !foreign.has(id)));
  return { clicks, keys };
}

/** With those in shadow trees and frames, because the debugger tells of the page's own listeners only so. */
async function listenedTo(send: SendCommand, objectId: string): Promise<Heard> {
  const { listeners } = await send('DOMDebugger.getEventListeners', { objectId, depth: -1, pierce: true });
  const told = Array.isArray(listeners) ? listeners.filter(isRecord) : [];
  const nodesOf = (types: RegExp) => {
    const heard = told.filter(({ type }) => types.test(String(type)));
    return [...new Set(heard.map(({ backendNodeId }) => Number(backendNodeId)))];
  };
  return { clicks: nodesOf(clickTypes), keys: nodesOf(keyTypes) };
}

/** The objects in an array; '' is an empty one. */
async function itemsOf(send: SendCommand, arrayId: string): Promise<string[]> {
  if (arrayId === '') return [];
  const { result } = await send('Runtime.getProperties', { objectId: arrayId, ownProperties: true });
  const properties = Array.isArray(result) ? result.filter(isRecord) : [];
  return properties.map(({ value }) => objectIdOf(value)).filter(id => id !== '');
}

/** As an argument of a call; null for one that went away meanwhile. */
async function nodeIn(send: SendCommand, asked: object): Promise<object> {
  const { object } = await send('DOM.resolveNode', asked).catch(() => ({ object: null }));
  const objectId = objectIdOf(object);
  return objectId === '' ? { value: null } : { objectId };
}

/** '' for what is no object, as `null` is none. */
function objectIdOf(object: unknown): string {
  return isRecord(object) && typeof object.objectId === 'string' ? object.objectId : '';
}
