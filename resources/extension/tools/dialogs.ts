// The dialogs that pages hold open: alert, confirm, prompt and beforeunload, as the debugger tells of them, and the print preview.

import { originOf } from '../../../contract/sites.ts';
import { cutEnd, visibleText } from '../../../contract/visible-text.ts';
import { keepAttached } from './debugger-session.ts';

export interface OpenDialog {
  /** Of no other dialog. */
  readonly key: string;
  readonly tabId: number;
  /** `alert`, `confirm`, `prompt` and `beforeunload` of CDP (`Page.DialogType`), or `print`. */
  readonly kind: string;
  /** Where the document comes from that opened it; null for one without an address of its own. */
  readonly origin: string | null;
  /** As the page wrote it; Chromium itself cuts what is very long. */
  readonly message: string;
  /** What a prompt offers. */
  readonly offered: string;
  /** The askers whom an answer has named it to: nobody else may answer it. */
  readonly toldTo: Set<string>;
  /** Whether a call has answered it. */
  isAnswered: boolean;
}

interface Held {
  readonly dialog: OpenDialog;
  /** Chromium takes an answer only from a debugger that was there when the dialog opened. */
  readonly release: Promise<() => void>;
}

const maxMessageChars = 500;
const open = new Map<number, Held>();
const listeners = new Set<(dialog: OpenDialog) => void>();
/** What was answered by hand and not told yet, as sentences. */
const answeredByHand = new Map<number, string>();

if ('debugger' in chrome) {
  chrome.debugger.onEvent.addListener(({ tabId, sessionId }, method, params) => {
    if (tabId === undefined || sessionId) return;
    if (method === 'Page.javascriptDialogOpening') note(tabId, { ...params });
    if (method === 'Page.javascriptDialogClosed') closed(tabId, { ...params });
  });
  // From then on it is between the page and the user.
  chrome.debugger.onDetach.addListener(({ tabId }) => tabId !== undefined && forget(tabId));
  chrome.tabs.onRemoved.addListener(tabId => {
    forget(tabId);
    answeredByHand.delete(tabId);
  });
}

/** The dialog that holds up the page of that tab, as far as it is known. */
export function dialogIn(tabId: number): OpenDialog | undefined {
  return open.get(tabId)?.dialog;
}

/** The same where an answer has named it to that asker. */
export function dialogToldTo(asker: string, tabId: number): OpenDialog | null {
  const dialog = dialogIn(tabId);
  return dialog?.toldTo.has(asker) ? dialog : null;
}

/** Calls `listener` with every dialog that opens in the tab, until the answer is called. */
export function onDialog(tabId: number, listener: (dialog: OpenDialog) => void): () => void {
  const listen = (dialog: OpenDialog) => dialog.tabId === tabId && listener(dialog);
  listeners.add(listen);
  return () => void listeners.delete(listen);
}

/** What keeps the words of a dialog out of an answer: it is of a frame that the call was not decided for, or reading is denied. */
export type Kept = 'frame' | 'denied';

/** That of another tab, which is for its owner to see. */
export function dialogElsewhere({ tabId, kind }: OpenDialog): string {
  const name = kind === 'print' ? 'print preview' : `${kind} dialog`;
  return `${kind === 'alert' ? 'an' : 'a'} ${name} in tab ${tabId}, which holds up this page too`;
}

/** `a confirm dialog, "Delete it?"`; without the page's words where something keeps them. */
export function dialogWords({ kind, message, offered }: OpenDialog, kept: Kept | null): string {
  if (kind === 'print') return 'a print preview';
  if (kind === 'beforeunload') return 'a beforeunload dialog, which asks whether to leave the page';
  const name = `${kind === 'alert' ? 'an' : 'a'} ${kind} dialog`;
  if (kept === 'frame') return `${name} of a frame that this call may not read`;
  if (kept === 'denied') return `${name}, whose words this call may not read`;
  const offer = offered === '' ? '' : `, with ${quoted(offered)} filled in`;
  return `${name}, ${quoted(message)}${offer}`;
}

/** What the user has answered since this was asked last. */
export function takeAnsweredByHand(tabId: number): string {
  const words = answeredByHand.get(tabId) ?? '';
  answeredByHand.delete(tabId);
  return words;
}

/** A preview for printing, of which no event tells, was found to hold up the page. */
export function notePreview(tabId: number, origin: string | null): OpenDialog {
  return keep({ tabId, kind: 'print', origin, message: '', offered: '' });
}

export function forget(tabId: number): void {
  void open.get(tabId)?.release.then(release => release());
  open.delete(tabId);
}

/** The text is the page's: one line, what it does not show is shown, and its own quotation marks end nothing. */
function quoted(text: string): string {
  const whole = JSON.stringify(visibleText(cutEnd(text.slice(0, maxMessageChars * 2), maxMessageChars)));
  return text.length > maxMessageChars ? `${whole} (cut at ${maxMessageChars} characters)` : whole;
}

function note(tabId: number, params: Record<string, unknown>): void {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const origin = originOf(text(params.url).replace(/^blob:/, ''));
  const words = { message: text(params.message), offered: text(params.defaultPrompt) };
  keep({ tabId, kind: text(params.type), origin, ...words });
}

function keep(facts: Omit<OpenDialog, 'key' | 'toldTo' | 'isAnswered'>): OpenDialog {
  const dialog = { ...facts, key: crypto.randomUUID(), toldTo: new Set<string>(), isAnswered: false };
  const { tabId } = dialog;
  forget(tabId);
  open.set(tabId, { dialog, release: keepAttached(tabId, 'held') });
  for (const listener of listeners) listener(dialog);
  return dialog;
}

function closed(tabId: number, { result }: Record<string, unknown>): void {
  const dialog = dialogIn(tabId);
  if (dialog && dialog.toldTo.size > 0 && !dialog.isAnswered)
    answeredByHand.set(
      tabId,
      `The ${dialog.kind} dialog was ${result === true ? 'accepted' : 'dismissed'} in the browser.`,
    );
  forget(tabId);
}
