// Text without a debugger: written piece by piece, with Enter and Tab pressed where they stand in it, as a hand would.
import { ToolError } from '../tool-error.ts';
import { inPage } from './in-page.ts';
import { readCharacter } from './keys.ts';
import { pressKey } from './scripted-keys.ts';
import { whenSettled } from './settled-page.ts';
import { usedDocument } from './used-document.ts';
import type { ToolContext } from './tool.ts';

/** In a longer text, a line break in a field of several lines is written as text, and the page hears of no Enter. */
const maxKeys = 100;

export async function typeByScript(context: ToolContext, text: string): Promise<void> {
  const { signal } = context;
  const whole = text.replaceAll('\r\n', '\n');
  for (let typed = 0; typed < whole.length; ) {
    // Any key may have moved the focus on, or led to another page.
    if (typed > 0) await whenSettled(context, true, async () => {});
    const document = { page: usedDocument(context), signal };
    const rest = whole.slice(typed);
    const hasLines = /[\n\t]/.test(rest) && (await inPage(document, 'takesLines'));
    const { piece, key } = nextPiece(rest, !hasLines ? /[\n\t]/ : whole.length > maxKeys ? null : /\n/);
    if (piece !== '' && !(await inPage(document, 'typeText', piece))) throw unfocused(typed, whole.length);
    const press = readCharacter(key);
    if (press) await pressKey(context, document, press);
    typed += piece.length + key.length;
  }
}

function nextPiece(text: string, keys: RegExp | null): { piece: string; key: string } {
  const end = keys ? text.search(keys) : -1;
  return end < 0 ? { piece: text, key: '' } : { piece: text.slice(0, end), key: text.charAt(end) };
}

function unfocused(typed: number, length: number): ToolError {
  const words =
    typed === 0
      ? 'No field has the focus; left_click one first.'
      : `Only ${typed} of ${length} characters were typed: after that no field had the focus. left_click one, then type the rest.`;
  return new ToolError('ERR_TOOL_FAILED', words);
}
