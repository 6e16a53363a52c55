// Runs inside a page: what an answer to a command of spec 000 tells beside what was done, in that wire's own words.
import { type Problem, pickElement, type Target } from './element-refs.ts';
import { nameOf, roleOf } from './element-words.ts';
import { isWordless } from './told-element.ts';

export interface PageView {
  readonly width: number;
  readonly height: number;
  readonly scrollX: number;
  readonly scrollY: number;
  readonly scrollHeight: number;
}

export interface ElementFacts {
  readonly tagName: string;
  readonly text?: string;
  readonly id?: string | null;
  readonly className?: string | null;
  readonly attributes?: Readonly<Record<string, string>>;
  /** What a field holds by now; never a password. */
  readonly value?: string;
  readonly visible: boolean;
  /** CSS pixels of the viewport. */
  readonly position: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly styles: Readonly<Record<string, string>>;
}

export type ControlFacts = Readonly<Record<string, string | boolean>>;

const maxText = 500;
const maxMarkup = 2_000_000;
const maxValue = 20_000;
const maxLabelText = 80;
const maxAttributes = 100;
const maxAttributeChars = 2_000;
const toldStyles = ['display', 'visibility', 'opacity', 'color', 'backgroundColor', 'fontSize'] as const;

export function pageView(): PageView {
  const { scrollHeight } = document.documentElement;
  return { width: innerWidth, height: innerHeight, scrollX, scrollY, scrollHeight };
}

/** Scrolls the page so that this place of it, in CSS pixels from its beginning, is at the top left; less than 0 leaves that direction as it is. */
export function scrollPage(x: number, y: number): PageView {
  scrollTo({ left: x < 0 ? scrollX : x, top: y < 0 ? scrollY : y, behavior: 'instant' });
  return pageView();
}

/** Of an element that is there already; what its page says is left out where its words are kept. */
export function elementFacts(target: Target): ElementFacts | Problem {
  const element = pickElement(target);
  if (!(element instanceof Element)) return element;
  const { x, y, width, height } = element.getBoundingClientRect();
  const style = getComputedStyle(element);
  return {
    tagName: element.localName,
    ...(!isWordless() && wordsOf(element)),
    visible: width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true }),
    position: { x, y, width, height },
    styles: Object.fromEntries(toldStyles.map(name => [name, style[name]])),
  };
}

function wordsOf(element: Element) {
  const isSecret = element instanceof HTMLInputElement && element.type === 'password';
  const open = [...element.attributes].filter(({ name }) => !(isSecret && name === 'value'));
  const attributes = open.slice(0, maxAttributes).map(({ name, value }) => [name, value.slice(0, maxAttributeChars)]);
  const value = isSecret ? undefined : valueOf(element);
  return {
    text: (element.textContent ?? '').trim().slice(0, maxText),
    id: element.id || null,
    className: element.getAttribute('class') || null,
    attributes: Object.fromEntries(attributes) as Record<string, string>,
    ...(value !== undefined && { value }),
  };
}

function valueOf(element: Element): string | undefined {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
    return element.value.slice(0, maxValue);
  return element instanceof HTMLElement && element.isContentEditable ? (element.textContent ?? '') : undefined;
}

/** By ref, what the tree does not say of a field, a button or an image of this document. */
export function controlFacts(refs: readonly string[]): Readonly<Record<string, ControlFacts>> {
  if (isWordless()) return {};
  const told = refs.flatMap(ref => {
    const element = pickElement({ ref, selector: '' });
    return element instanceof Element ? [[ref, controlOf(element)] as const] : [];
  });
  return Object.fromEntries(told);
}

function controlOf(element: Element): ControlFacts {
  if (element instanceof HTMLImageElement) return { src: element.src.slice(0, maxAttributeChars) };
  if (element instanceof HTMLButtonElement) return { type: element.type };
  if (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  )
    return { type: element.type, name: element.name || element.id, required: element.required };
  return {};
}

/** By ref, what a number on a picture stands for: role, text, and a selector that finds it in this document. */
export function labelFacts(refs: readonly string[]): Readonly<Record<string, ControlFacts>> {
  if (isWordless()) return {};
  const told = refs.flatMap(ref => {
    const element = pickElement({ ref, selector: '' });
    if (!(element instanceof Element)) return [];
    const role = roleOf(element);
    const text = (nameOf(element, role) || (element.textContent ?? '')).trim().slice(0, maxLabelText);
    return [[ref, { selector: selectorOf(element), text, role }] as const];
  });
  return Object.fromEntries(told);
}

function selectorOf(element: Element): string {
  const parent = element.parentElement;
  const isAlone = element.id !== '' && document.querySelectorAll(`#${CSS.escape(element.id)}`).length === 1;
  if (isAlone) return `#${CSS.escape(element.id)}`;
  if (!parent) return element.localName;
  const kin = [...parent.children].filter(({ localName }) => localName === element.localName);
  const place = kin.length > 1 ? `:nth-of-type(${kin.indexOf(element) + 1})` : '';
  return `${selectorOf(parent)} > ${CSS.escape(element.localName)}${place}`;
}

/** What an element holds, or all of the page, as HTML; with the fields as the page has them and not as its user has. */
export function markupOf(target: Target): { readonly html: string; readonly tagName?: string } | Problem {
  if (target.ref === '' && target.selector === '') return { html: withoutSecrets(document.documentElement, true) };
  const element = pickElement(target);
  if (!(element instanceof Element)) return element;
  return { html: withoutSecrets(element, false), tagName: element.localName };
}

/** Without what password fields hold, and no more than an answer bears. */
function withoutSecrets(element: Element, isWhole: boolean): string {
  const copy = element.cloneNode(true) as Element;
  for (const field of copy.querySelectorAll('input[type=password]')) field.removeAttribute('value');
  const html = isWhole ? copy.outerHTML : copy.innerHTML;
  return html.length > maxMarkup ? `${html.slice(0, maxMarkup)}…(${html.length - maxMarkup} more characters)` : html;
}

/** Whether the document and what it shows have loaded. */
export function loadState(): { readonly isComplete: boolean; readonly images: number } {
  const images = [...document.images].filter(image => !image.complete && image.loading !== 'lazy').length;
  const isComplete = document.readyState === 'complete' && document.fonts.status !== 'loading';
  return { isComplete, images };
}

/** The tag of whatever takes keys. */
export function focusedTag(): string {
  return (document.activeElement ?? document.body).localName;
}
