// Where scripts run in a tab, as Chromium's debugger tells it while its domain `Runtime` is on.
import { isRecord } from '../../../contract/json.ts';

type Send = (method: string, params?: object) => Promise<Record<string, unknown>>;

/** An execution context of CDP: the scripts of one document. */
export interface ScriptContext {
  readonly uniqueId: string;
  /** Its number, as events of `Runtime` name it. */
  readonly id: number;
  /** As the browser writes it. */
  readonly origin: string;
  readonly frameId: string;
  /** The page's own scripts, not those of an extension. */
  readonly isDefault: boolean;
}

export class ScriptContexts {
  readonly #byUniqueId = new Map<string, ScriptContext>();
  /** The CDP id of the tab's top frame, asked for once `Runtime` is on; Chromium keeps the contexts true from then on. */
  #topFrame: Promise<string> | undefined;

  /** Takes what an event of `Runtime` says of contexts. */
  note(method: string, params: Record<string, unknown>): void {
    if (method === 'Runtime.executionContextsCleared') this.#byUniqueId.clear();
    if (method === 'Runtime.executionContextDestroyed')
      this.#byUniqueId.delete(String(params.executionContextUniqueId));
    if (method !== 'Runtime.executionContextCreated' || !isRecord(params.context)) return;
    const { id, uniqueId, origin, auxData } = params.context;
    // It is told anew to who turns the domain off and on.
    if (this.#byUniqueId.has(String(uniqueId))) return;
    const { frameId, isDefault } = isRecord(auxData) ? auxData : {};
    const context = { uniqueId: String(uniqueId), id: Number(id), origin: String(origin), frameId: String(frameId) };
    this.#byUniqueId.set(context.uniqueId, { ...context, isDefault: isDefault === true });
  }

  /** Nothing is told of contexts any more once `Runtime` is off. */
  forget(): void {
    this.#byUniqueId.clear();
    this.#topFrame = undefined;
  }

  all(): ScriptContext[] {
    return [...this.#byUniqueId.values()];
  }

  /**
   * Where the scripts of the tab's top document run; null while it has none. Two commands find it for the first time, later calls none,
   * unless `anew`: a page that was prepared beforehand brings a top frame with another id.
   */
  async ofPage(send: Send, anew = false): Promise<ScriptContext | null> {
    return (await this.#inTopFrame(send, anew)).findLast(({ isDefault }) => isDefault) ?? null;
  }

  /** Where those of this extension run in the same document: of those that a frame had before, Chromium may still know some. */
  async ofExtension(send: Send): Promise<ScriptContext | null> {
    return (await this.#inTopFrame(send, false)).findLast(({ origin }) => isOwnWorld(origin)) ?? null;
  }

  async #inTopFrame(send: Send, anew: boolean): Promise<ScriptContext[]> {
    if (anew) this.#topFrame = undefined;
    this.#topFrame ??= findTopFrame(send).catch((error: unknown) => {
      this.#topFrame = undefined;
      throw error;
    });
    const topFrame = await this.#topFrame;
    return this.all().filter(({ frameId }) => frameId === topFrame);
  }
}

/** Whether scripts of this extension run in a context of that origin. */
export function isOwnWorld(origin: string): boolean {
  return origin.startsWith(`chrome-extension://${chrome.runtime.id}`);
}

async function findTopFrame(send: Send): Promise<string> {
  // Chromium tells of each context before it answers, and of every change as long as the domain is on.
  await send('Runtime.enable');
  const { frameTree } = await send('Page.getFrameTree');
  const frame = isRecord(frameTree) && isRecord(frameTree.frame) ? frameTree.frame : {};
  return String(frame.id);
}
