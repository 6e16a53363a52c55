// Questions of pages that only the user can answer: whether they may know the place, notify, see, hear or read what was copied.
import { type AskingFunction, hearPermissions } from '../page/hear-permissions.ts';

/** Whether a question is shown a page learns from the browser within milliseconds; one that is busy is asked again after the next call. */
const knownWithinMs = 1_000;
const functions: readonly AskingFunction[] = [
  { owner: 'Geolocation', method: 'getCurrentPosition', permission: 'geolocation' },
  { owner: 'Geolocation', method: 'watchPosition', permission: 'geolocation' },
  { owner: 'Notification', method: 'requestPermission', permission: 'notifications', isStatic: true },
  { owner: 'PushManager', method: 'subscribe', permission: 'notifications' },
  { owner: 'MediaDevices', method: 'getUserMedia', permission: '' },
  { owner: 'Navigator', method: 'webkitGetUserMedia', permission: '' },
  { owner: 'Clipboard', method: 'read', permission: 'clipboard-read' },
  { owner: 'Clipboard', method: 'readText', permission: 'clipboard-read' },
  { owner: 'Navigator', method: 'requestMIDIAccess', permission: 'midi' },
];
/** Nothing else can be said in an answer: a page could answer in our place. */
const names: ReadonlySet<string> = new Set([...functions.map(({ permission }) => permission), 'camera', 'microphone']);
/** Of the event that is answered; no page can guess it. */
const eventName = `pilothouse ${crypto.randomUUID()}`;

type Send = (method: string, params: object) => Promise<unknown>;

/** In every document that the debugged tab shows from now on, and in the one that it shows; frames with a process of their own are for `hearInDocument`. */
export async function hearIn(send: Send): Promise<void> {
  const source = `(${String(hearPermissions)})(${JSON.stringify(eventName)}, ${JSON.stringify(functions)})`;
  await send('Page.addScriptToEvaluateOnNewDocument', { source, runImmediately: true });
}

/** From the moment that its document has come; what a script asks before is not heard. */
export async function hearInDocument(tabId: number, documentId: string): Promise<void> {
  const args: [string, readonly AskingFunction[]] = [eventName, functions];
  const target = { tabId, documentIds: [documentId] };
  const heard = { target, injectImmediately: true, world: 'MAIN', func: hearPermissions, args } as const;
  await chrome.scripting.executeScript(heard).catch(() => {});
}

/** What the page has asked its user for since this was called last, as a sentence with its remedy; '' for nothing. */
export async function takePermissions(tabId: number): Promise<string> {
  const args: [string, number] = [eventName, knownWithinMs];
  const target = { tabId, allFrames: true };
  const asked = chrome.scripting.executeScript({ target, injectImmediately: true, func: askDocument, args });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<[]>(resolve => {
    timer = setTimeout(() => resolve([]), knownWithinMs * 2);
  });
  const answers = await Promise.race([asked.catch(() => []), late]);
  clearTimeout(timer);
  const said = answers.flatMap(({ result }) => (Array.isArray(result) ? result.map(String) : []));
  const shown = [...new Set(said)].filter(name => names.has(name));
  if (shown.length === 0) return '';
  return `The page asks for permission: ${shown.join(', ')}. No tool answers that: ask the user to allow or block it in tab ${tabId}, or go on without.`;
}

/** Runs inside of the page. Self-contained: it is sent as source text. */
async function askDocument(name: string, withinMs: number): Promise<unknown[]> {
  const shown: unknown[] = [];
  const until = performance.now() + withinMs;
  for (;;) {
    const told: string[] = [];
    const hear = (event: Event) => {
      if (event instanceof CustomEvent) told.push(String(event.detail));
    };
    addEventListener(`${name} told`, hear);
    dispatchEvent(new Event(name));
    removeEventListener(`${name} told`, hear);
    // More than one hears in a frame that shares the process of its page.
    const said = told.map(each => JSON.parse(each) as { open: number; shown: unknown[] });
    shown.push(...said.flatMap(each => each.shown));
    if (said.every(({ open }) => open === 0) || performance.now() > until) return shown;
    await new Promise(resolve => setTimeout(resolve, 10));
  }
}
