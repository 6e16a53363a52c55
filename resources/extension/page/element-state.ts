// Runs inside a page: what can change about an element when it is used, as words by what they are about.
import { withAncestors } from './element-at.ts';
import { laidOutText } from './laid-out-text.ts';
import { quoted } from './told-element.ts';

/** Such as `{ checked: 'checked', value: 'holds "Ana"' }`. */
export type State = Readonly<Record<string, string>>;

/** What has the state of what is pressed: a label's field, the details around a summary, the list of an option. */
export function stateHolder(element: Element): Element {
  if (element instanceof HTMLLabelElement) return element.control ?? element;
  if (element.localName === 'summary') return element.closest('details') ?? element;
  if (element instanceof HTMLOptionElement) return element.closest('select') ?? element;
  return element;
}

export function stateOf(element: Element): State {
  const state: Record<string, string> = {};
  if (element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type))
    state.checked = element.indeterminate ? 'mixed' : element.checked ? 'checked' : 'unchecked';
  else {
    const held = heldBy(element);
    if (held !== null) state.value = `holds ${held}`;
  }
  if (element instanceof HTMLDetailsElement) state.open = element.open ? 'open' : 'closed';
  noteAria(element, state);
  if (isDisabled(element)) state.disabled = 'disabled';
  return state;
}

/** The value in quotes, as far as an answer bears; of a password only its length. Null for what holds none. */
export function heldBy(element: Element): string | null {
  if (element instanceof HTMLSelectElement) {
    const texts = [...element.selectedOptions].map(({ text }) => quoted(text.trim()));
    return texts.join(', ') || 'nothing';
  }
  if (element instanceof HTMLInputElement) {
    if (element.type === 'password') return `${element.value.length} characters`;
    if (element.type === 'file') return [...(element.files ?? [])].map(({ name }) => name).join(', ') || 'nothing';
    if (/^(button|submit|reset|image|hidden|checkbox|radio)$/.test(element.type)) return null;
    return quoted(element.value);
  }
  if (element instanceof HTMLTextAreaElement) return quoted(element.value);
  if (element instanceof HTMLElement && element.isContentEditable) return quoted(laidOutText(element).trim());
  return null;
}

export interface HeldSize {
  readonly chars: number;
  /** Of those that are no white space: pages and browsers do as they like with that. */
  readonly solid: number;
}

/** Of a text that is held; null for what holds none. */
export function heldSizeOf(element: Element): HeldSize | null {
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  const isEdited = element instanceof HTMLElement && element.isContentEditable;
  if (!isField && !isEdited) return null;
  const text = isField ? element.value : laidOutText(element).trim();
  return { chars: text.length, solid: text.replace(/\s/g, '').length };
}

/** By its own attribute, its fieldset, or a word of the page for those who cannot see it. */
export function isDisabled(element: Element): boolean {
  return element.matches(':disabled') || ariaIsTrue(element, 'aria-disabled');
}

function ariaIsTrue(element: Element, name: string): boolean {
  const said = withAncestors(element).find(each => each.hasAttribute(name));
  return said?.getAttribute(name) === 'true';
}

function noteAria(element: Element, state: Record<string, string>): void {
  const words: Record<string, readonly [yes: string, no: string]> = {
    checked: ['checked', 'unchecked'],
    expanded: ['expanded', 'collapsed'],
    pressed: ['pressed', 'not pressed'],
    selected: ['selected', 'not selected'],
  };
  for (const [name, [yes, no]] of Object.entries(words)) {
    const value = element.getAttribute(`aria-${name}`);
    if (value === 'true' || value === 'false') state[name] = value === 'true' ? yes : no;
    if (value === 'mixed') state[name] = 'mixed';
  }
}
