// What Chromium has kept for the debugger: the messages and requests of a page that are older than a call.
import { contextsOf, type SendCommand, withDebugger } from './debugger-session.ts';

const maxEvents = 5_000;

export interface DebuggerEvent {
  readonly method: string;
  readonly params: Record<string, unknown>;
}

/**
 * What Chromium kept of these domains and tells whoever begins to listen; most of it is older than this call. `read` makes something of it
 * while objects that it names can be asked about: they are forgotten with the end of the domain.
 */
export function collectEvents<T>(
  tabId: number,
  domains: readonly string[],
  signal: AbortSignal,
  read: (events: readonly DebuggerEvent[], send: SendCommand) => Promise<T>,
): Promise<T> {
  return withDebugger(tabId, async send => {
    const events: DebuggerEvent[] = [];
    const take = (source: chrome.debugger.Debuggee, method: string, params?: object) => {
      if (source.tabId === tabId && events.length < maxEvents) events.push({ method, params: { ...params } });
    };
    chrome.debugger.onEvent.addListener(take);
    try {
      // Each is told in full before its command is answered, and only to who has not heard it yet.
      for (const domain of domains) await send(`${domain}.disable`).catch(() => {});
      for (const domain of domains) {
        signal.throwIfAborted();
        await send(`${domain}.enable`);
      }
      return await read([...events], send);
    } finally {
      chrome.debugger.onEvent.removeListener(take);
      for (const domain of domains) await send(`${domain}.disable`).catch(() => {});
      contextsOf(tabId)?.forget();
    }
  });
}
