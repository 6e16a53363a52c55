// What `computer` needs of a browser; one form with the debugger's real events, one with scripts.
import type { ToolContext } from './tool.ts';

export interface PageInput {
  /** Added to an answer where the action is not what a user's hand does. */
  readonly caveat: string;
  /** The visible part of the page; one image pixel is one CSS pixel where the browser can do it. */
  screenshot(context: ToolContext): Promise<{ data: string; mimeType: string }>;
  click(context: ToolContext, x: number, y: number): Promise<void>;
  type(context: ToolContext, text: string): Promise<void>;
  /** Each entry is a key or a chord such as `ctrl+a`. */
  press(context: ToolContext, keys: readonly string[]): Promise<void>;
  /** Scrolls what lies at `place`, or the middle of the page. */
  scroll(context: ToolContext, place: { x: number; y: number } | null, deltaX: number, deltaY: number): Promise<void>;
}
