// Runs inside a page: writes text where the caret is, as typing would.
import { focusedElement } from './element-at.ts';

/** False where nothing that takes text has the focus. */
export function typeText(text: string): boolean {
  const element = focusedElement();
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    const { selectionStart, selectionEnd, value } = element;
    const start = selectionStart ?? value.length;
    const next = value.slice(0, start) + text + value.slice(selectionEnd ?? start);
    // Frameworks watch the value through their own setter; the prototype's reaches the field itself.
    const prototype = element instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, next);
    element.dispatchEvent(
      new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertText', data: text }),
    );
    element.dispatchEvent(new Event('change', { bubbles: true }));
    return true;
  }
  if (!(element instanceof HTMLElement) || !element.isContentEditable) return false;
  return document.execCommand('insertText', false, text);
}
