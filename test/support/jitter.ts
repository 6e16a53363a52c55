// A machine of another speed, for the tests: with PILOTHOUSE_TEST_JITTER=SEED what the panel, programs and agents send and hear is held for a while each.
import type { ElectronApplication, Page } from 'playwright';

/** Who is held up: the panel in a page, the panel as a program, agents. `SEED:page,agent` names some; otherwise all are. */
export type Held = 'page' | 'program' | 'agent';

/** Carries messages of one direction in order; the message is whatever `deliver` hands on. */
export type Lane = (deliver: () => void) => void;

interface Carrier {
  send(message: never, options?: never): Promise<void>;
  onmessage?: ((message: never, extra?: never) => void) | undefined;
}

const [seed = '', held = 'page,program,agent'] = (process.env.PILOTHOUSE_TEST_JITTER ?? '').split(':');
const longestMs = 400;
const slowdown = 4;
let lanes = 0;

/** Delivers at once, unless `who` is held up. */
export function openLane(who: Held): Lane {
  if (!isHeld(who)) return deliver => deliver();
  const random = randomOf(`${seed} ${who} ${lanes++}`);
  const waiting: (() => void)[] = [];
  let last = 0;
  return deliver => {
    // Timers of the same millisecond keep no order; the list does.
    waiting.push(deliver);
    // Cubed: most are held shortly, and a few long.
    last = Math.max(last, performance.now() + random() ** 3 * longestMs);
    setTimeout(() => waiting.shift()?.(), Math.max(0, last - performance.now()));
  };
}

/** Before the panel is loaded: its messages are held, and its processor is slow. */
export async function holdPage(page: Page): Promise<void> {
  if (!isHeld('page')) return;
  await page.routeWebSocket(/./, socket => {
    const [out, back] = [openLane('page'), openLane('page')];
    const hub = socket.connectToServer();
    socket.onMessage(message => out(() => hub.send(message)));
    hub.onMessage(message => back(() => socket.send(message)));
    socket.onClose((code, reason) => out(() => void hub.close({ ...(code && { code }), ...(reason && { reason }) })));
    hub.onClose((code, reason) => back(() => void socket.close({ ...(code && { code }), ...(reason && { reason }) })));
  });
  await slowDown(page);
}

/** The same over Electron's IPC, whose handlers and senders live in the app's main process. */
export async function holdWindow(app: ElectronApplication, window: Page): Promise<void> {
  if (!isHeld('page')) return;
  await app.evaluate(({ BrowserWindow, ipcMain }, longest) => {
    const waiting: (() => void)[] = [];
    let last = 0;
    const pass = (deliver: () => void) => {
      waiting.push(deliver);
      last = Math.max(last, performance.now() + Math.random() ** 3 * longest);
      setTimeout(() => waiting.shift()?.(), Math.max(0, last - performance.now()));
    };
    for (const { webContents } of BrowserWindow.getAllWindows()) {
      const send = webContents.send.bind(webContents);
      webContents.send = (...message) => pass(() => webContents.isDestroyed() || send(...message));
    }
    // In Electron, and not in its typings.
    const handlers: Map<string, (...call: unknown[]) => unknown> = Reflect.get(ipcMain, '_invokeHandlers');
    for (const [channel, handle] of handlers)
      handlers.set(channel, async (...call) => {
        const answer = await handle(...call);
        return new Promise(resolve => pass(() => resolve(answer)));
      });
  }, longestMs);
  await slowDown(window);
}

/** An agent's transport, whose messages are held both ways. */
export function holdTransport<T extends Carrier>(transport: T): T {
  if (!isHeld('agent')) return transport;
  const [out, back] = [openLane('agent'), openLane('agent')];
  return new Proxy(transport, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name === 'send')
        return (message: never, options?: never) =>
          new Promise<void>((resolve, reject) => out(() => target.send(message, options).then(resolve, reject)));
      return typeof value === 'function' ? value.bind(target) : value;
    },
    set(target, name, value) {
      const hear = value as Carrier['onmessage'];
      const heard = (...message: Parameters<NonNullable<Carrier['onmessage']>>) => back(() => hear?.(...message));
      return Reflect.set(target, name, name === 'onmessage' && hear ? heard : value);
    },
  });
}

function isHeld(who: Held): boolean {
  return seed !== '' && held.split(',').includes(who);
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
}

/** Numbers from 0 to 1 that are the same each time for the same text. */
function randomOf(text: string): () => number {
  let state = [...text].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193), 0x811c9dc5);
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
