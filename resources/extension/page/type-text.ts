// Runs inside a page: writes text where the caret is, as typing would.
import { focusedElement } from './element-at.ts';
import { holdsLines } from './focus-element.ts';
import { chooseOption } from './scripted-caret.ts';

/** Whether what has the focus holds several lines. */
export function takesLines(): boolean {
  const element = focusedElement();
  return element !== null && holdsLines(element);
}

/** False where nothing that takes text has the focus. */
export function typeText(text: string): boolean {
  const element = focusedElement();
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    const { selectionStart, selectionEnd, value } = element;
    const start = selectionStart ?? value.length;
    const end = selectionEnd ?? start;
    const fitting =
      element.maxLength < 0 ? text : text.slice(0, Math.max(0, element.maxLength - value.length + end - start));
    const next = value.slice(0, start) + fitting + value.slice(end);
    // Frameworks watch the value through their own setter; the prototype's reaches the field itself.
    const prototype = element instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, next);
    if (selectionStart !== null) element.setSelectionRange(start + fitting.length, start + fitting.length);
    element.dispatchEvent(
      new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertText', data: fitting }),
    );
    element.dispatchEvent(new Event('change', { bubbles: true }));
    return true;
  }
  if (element instanceof HTMLSelectElement) return chooseByText(element, text);
  if (!(element instanceof HTMLElement) || !element.isContentEditable) return false;
  placeCaret(element);
  return document.execCommand('insertText', false, text);
}

/** In a tab behind another one Firefox gives what is focused by a script no caret. */
function placeCaret(element: HTMLElement): void {
  const selection = getSelection();
  if (!selection || element.contains(selection.anchorNode)) return;
  selection.selectAllChildren(element);
  selection.collapseToEnd();
}

/** The first choice that begins so. */
function chooseByText(select: HTMLSelectElement, text: string): boolean {
  const begins = (option: HTMLOptionElement) => option.text.trim().toLowerCase().startsWith(text.toLowerCase());
  const option = [...select.options].find(each => !each.disabled && begins(each));
  if (option) chooseOption(select, option);
  return option !== undefined;
}
