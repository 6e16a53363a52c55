// What the companion does inside a page, in a world of its own, which the page's scripts can neither see nor change. Each document gets it once.
import {
  controlFacts,
  elementFacts,
  focusedTag,
  labelFacts,
  loadState,
  markupOf,
  pageView,
  scrollPage,
} from './command-facts.ts';
import { consoleMessages } from './console-messages.ts';
import { controlsInView } from './controls-in-view.ts';
import { describeSpot, describeTarget, spotChange } from './describe-element.ts';
import { type ExpectedElement, expectElements } from './described-elements.ts';
import { enterScope, nextRef, type RefScope, refOf } from './element-refs.ts';
import { fillElement, keptValue } from './fill-element.ts';
import { findElements } from './find-elements.ts';
import { focusElement, keyTaker } from './focus-element.ts';
import { frameElements, placeOfFrame } from './frame-elements.ts';
import { framePlaces } from './frame-places.ts';
import { addHeard, framesHere, takeHeard } from './listening.ts';
import { locateElement } from './locate-element.ts';
import { type Elsewhere, elsewhere, type MeantPage } from './meant-page.ts';
import { meetsCondition } from './meets-condition.ts';
import { pointerSeen } from './pointer-seen.ts';
import { fileTaker, putFiles } from './put-files.ts';
import { readText } from './read-text.ts';
import { readTree } from './read-tree.ts';
import { readyElement } from './ready-element.ts';
import { moveByKey } from './scripted-caret.ts';
import { copyText, pasteText } from './scripted-clipboard.ts';
import { dragOver, dropThere, endDrag, pressToDrag } from './scripted-drag.ts';
import { pressEscape } from './scripted-escape.ts';
import { editText, moveFocus, pressEnter, pressSpace, sendKey } from './scripted-key.ts';
import { clickAt, hoverAt, onPage, wholeView } from './scripted-pointer.ts';
import { scrollAt, scrollOffsets } from './scroll-at.ts';
import { keepWords } from './told-element.ts';
import { takesLines, typeText } from './type-text.ts';
import { tellChanges, watchPoint } from './watch.ts';

/** All that a page may be asked for, by name. Each answers with something that JSON has. */
const pageFunctions = {
  clickAt,
  consoleMessages,
  controlFacts,
  copyText,
  controlsInView,
  describeSpot,
  describeTarget,
  dragOver,
  dropThere,
  editText,
  elementFacts,
  endDrag,
  fileTaker,
  fillElement,
  findElements,
  focusElement,
  focusedTag,
  frameElements,
  framePlaces,
  hoverAt,
  keptValue,
  keyTaker,
  labelFacts,
  loadState,
  locateElement,
  markupOf,
  meetsCondition,
  moveByKey,
  moveFocus,
  onPage,
  pageView,
  pasteText,
  placeOfFrame,
  pointerSeen,
  pressEnter,
  pressEscape,
  pressSpace,
  pressToDrag,
  putFiles,
  readText,
  readTree,
  readyElement,
  readyState: () => document.readyState,
  scrollAt,
  scrollOffsets,
  scrollPage,
  sendKey,
  spotChange,
  stepInHistory: (step: number) => {
    history.go(step);
    return history.length;
  },
  takesLines,
  tellChanges,
  typeText,
  watchPoint,
  wholeView,
};

export type PageFunctions = typeof pageFunctions;

export type PageAnswer =
  /** `nextRef`: the number of the next ref that the document will give. */
  | { readonly kind: 'done'; readonly value: unknown; readonly mark: string; readonly nextRef: number }
  | { readonly kind: 'threw'; readonly reason: string }
  /** Nothing was done. */
  | Elsewhere;

/** A page's elements are found by their ids as members of the global object, in this world too; but none by a symbol. */
export type PageWorld = typeof globalThis & {
  [key: symbol]:
    | ((
        meant: MeantPage & { refs: RefScope; isWordless: boolean; expected: readonly ExpectedElement[] },
        name: string,
        args: readonly unknown[],
      ) => PageAnswer)
    | undefined;
};

/** By another symbol, for frames of the same origin: what the element that holds them is called here. */
export type RefWorld = Window & { [key: symbol]: ((holder: Element) => string) | undefined };

/** By a third one, for what the debugger tells of this document. */
type ListeningWorld = typeof globalThis & { [key: symbol]: object | undefined };

/** Tells this document from every other; a page in the open web may not ask for random bytes everywhere, and this is no secret. */
const mark = `${performance.timeOrigin} ${Math.random()}`;

(globalThis as PageWorld)[Symbol.for('pilothouse.page')] ??= (meant, name, args) => {
  const other = elsewhere(meant, { href: location.href, origin: self.origin, mark });
  if (other) return other;
  enterScope(meant.refs);
  keepWords(meant.isWordless);
  expectElements(meant.expected);
  try {
    const run = pageFunctions[name as keyof PageFunctions] as (...given: readonly unknown[]) => unknown;
    return { kind: 'done', value: run(...args), mark, nextRef: nextRef() };
  } catch (error) {
    return { kind: 'threw', reason: String(error) };
  }
};
(window as unknown as RefWorld)[Symbol.for('pilothouse.refs')] ??= refOf;
(globalThis as ListeningWorld)[Symbol.for('pilothouse.listening')] ??= {
  frames: framesHere,
  take: takeHeard,
  add: addHeard,
};
