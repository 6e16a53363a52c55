// Runs inside a page: copies and pastes as a user does, with a clipboard that is handed in. The page hears of it first.
import { focusedElement } from './element-at.ts';
import { ownObject, ownRealm } from './own-realm.ts';
import { textField } from './scripted-caret.ts';
import { typeText } from './type-text.ts';

/** What is taken, as plain text; '' where nothing is selected or it is a password. */
export function copyText(cuts: boolean): string {
  const transfer = new (ownRealm().DataTransfer)();
  // A page that puts something of its own there says so by keeping the browser from its way.
  if (!sendClipboard(cuts ? 'cut' : 'copy', transfer)) return transfer.getData('text/plain');
  const text = selectedText();
  if (cuts && text !== '') document.execCommand('delete');
  return text;
}

/** False where nothing takes it. */
export function pasteText(text: string): boolean {
  const transfer = new (ownRealm().DataTransfer)();
  transfer.setData('text/plain', text);
  return !sendClipboard('paste', transfer) || typeText(text);
}

function selectedText(): string {
  const field = textField(focusedElement());
  if (!field) return String(getSelection());
  if (field.type === 'password') return '';
  return field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0);
}

/** Answers whether the page leaves it to the browser. */
function sendClipboard(type: 'copy' | 'cut' | 'paste', clipboardData: DataTransfer): boolean {
  const element = focusedElement() ?? document.body ?? document.documentElement;
  const init = ownObject({ bubbles: true, cancelable: true, composed: true, clipboardData });
  return element.dispatchEvent(new (ownRealm().ClipboardEvent)(type, init));
}
