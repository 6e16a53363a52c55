// The document in which Chromium lets servers of this browser run: it hosts their boxes, and goes with the background that made it.
import { isRecord } from '../../contract/json.ts';
import { Boxes, newBoxWorker } from './boxed/boxes.ts';
import { hostPortName } from './boxed/host-messages.ts';
import { codeOf } from './boxed/server-store.ts';
import { toPageError } from './web-agent/page-fault.ts';
import type { FromHost, ToHost } from './boxed/host-messages.ts';

const port = chrome.runtime.connect({ name: hostPortName });
const boxes = new Boxes({ newWorker: newBoxWorker, codeOf, idle: () => say({ kind: 'idle' }) });
const running = new Map<number, AbortController>();

function say(message: FromHost): void {
  port.postMessage(message);
}

async function call({ id, server, ...asked }: Extract<ToHost, { kind: 'call' }>): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  try {
    const { tool, args, origin } = asked;
    const value = await boxes.call(server, { tool, args, origin, signal: controller.signal });
    say({ kind: 'answer', id, ok: true, value });
  } catch (error) {
    say({ kind: 'answer', id, ok: false, error: toPageError(error) });
  } finally {
    running.delete(id);
  }
}

port.onMessage.addListener((message: unknown) => {
  if (!isRecord(message)) return;
  const asked = message as unknown as ToHost;
  if (asked.kind === 'call') void call(asked);
  else running.get(asked.id)?.abort(new Error('Nobody waits for it any more.'));
});
port.onDisconnect.addListener(() => window.close());
