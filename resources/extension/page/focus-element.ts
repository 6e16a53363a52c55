// Runs inside a page: gives an element the focus, with what it holds selected when that is to be replaced.
import { type Problem, pickElement, type Target } from './element-refs.ts';

export function focusElement(target: Target, replaces: boolean): true | Problem {
  const found = pickElement(target);
  if (!(found instanceof Element)) return found;
  const what = target.ref || `What the selector ${JSON.stringify(target.selector)} matches`;
  const unfit: Problem = { problem: `${what} takes no keys; choose a field or a button.`, kind: 'unfit' };
  if (!(found instanceof HTMLElement)) return unfit;
  found.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  found.focus();
  // In a tab behind another one Firefox matches no `:focus`.
  const { activeElement } = found.getRootNode() as Document | ShadowRoot;
  if (!found.contains(activeElement)) return unfit;
  if (!replaces) return true;
  if (found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement) found.select();
  else if (found.isContentEditable) getSelection()?.selectAllChildren(found);
  return true;
}
