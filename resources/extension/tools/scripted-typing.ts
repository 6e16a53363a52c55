// Text without a debugger: written piece by piece, with Enter and Tab pressed where they stand in it, as a hand would.
import { ToolError } from '../tool-error.ts';
import { inPage } from './in-page.ts';
import { readCharacter } from './keys.ts';
import { pressKey } from './scripted-keys.ts';
import { whenSettled } from './settled-page.ts';
import { usedDocument } from './used-document.ts';
import type { ToolContext } from './tool.ts';

/** In what is longer, a line break where lines can be written is a part of the text, and no key of which the page hears. */
const maxKeys = 100;

export async function typeByScript(context: ToolContext, text: string): Promise<void> {
  const { signal } = context;
  const whole = text.replaceAll('\r\n', '\n');
  for (let typed = 0; typed < whole.length; ) {
    // Any key may have moved the focus on, or led to another page.
    if (typed > 0) await whenSettled(context, true, async () => {});
    const document = { page: usedDocument(context), signal };
    const mayWrite = whole.length > maxKeys && whole.includes('\n', typed);
    const isWritten = mayWrite && (await inPage(document, 'takesLines'));
    const { piece, key } = nextPiece(whole.slice(typed), isWritten ? /\t/ : /[\n\t]/);
    if (piece !== '' && !(await inPage(document, 'typeText', piece))) throw unfocused(typed, whole.length);
    const press = readCharacter(key);
    if (press) await pressKey(context, document, press);
    typed += piece.length + key.length;
  }
}

function nextPiece(text: string, keys: RegExp): { piece: string; key: string } {
  const end = text.search(keys);
  return end < 0 ? { piece: text, key: '' } : { piece: text.slice(0, end), key: text.charAt(end) };
}

function unfocused(typed: number, length: number): ToolError {
  const words = 'o field has the focus; left_click one first.';
  if (typed === 0) return new ToolError('ERR_TOOL_FAILED', `N${words}`);
  return new ToolError('ERR_TOOL_FAILED', `Only ${typed} of ${length} characters were typed, because then n${words}`);
}
