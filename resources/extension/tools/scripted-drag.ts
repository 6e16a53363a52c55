// Dragging without a debugger: step by step, so that a page can follow, also from one frame into another.
import { ToolError } from '../tool-error.ts';
import { inPage } from './in-page.ts';
import { inDocument } from './scripted-place.ts';
import { sleep, type ToolContext } from './tool.ts';
import type { InDocument } from './frame-geometry.ts';
import type { BeforePress, Point } from './page-input.ts';

const steps = 6;
/** A page that follows a pointer draws between two steps. */
const stepMs = 20;

/** Answers how it ended, as the end of a sentence. */
export async function dragByScript(
  context: ToolContext,
  from: Point,
  to: Point,
  beforePress: BeforePress,
): Promise<string> {
  const [start, end] = [await inDocument(context, from), await inDocument(context, to)];
  await beforePress();
  const pressed = await inPage(start.document, 'pressToDrag', start.x, start.y);
  if (!pressed) throw new ToolError('ERR_TOOL_FAILED', `Nothing lies at (${from.x}, ${from.y}); take a screenshot.`);
  const isWithin = start.document.page.documentId === end.document.page.documentId;
  const carried = isWithin || pressed.kind === 'pointer' ? null : pressed.carried;
  if (!isWithin && pressed.kind === 'pointer') return crossing(start);
  let isTaken = false;
  for (const at of isWithin ? wayBetween(start, end) : [start, end]) {
    await sleep(stepMs, context.signal);
    isTaken = await inPage(at.document, 'dragOver', at.x, at.y, at.document === end.document ? carried : null);
  }
  await inPage(end.document, 'dropThere', end.x, end.y, isTaken);
  // A page that the drop has led away from hears no end.
  await inPage(start.document, 'endDrag', start.x, start.y, isTaken).catch(() => {});
  if (pressed.kind === 'pointer') return '';
  return isTaken ? ', which took the drop' : ', which takes no drop of it';
}

/** Without data there is nothing that another document could be given. */
async function crossing(start: InDocument): Promise<never> {
  await inPage(start.document, 'dropThere', start.x, start.y, false);
  await inPage(start.document, 'endDrag', start.x, start.y, false);
  throw new ToolError(
    'ERR_TOOL_FAILED',
    'What was pressed cannot be lifted, and this browser lets no extension move a pointer from one frame into another; use a Chromium.',
  );
}

function wayBetween(start: InDocument, end: InDocument): InDocument[] {
  return Array.from({ length: steps }, (_, index) => {
    const part = (index + 1) / steps;
    const [x, y] = [start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part];
    return { document: end.document, x, y };
  });
}
