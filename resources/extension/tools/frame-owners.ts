// Which element holds which frame, as Chromium's debugger knows it: for frames of other origins in shadow trees, where no page can tell.
import { isRecord } from '../../../contract/json.ts';
import { type DocumentWorld, inWorldsOf, type SendTo } from './frame-worlds.ts';

/** By the documents of frames the refs of the elements that hold them, which stay theirs as long as they live; the oldest first. */
const known = new Map<string, string>();
const maxKnown = 1_000;

/** Notes what holds these frames in the document `around`. What is not found, or not in time, has no ref afterwards. */
export async function ownersOf(
  tabId: number,
  around: string,
  documents: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const unknown = documents.filter(documentId => !known.has(documentId));
  if (!('debugger' in chrome) || unknown.length === 0) return known;
  const look = inWorldsOf(tabId, [around, ...unknown], (send, worlds) => ownersAmong(send, worlds, around));
  const owners = (await look.catch(() => null)) ?? [];
  for (const [documentId, ref] of owners) known.set(documentId, ref);
  for (const oldest of [...known.keys()].slice(0, Math.max(0, known.size - maxKnown))) known.delete(oldest);
  return known;
}

async function ownersAmong(
  send: SendTo,
  worlds: readonly DocumentWorld[],
  around: string,
): Promise<ReadonlyMap<string, string>> {
  const outer = worlds.find(({ documentId }) => documentId === around);
  if (!outer) return new Map();
  const inner = worlds.filter(({ documentId }) => documentId !== around);
  const owners = await Promise.all(
    inner.map(async ({ documentId, frameId }) => [documentId, await ownerIn(send, outer, frameId)] as const),
  );
  return new Map(owners.filter(([, ref]) => ref !== ''));
}

/** The ref, as its own document gives it. '' where the frame is in another document, or gone. */
async function ownerIn(send: SendTo, { sessionId, contextId }: DocumentWorld, frameId: string): Promise<string> {
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
