// Where a place of the tab lies in the document that a scripted event has to be made in: none crosses from one document into another.
import { expectInPage } from '../frames.ts';
import { ToolError } from '../tool-error.ts';
import { type InDocument, innerPlaceOf, keepInnerPlace } from './frame-geometry.ts';
import { inPage } from './in-page.ts';
import { shown } from './outcome.ts';
import { innerPlaceAt } from './spots.ts';
import type { Point } from './page-input.ts';
import type { ToolContext } from './tool.ts';

/**
 * In the innermost document there. Throws ERR_TAB_MOVED for a place in a frame that the call was not decided for, and ERR_TOOL_FAILED where the
 * browser does not tell what lies in the frame.
 */
export async function inDocument(context: ToolContext, at: Point): Promise<InDocument> {
  const { page, signal } = context;
  const { document, x, y } = innerPlaceOf(at) ?? (await innermostAt(context, at));
  return { document: { page: document ?? page, signal }, x, y };
}

async function innermostAt(context: ToolContext, at: Point) {
  const place = { x: at.x, y: at.y };
  const onPage = await inPage(context, 'describeSpot', place);
  if (!onPage || onPage.frameRef === '') return { document: null, ...place };
  await expectInPage(context, place);
  const inner = await innerPlaceAt(context, place);
  if (!inner) throw unreachable(at, onPage.frameRef);
  keepInnerPlace(at, inner);
  return inner;
}

function unreachable(at: Point, ref: string): ToolError {
  return new ToolError(
    'ERR_TOOL_FAILED',
    `What lies at ${shown(at)} in the frame [${ref}] cannot be told, so no scripted event reaches it; send a ref from read_page.`,
  );
}
