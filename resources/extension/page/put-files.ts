// Runs inside a page: hands files to a file field, or drops them on whatever else takes them.
import { type Problem, pickElement, type Target } from './element-refs.ts';

export interface GivenFile {
  readonly name: string;
  readonly type: string;
  /** Base64. */
  readonly data: string;
}

/** At `place` when the target names nothing. */
export function putFiles(
  target: Target,
  place: { readonly x: number; readonly y: number },
  given: readonly GivenFile[],
): { done: string } | Problem {
  const isNamed = target.ref !== '' || target.selector !== '';
  const nothing: Problem = { problem: `Nothing lies at (${place.x}, ${place.y}); take a screenshot.`, kind: 'missing' };
  const found = isNamed ? pickElement(target) : (document.elementFromPoint(place.x, place.y) ?? nothing);
  if (!(found instanceof Element)) return found;

  const transfer = new DataTransfer();
  for (const { name, type, data } of given) {
    const binary = atob(data);
    const bytes = new Uint8Array(binary.length);
    for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
    transfer.items.add(new File([bytes], name, { type }));
  }
  const names = given.map(({ name }) => name).join(', ');
  const label = found.closest('label');
  const field = label?.control ?? found;
  if (field instanceof HTMLInputElement && field.type === 'file') {
    if (given.length > 1 && !field.multiple)
      return { problem: 'This field takes one file; send them one by one to fields of their own.', kind: 'unfit' };
    field.files = transfer.files;
    field.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    field.dispatchEvent(new Event('change', { bubbles: true }));
    return { done: `The field holds ${names}.` };
  }
  const { left, top, width, height } = found.getBoundingClientRect();
  const at = isNamed
    ? { clientX: left + width / 2, clientY: top + height / 2 }
    : { clientX: place.x, clientY: place.y };
  const init = { bubbles: true, cancelable: true, composed: true, dataTransfer: transfer, ...at };
  found.dispatchEvent(new DragEvent('dragenter', init));
  // A page that takes a drop says so by keeping the browser from its own way with it.
  if (found.dispatchEvent(new DragEvent('dragover', init)))
    return { problem: 'What was named is no file field and takes no drop; choose another element.', kind: 'unfit' };
  found.dispatchEvent(new DragEvent('drop', init));
  return { done: `Dropped ${names}.` };
}
