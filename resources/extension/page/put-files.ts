// Runs inside a page: hands files to a file field, or drops them on whatever else takes them.
import { elementAt } from './element-at.ts';
import { type Problem, pickElement, type Target } from './element-refs.ts';
import { isDisabled } from './element-state.ts';
import { type Hindered, hindranceOf } from './ready-element.ts';
import { toldElement } from './told-element.ts';
import { beginWatch } from './watch.ts';

export interface GivenFile {
  readonly name: string;
  readonly type: string;
  /** Base64. */
  readonly data: string;
}

type Point = { readonly x: number; readonly y: number };

/** What takes files, in words. A file field may be hidden: most pages draw something of their own in its place. */
export function fileTaker(target: Target, place: Point): string | Hindered | Problem {
  const found = pick(target, place);
  if (!(found instanceof Element)) return found;
  const field = fileField(found);
  const told = toldElement(field ?? found);
  const hindrance = field ? (isDisabled(field) ? 'disabled' : null) : hindranceOf(found, true);
  return hindrance ? { hindrance, told, by: '' } : told;
}

/**
 * At `place` when the target names nothing. Answers how they were given, without a full stop; '' for a field, which tells itself.
 * `drops`: whether a page sees the files of an extension's drop. Firefox keeps them from it, as they belong to another principal.
 */
export function putFiles(target: Target, place: Point, given: readonly GivenFile[], drops: boolean): string | Problem {
  const found = pick(target, place);
  if (!(found instanceof Element)) return found;

  const transfer = new DataTransfer();
  for (const { name, type, data } of given) {
    const binary = atob(data);
    const bytes = new Uint8Array(binary.length);
    for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
    transfer.items.add(new File([bytes], name, { type }));
  }
  const names = given.map(({ name }) => name).join(', ');
  const field = fileField(found);
  beginWatch(null, field ?? found);
  if (field) {
    if (given.length > 1 && !field.multiple)
      return { problem: 'This field takes one file; send them one by one to fields of their own.', kind: 'unfit' };
    field.files = transfer.files;
    field.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    field.dispatchEvent(new Event('change', { bubbles: true }));
    return '';
  }
  if (!drops)
    return {
      problem: 'This browser lets no extension drop files on a page; name its file field, or use a Chromium.',
      kind: 'unfit',
    };
  const { left, top, width, height } = found.getBoundingClientRect();
  const at = isNamed(target)
    ? { clientX: left + width / 2, clientY: top + height / 2 }
    : { clientX: place.x, clientY: place.y };
  const init = { bubbles: true, cancelable: true, composed: true, dataTransfer: transfer, ...at };
  found.dispatchEvent(new DragEvent('dragenter', init));
  // A page that takes a drop says so by keeping the browser from its own way with it.
  if (found.dispatchEvent(new DragEvent('dragover', init)))
    return { problem: 'What was named is no file field and takes no drop; choose another element.', kind: 'unfit' };
  found.dispatchEvent(new DragEvent('drop', init));
  return `Dropped ${names}`;
}

function isNamed({ ref, selector }: Target): boolean {
  return ref !== '' || selector !== '';
}

function pick(target: Target, { x, y }: Point): Element | Problem {
  if (isNamed(target)) return pickElement(target);
  return elementAt(x, y) ?? { problem: `Nothing lies at (${x}, ${y}); take a screenshot.`, kind: 'missing' };
}

/** Itself, or that of the label that it stands in. */
function fileField(element: Element): HTMLInputElement | null {
  const field = element.closest('label')?.control ?? element;
  return field instanceof HTMLInputElement && field.type === 'file' ? field : null;
}
