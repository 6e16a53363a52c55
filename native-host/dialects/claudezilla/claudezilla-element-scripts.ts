// Scripts of the hub's own that read a page of spec 000's extension and keep its elements where they run, each with a number, so that a call means the very element that was read.
// The extension takes selectors alone: for the time of one command the element has an attribute by which that command finds it, wherever it stands by then.
import {
  outlined,
  type PageLine,
  type PageOutline,
  quoted,
  type ReadingBounds,
  script,
} from './claudezilla-scripts.ts';

/** Where the elements of one connection are kept in a document: letters and digits that nobody else has. */
export type ElementsKey = string;

export interface OutlineOptions extends ReadingBounds {
  /** What is read: an element that was read before, what a selector finds, or the whole page. */
  readonly root: { readonly number: number } | { readonly selector: string } | null;
}

/** An element, as it was when a script looked at it. */
export interface ScriptElement {
  /** The same for one element as long as its document lives, and of no other one there. */
  readonly number: number;
  readonly role: string;
  readonly name: string;
  /** What it says, where it has no name to be known by; '' otherwise. */
  readonly text: string;
}

/** An element, or a text where there is no element (then `number` is absent), in the order of the page. */
export interface ScriptLine extends Partial<ScriptElement>, PageLine {}

export interface ScriptOutline extends PageOutline<ScriptLine> {
  /** Tells this document from the next one. */
  readonly since: number;
}

/** An element with the document in which it was found. */
export interface FoundElement extends ScriptElement {
  readonly since: number;
  /** Where that document comes from; `null` for one of no site. */
  readonly from: string;
}

/** Elements that are kept in one document; of more, those that were read longest ago are forgotten. */
const maxKept = 20_000;
/** Another one for each call, because several may hold the same element. */
const attribute = 'data-pilothouse-';

/** Answers with a ScriptOutline, or null where its root is not on the page. */
export function outlineExpression(key: ElementsKey, { root, ...bounds }: OutlineOptions): string {
  return keeping(
    key,
    `
const root = ${rootOf(root)};
if (!root) return null;
${outlined(bounds)}`,
  );
}

/** Answers with the FoundElement of that number, or null where it is not on the page. */
export function elementExpression(key: ElementsKey, number: number): string {
  return keeping(key, `const e = E(${number}); return e ? F(e) : null;`);
}

/** Lets `heldSelector` find the element of that number; answers with the FoundElement, or null where it is not on the page. */
export function holdExpression(key: ElementsKey, number: number, call: string): string {
  return keeping(key, `const e = E(${number});${holds(call)}`);
}

/** As `holdExpression`, with the element at that place of the viewport. */
export function holdPlaceExpression(key: ElementsKey, x: number, y: number, call: string): string {
  return keeping(key, `const e = document.elementFromPoint(${x}, ${y});${holds(call)}`);
}

/** As `holdExpression`, with the element that has the focus. */
export function holdFocusExpression(key: ElementsKey, call: string): string {
  const isNone = 'a === document.body || a === document.documentElement';
  return keeping(key, `const a = document.activeElement; const e = ${isNone} ? null : a;${holds(call)}`);
}

/** Takes the attribute away again, also where the element has left the page meanwhile; without its number, where it is on the page. In another document it does nothing. */
export function releaseExpression(key: ElementsKey, number: number | null, call: string): string {
  const element =
    number === null
      ? `document.querySelector('${heldSelector(call)}')`
      : `globalThis[${placeOf(key)}]?.elements.get(${number})?.deref()`;
  return `${element}?.removeAttribute('${attribute}${call}') ?? true`;
}

/** Finds what a script holds for that call, and nothing once it has left the page. `call` is a word of small letters and digits. */
export function heldSelector(call: string): string {
  return `[${attribute}${call}]`;
}

function holds(call: string): string {
  return `if (!e) return null; e.setAttribute('${attribute}${call}', ''); return F(e);`;
}

function rootOf(root: OutlineOptions['root']): string {
  if (root === null) return 'document.body';
  return 'number' in root ? `E(${root.number})` : `document.querySelector(${quoted(root.selector)})`;
}

/** No page comes upon it by chance, and where an extension's scripts have a realm of their own no page sees it. */
function placeOf(key: ElementsKey): string {
  return `Symbol.for('pilothouse ${key}')`;
}

/** With the kept elements: `M` all of them, `E` the one of a number, `W` what is told of one, `F` the same with its document. */
function keeping(key: ElementsKey, body: string): string {
  return script(`
const at = ${placeOf(key)};
if (!globalThis[at]) Object.defineProperty(globalThis, at, { value: { next: 1, numbers: new WeakMap(), elements: new Map() } });
const M = globalThis[at];
const E = n => { const e = M.elements.get(n)?.deref(); return e?.isConnected && e.ownerDocument === document ? e : null };
const I = e => { const n = M.numbers.get(e) ?? M.next++; M.numbers.set(e, n); M.elements.delete(n); M.elements.set(n, new WeakRef(e)); if (M.elements.size > ${maxKept}) M.elements.delete(M.elements.keys().next().value); return n };
const W = e => { const name = N(e); return { number: I(e), role: R(e) || 'clickable', name, text: name || !U(e) || /^(textbox|searchbox|combobox)$/.test(R(e)) ? '' : T(e.innerText ?? e.textContent) } };
const F = e => ({ ...W(e), since: performance.timeOrigin, from: location.origin });
${body}`);
}
