// Runs inside a page: an element in a few words, for an answer that says what was used.
import { withAncestors } from './element-at.ts';
import { nameOf, roleOf } from './element-words.ts';
import { laidOutText } from './laid-out-text.ts';

const acting =
  /^(button|checkbox|combobox|file|gridcell|label|link|menuitem\w*|option|radio|searchbox|slider|spinbutton|switch|tab|textbox|treeitem)$/;
const maxNameChars = 60;
/** The text of more than that is no name. */
const maxParts = 20;

let wordless = false;

/** Each call says whether its agent is denied to read the page. Then nothing of what the page says may stand in an answer. */
export function keepWords(isKept: boolean): void {
  wordless = isKept;
}

export function isWordless(): boolean {
  return wordless;
}

/** What a press on it uses: the button around an icon, or the element itself where nothing around it acts. */
export function actorOf(element: Element): Element {
  return withAncestors(element).find(each => acting.test(roleOf(each))) ?? element;
}

/** Role and name, such as `button "Save"`; a tag with its id where there is neither. A role alone where words are kept. */
export function toldElement(element: Element): string {
  const kind = kindOf(element);
  if (wordless) return kind;
  const name = nameToTell(element);
  if (name) return `${kind} ${quoted(name)}`;
  return element.id
    ? `${kind}#${/[\s"]/.test(element.id) ? quoted(element.id) : element.id.slice(0, maxNameChars)}`
    : kind;
}

/** Its role; its tag where it has none. */
export function kindOf(element: Element): string {
  const role = roleOf(element);
  return role === 'generic' ? element.localName : role;
}

/** Whole; '' where nothing names it. */
export function nameToTell(element: Element): string {
  return nameOf(element, roleOf(element)) || (element instanceof HTMLElement ? textOf(element) : '');
}

/** With a mark where it is longer than an answer bears. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > maxNameChars ? `${text.slice(0, maxNameChars)}…` : text);
}

/** Of what has a name by nothing else; a field's own text is its value and not its name. */
function textOf(element: HTMLElement): string {
  if (element.isContentEditable || element.matches('input, select, textarea')) return '';
  if (element.getElementsByTagName('*').length > maxParts) return '';
  return laidOutText(element).replace(/\s+/g, ' ').trim();
}
