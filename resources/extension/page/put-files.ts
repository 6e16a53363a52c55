// Runs inside a page: hands files to a file field, or drops them on whatever else takes them.
import { elementAt } from './element-at.ts';
import { type Problem, pickElement, type Target } from './element-refs.ts';
import { isDisabled } from './element-state.ts';
import { ownCopy, ownObject, ownRealm } from './own-realm.ts';
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

/** At `place` when the target names nothing. Answers how they were given, without a full stop; '' for a field, which tells itself. */
export function putFiles(target: Target, place: Point, given: readonly GivenFile[]): string | Problem {
  const found = pick(target, place);
  if (!(found instanceof Element)) return found;

  // Firefox keeps files from a page that are not its own.
  const own = ownRealm();
  const transfer = new own.DataTransfer();
  for (const file of given) transfer.items.add(ownFile(file));
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
  const { left, top, width, height } = found.getBoundingClientRect();
  const at = isNamed(target)
    ? { clientX: left + width / 2, clientY: top + height / 2 }
    : { clientX: place.x, clientY: place.y };
  const init = ownObject({ bubbles: true, cancelable: true, composed: true, dataTransfer: transfer, ...at });
  const send = (type: string) => found.dispatchEvent(new own.DragEvent(type, init));
  send('dragenter');
  // A page that takes a drop says so by keeping the browser from its own way with it.
  if (send('dragover'))
    return { problem: 'What was named is no file field and takes no drop; choose another element.', kind: 'unfit' };
  send('drop');
  return `Dropped ${names}`;
}

function ownFile({ name, type, data }: GivenFile): File {
  const binary = atob(data);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  const own = ownRealm();
  return new own.File(own.Array.of(ownCopy(bytes)), name, ownObject({ type }));
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
