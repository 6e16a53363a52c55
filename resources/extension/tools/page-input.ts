// What `computer` needs of a browser; one form with the debugger's real events, one with scripts.
import type { KeyTaker } from '../page/focus-element.ts';
import type { ClickKind, Region } from '../page/scripted-pointer.ts';
import type { Arguments, ToolContext, ToolResult } from './tool.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface View {
  /** Null for all that can be seen. */
  readonly region: Region | null;
  /** Image pixels for one CSS pixel, at most 1. */
  readonly scale: number;
  /** Of a JPEG, 1 to 100. */
  readonly quality: number;
  /** Null for the smaller one. */
  readonly format: 'jpeg' | 'png' | null;
}

export interface Picture {
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
  /** What it shows, in CSS pixels of what can be seen. */
  readonly area: Region;
}

export type BeforePress = () => Promise<void>;

export interface PageInput {
  /** Added to an answer where the action is not what a user's hand does. */
  readonly caveat: string;
  /** The visible part of the page, or a part of that. */
  screenshot(context: ToolContext, view: View): Promise<Picture>;
  /** `beforePress` is run when the pointer is there, and right before it presses; nothing is pressed where it throws. */
  click(context: ToolContext, at: Point, kind: ClickKind, beforePress: BeforePress): Promise<void>;
  hover(context: ToolContext, at: Point): Promise<void>;
  /** Answers how it ended, as the end of a sentence, where that is known. */
  drag(context: ToolContext, from: Point, to: Point, beforePress: BeforePress): Promise<string>;
  type(context: ToolContext, text: string, taker: Pick<KeyTaker, 'room' | 'takesLines' | 'hearsKeys'>): Promise<void>;
  /** Each entry is a key or a chord such as `ctrl+a`. Answers what has to be told beside, as the end of a sentence. */
  press(context: ToolContext, keys: readonly string[]): Promise<string>;
  /** Scrolls what lies at `place`, or the middle of the page. */
  scroll(context: ToolContext, place: Point | null, deltaX: number, deltaY: number): Promise<void>;
}

/** One action of `computer`. */
export type Action = (args: Arguments, context: ToolContext, input: PageInput) => Promise<ToolResult>;
