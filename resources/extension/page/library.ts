// What the companion does inside a page, in a world of its own, which the page's scripts can neither see nor change. Each document gets it once.
import { originOf } from '../../../electron/contract/sites.ts';
import { fillElement } from './fill-element.ts';
import { findElements } from './find-elements.ts';
import { focusElement } from './focus-element.ts';
import { framePlaces } from './frame-places.ts';
import { locateElement } from './locate-element.ts';
import { meetsCondition } from './meets-condition.ts';
import { putFiles } from './put-files.ts';
import { readText } from './read-text.ts';
import { readTree } from './read-tree.ts';
import { editText, moveFocus, pressEnter, pressSpace, sendKey } from './scripted-key.ts';
import { clickAt, hoverAt, onPage, wholeView } from './scripted-pointer.ts';
import { scrollAt } from './scroll-at.ts';
import { typeText } from './type-text.ts';

/** All that a page may be asked for, by name. Each answers with something that JSON has. */
const pageFunctions = {
  clickAt,
  editText,
  fillElement,
  findElements,
  focusElement,
  framePlaces,
  hoverAt,
  locateElement,
  meetsCondition,
  moveFocus,
  onPage,
  pressEnter,
  pressSpace,
  putFiles,
  readText,
  readTree,
  readyState: () => document.readyState,
  scrollAt,
  sendKey,
  stepInHistory: (step: number) => {
    history.go(step);
    return history.length;
  },
  typeText,
  wholeView,
};

export type PageFunctions = typeof pageFunctions;

/** The page that a call is for. */
export interface MeantPage {
  /** Null for a page of no web origin. */
  readonly origin: string | null;
  /** The mark of the very document; '' where any of that origin will do (Chromium drops null from arguments). */
  readonly mark: string;
}

export type PageAnswer =
  | { readonly kind: 'done'; readonly value: unknown; readonly mark: string }
  | { readonly kind: 'threw'; readonly reason: string }
  /** Nothing was done: this is another page. */
  | { readonly kind: 'elsewhere'; readonly url: string; readonly origin: string | null };

export type PageWorld = typeof globalThis & {
  pilothousePage?: (meant: MeantPage, name: string, args: readonly unknown[]) => PageAnswer;
};

/** Tells this document from every other; a page in the open web may not ask for random bytes everywhere, and this is no secret. */
const mark = `${performance.timeOrigin} ${Math.random()}`;

/**
 * A browser finds the document that it is asked for before it sends a function there, and another may have taken its place when the
 * function arrives; only here is it known for certain. Source: seen in Chromium 156, which looks a documentId up as a frame.
 */
(globalThis as PageWorld).pilothousePage ??= (meant, name, args) => {
  const { href } = location;
  const origin = originOf(/^https?:/.test(href) ? href : self.origin);
  if (origin !== (meant.origin ?? null) || (meant.mark !== '' && meant.mark !== mark))
    return { kind: 'elsewhere', url: href, origin };
  try {
    const run = pageFunctions[name as keyof PageFunctions] as (...given: readonly unknown[]) => unknown;
    return { kind: 'done', value: run(...args), mark };
  } catch (error) {
    return { kind: 'threw', reason: String(error) };
  }
};
