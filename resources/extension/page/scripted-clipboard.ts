// Runs inside a page: copies and pastes as a user does, with a clipboard that is handed in. The page hears of it first.
import { focusedElement } from './element-at.ts';
import { ownObject, ownRealm } from './own-realm.ts';
import { textField } from './scripted-caret.ts';
import { typeText } from './type-text.ts';

/** What is taken, as plain text; '' where nothing is selected or it is a password. */
export function copyText(cuts: boolean): string {
  const { isLeft, taken } = sendClipboard(cuts ? 'cut' : 'copy', '');
  // A page that puts something of its own there says so by keeping the browser from its way.
  if (!isLeft) return taken;
  const text = selectedText();
  if (cuts && text !== '') document.execCommand('delete');
  return text;
}

/** False where nothing takes it. */
export function pasteText(text: string): boolean {
  return !sendClipboard('paste', text).isLeft || typeText(text);
}

function selectedText(): string {
  const field = textField(focusedElement());
  if (!field) return String(getSelection());
  if (field.type === 'password') return '';
  return field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0);
}

/** Answers whether the page leaves it to the browser, and what the event carried at last. */
function sendClipboard(type: 'copy' | 'cut' | 'paste', data: string): { isLeft: boolean; taken: string } {
  const element = focusedElement() ?? document.body ?? document.documentElement;
  // Firefox fills what it carries from these two, and takes no data that somebody else has made.
  const init = ownObject({ bubbles: true, cancelable: true, composed: true, data, dataType: 'text/plain' });
  const event = new (ownRealm().ClipboardEvent)(type, init);
  const isLeft = element.dispatchEvent(event);
  return { isLeft, taken: event.clipboardData?.getData('text/plain') ?? '' };
}
