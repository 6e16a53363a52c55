// Runs inside a page: which elements the user was told of, as what, and whether what a call uses is still the very same.
import { givenName, spareName } from './element-words.ts';
import { actorOf, isWordless, kindOf, nameToTell, quoted } from './told-element.ts';

/** Which element a call was allowed for, by the key that it was told with. */
export interface ExpectedElement {
  readonly ref: string;
  readonly selector: string;
  readonly key: string;
}

interface ElementWords {
  readonly role: string;
  readonly name: string;
}

interface Told extends ElementWords {
  readonly element: WeakRef<Element>;
}

/** More than ever wait for answers at a time. What is forgotten is not used. */
const maxTold = 2_000;
/** Keys of another document, in the same tab or elsewhere, mean nothing here. */
const prefix = Math.random().toString(36).slice(2);
const told = new Map<string, Told>();
const lastKeys = new WeakMap<Element, string>();
let count = 0;
let expected: readonly ExpectedElement[] = [];

/** What is used with an element: the button around an icon, the field of a label. */
export function subjectOf(element: Element): Element {
  const actor = actorOf(element);
  return actor instanceof HTMLLabelElement ? (actor.control ?? actor) : actor;
}

/** What a subject is called, whole. Never what it holds. */
export function wordsOf(element: Element): ElementWords {
  const holdsText = element.localName === 'textarea' || (element instanceof HTMLElement && element.isContentEditable);
  return { role: kindOf(element), name: holdsText ? givenName(element) || spareName(element) : nameToTell(element) };
}

/** The same key for one subject as long as it is called the same. */
export function keyOf(element: Element): string {
  const known = lastKeys.get(element) ?? '';
  if (isSame(known, element)) return known;
  count += 1;
  const key = `${prefix}-${count}`;
  told.set(key, { element: new WeakRef(element), ...wordsOf(element) });
  lastKeys.set(element, key);
  const [oldest] = told.keys();
  if (told.size > maxTold && oldest !== undefined) told.delete(oldest);
  return key;
}

/** Each call says for which elements it was allowed; none where the user was shown none. */
export function expectElements(given: readonly ExpectedElement[]): void {
  expected = given;
}

/** Why the element that a target names is not to be used, as a sentence; '' where it is. */
export function changeSince(element: Element, { ref, selector }: Pick<ExpectedElement, 'ref' | 'selector'>): string {
  const asked = expected.find(each => each.ref === ref && each.selector === selector);
  return asked ? changeOf(asked.key, element) : '';
}

/** The same for what is used in place of the element with that key, '' where nothing was there; null where nothing is there now. */
export function changeOf(key: string, found: Element | null): string {
  if (key === '' && found === null) return '';
  const subject = found && subjectOf(found);
  if (subject && isSame(key, subject)) return '';
  const before = told.get(key);
  const was = before ? ` for ${inWords(before)}` : '';
  const is = subject ? inWords(wordsOf(subject)) : 'nothing';
  const now = before && inWords(before) === is ? `another ${is}` : is;
  return `The page has changed since the user allowed this${was}: what would be used now is ${now}. Look at the page, then call again.`;
}

function isSame(key: string, element: Element): boolean {
  const before = told.get(key);
  const now = wordsOf(element);
  return before?.element.deref() === element && before.role === now.role && before.name === now.name;
}

/** Without its name for an agent that is denied to read the page. */
function inWords({ role, name }: ElementWords): string {
  return isWordless() || name === '' ? role : `${role} ${quoted(name)}`;
}
