// Runs inside a page: the text that is seen, of all of it or of one element.
import { type Problem, pickElement, type Target, unreadable } from './element-refs.ts';

export function readText(target: Target): { title: string; url: string; text: string } | Problem {
  const closed = unreadable();
  if (closed) return closed;
  const isWhole = target.ref === '' && target.selector === '';
  const found = isWhole ? document.body : pickElement(target);
  if (found && !(found instanceof Element)) return found;
  const text = found instanceof HTMLElement ? found.innerText : (found?.textContent ?? '');
  return { title: document.title, url: location.href, text };
}
