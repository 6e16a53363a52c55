// What a page has that can be used, told to itself. What a password field holds is never told.
import { find, isField, isSeen, lineOf, selectorOf } from './seen.ts';

const usable =
  'a[href],button,input:not([type="hidden"]),select,textarea,summary,[role="button"],[role="link"],[role="checkbox"],[role="menuitem"],[role="tab"],[contenteditable=""],[contenteditable="true"],[onclick]';
const shortChars = 200;
const longChars = 900;
const maxAttributes = 50;

/** The visible ones, in the order of the page. */
export function listElements(most: number) {
  const seen = [...document.querySelectorAll(usable)].filter(isSeen).slice(0, most);
  return seen.map(element => ({ ref: selectorOf(element).slice(0, 2_000), ...factsOf(element, shortChars) }));
}

/** `none` where nothing matches, null for what is no selector. */
export function tellElement(selector: string) {
  const element = find(selector);
  if (element === null || element === 'none') return element;
  const { x, y, width, height } = element.getBoundingClientRect();
  const isHidden = isSecret(element);
  const attributes = [...element.attributes].filter(({ name }) => !(isHidden && name === 'value'));
  return {
    ref: selector,
    ...factsOf(element, longChars),
    visible: isSeen(element),
    enabled: !element.matches(':disabled'),
    bounds: { x, y, width, height },
    attributes: Object.fromEntries(
      attributes
        .slice(0, maxAttributes)
        .map(({ name, value }) => [name.slice(0, shortChars), value.slice(0, longChars)]),
    ),
  };
}

function factsOf(element: Element, most: number) {
  const label = element.getAttribute('aria-label') ?? (element instanceof HTMLElement ? element.innerText : '');
  const field = isField(element) ? element : null;
  return {
    tag: element.localName,
    type: lineOf(field?.type, most),
    text: lineOf(label, most),
    placeholder: lineOf(element.getAttribute('placeholder'), most),
    value: isSecret(element) ? undefined : lineOf(field?.value, most),
    role: lineOf(element.getAttribute('role'), most),
  };
}

function isSecret(element: Element): boolean {
  return element instanceof HTMLInputElement && element.type === 'password';
}
