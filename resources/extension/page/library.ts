// What the companion does inside a page, in a world of its own, which the page's scripts can neither see nor change. Each document gets it once.
import { fillElement, keptValue } from './fill-element.ts';
import { findElements } from './find-elements.ts';
import { focusElement, keyTaker } from './focus-element.ts';
import { framePlaces } from './frame-places.ts';
import { locateElement } from './locate-element.ts';
import { type Elsewhere, elsewhere, type MeantPage } from './meant-page.ts';
import { meetsCondition } from './meets-condition.ts';
import { fileTaker, putFiles } from './put-files.ts';
import { readText } from './read-text.ts';
import { readTree } from './read-tree.ts';
import { readyElement } from './ready-element.ts';
import { editText, moveFocus, pressEnter, pressSpace, sendKey } from './scripted-key.ts';
import { clickAt, hoverAt, onPage, wholeView } from './scripted-pointer.ts';
import { scrollAt } from './scroll-at.ts';
import { typeText } from './type-text.ts';
import { tellChanges, watchPoint } from './watch.ts';

/** All that a page may be asked for, by name. Each answers with something that JSON has. */
const pageFunctions = {
  clickAt,
  editText,
  fileTaker,
  fillElement,
  findElements,
  focusElement,
  framePlaces,
  hoverAt,
  keptValue,
  keyTaker,
  locateElement,
  meetsCondition,
  moveFocus,
  onPage,
  pressEnter,
  pressSpace,
  putFiles,
  readText,
  readTree,
  readyElement,
  readyState: () => document.readyState,
  scrollAt,
  sendKey,
  stepInHistory: (step: number) => {
    history.go(step);
    return history.length;
  },
  tellChanges,
  typeText,
  watchPoint,
  wholeView,
};

export type PageFunctions = typeof pageFunctions;

export type PageAnswer =
  | { readonly kind: 'done'; readonly value: unknown; readonly mark: string }
  | { readonly kind: 'threw'; readonly reason: string }
  /** Nothing was done. */
  | Elsewhere;

/** A page's elements are found by their ids as members of the global object, in this world too; but none by a symbol. */
export type PageWorld = typeof globalThis & {
  [key: symbol]: ((meant: MeantPage, name: string, args: readonly unknown[]) => PageAnswer) | undefined;
};

/** Tells this document from every other; a page in the open web may not ask for random bytes everywhere, and this is no secret. */
const mark = `${performance.timeOrigin} ${Math.random()}`;

(globalThis as PageWorld)[Symbol.for('pilothouse.page')] ??= (meant, name, args) => {
  const other = elsewhere(meant, { href: location.href, origin: self.origin, mark });
  if (other) return other;
  try {
    const run = pageFunctions[name as keyof PageFunctions] as (...given: readonly unknown[]) => unknown;
    return { kind: 'done', value: run(...args), mark };
  } catch (error) {
    return { kind: 'threw', reason: String(error) };
  }
};
