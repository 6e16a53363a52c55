// Runs inside a page: the events of a key, and what browsers do with the commonest ones.
import { focusedElement } from './element-at.ts';
import { textField } from './scripted-caret.ts';

export interface ScriptedKey {
  readonly key: string;
  readonly code: string;
  readonly windowsVirtualKeyCode: number;
  /** Bits of the DevTools protocol: alt 1, ctrl 2, meta 4, shift 8. */
  readonly modifiers: number;
}

/** Tells what has the focus of the key. Answers whether the page leaves it to the browser to act. */
export function sendKey(
  type: 'keydown' | 'keyup',
  { key, code, windowsVirtualKeyCode, modifiers }: ScriptedKey,
): boolean {
  const init = {
    key,
    code,
    keyCode: windowsVirtualKeyCode,
    altKey: (modifiers & 1) > 0,
    ctrlKey: (modifiers & 2) > 0,
    metaKey: (modifiers & 4) > 0,
    shiftKey: (modifiers & 8) > 0,
    bubbles: true,
    cancelable: true,
    composed: true,
    view: window,
  };
  const element = focusedElement() ?? document.body ?? document.documentElement;
  return element.dispatchEvent(new KeyboardEvent(type, init));
}

/** In a form as in every browser: its first button is clicked, so that its name and value are sent. */
export function pressEnter(): boolean {
  const element = focusedElement();
  if (element instanceof HTMLTextAreaElement) return document.execCommand('insertText', false, '\n');
  if (!(element instanceof HTMLElement) || element === document.body) return false;
  if (element.isContentEditable) return document.execCommand('insertParagraph');
  if (!(element instanceof HTMLInputElement) || /^(submit|button|reset|image)$/.test(element.type)) {
    element.click();
    return true;
  }
  const { form } = element;
  const submits = (each: Element): each is HTMLButtonElement | HTMLInputElement =>
    (each instanceof HTMLButtonElement || each instanceof HTMLInputElement) && /^(submit|image)$/.test(each.type);
  const button = [...(form?.elements ?? [])].find(submits);
  if (button) button.click();
  else form?.requestSubmit();
  return form !== null;
}

/** To what can have the focus before or behind, in the order of the page and round its end. */
export function moveFocus(step: 1 | -1): boolean {
  const kinds = 'a[href], button, input, select, textarea, [tabindex], [contenteditable]';
  const stops = [...document.querySelectorAll<HTMLElement>(kinds)].filter(
    each => each.tabIndex >= 0 && !each.matches(':disabled') && each.getClientRects().length > 0,
  );
  const element = focusedElement();
  const at = element instanceof HTMLElement ? stops.indexOf(element) : -1;
  const next = stops.at(at < 0 && step < 0 ? -1 : (at + step) % stops.length);
  next?.focus();
  if (next instanceof HTMLInputElement && next.selectionStart !== null) next.select();
  return next !== undefined;
}

export type EditCommand = 'delete' | 'forwardDelete' | 'selectAll' | 'undo' | 'redo' | 'bold' | 'italic' | 'underline';

/** Only where something is written; elsewhere the keys mean nothing. */
export function editText(command: EditCommand): boolean {
  const element = focusedElement();
  const isText = textField(element) !== null || (element instanceof HTMLElement && element.isContentEditable);
  return (isText || command === 'selectAll') && document.execCommand(command);
}

/** Presses the button that has the focus; false in a field, where a space is typed. */
export function pressSpace(): boolean {
  const element = focusedElement();
  if (!(element instanceof HTMLElement) || !element.matches('button, summary, input')) return false;
  if (
    element instanceof HTMLInputElement &&
    !/^(button|checkbox|color|file|image|radio|reset|submit)$/.test(element.type)
  )
    return false;
  element.click();
  return true;
}
