// Which document a call has acted in last: its page, or a frame of it. What has changed since is told there.
import type { FrameDocument } from '../frame-nodes.ts';
import type { ShownPage } from '../shown-page.ts';
import type { ToolContext } from './tool.ts';

const used = new WeakMap<ToolContext, ShownPage | FrameDocument>();

export function noteUsed(context: ToolContext, document: ShownPage | FrameDocument): void {
  used.set(context, document);
}

export function usedDocument(context: ToolContext): ShownPage | FrameDocument {
  return used.get(context) ?? context.page;
}
