// Runs inside a page: what it says and offers, as the parts of an outline, in one pass over the tree as it is drawn.
import { bulleted, unnumbered } from './bullets.ts';
import { detailsOf } from './element-states.ts';
import { givenName, isNamedByLabel, namedByText, roleOf, spareName, textIn, usableRoles } from './element-words.ts';
import { drawnBy, drawnIn, isBlock, isElement, isText, tidyRun } from './flat-tree.ts';
import { listens } from './listening.ts';
import { type Part, type Thing, usableThings } from './outline.ts';
import { cellOf, type Parts, plainRoles, thingOf } from './page-things.ts';

/** What holds for all that is inside of an element. */
interface Around {
  /** The pointer is a hand here already, so what shows one acts no more than what is around it. */
  readonly isHand: boolean;
  /** Inside of what has a role and can be used, so what listens in it does so for that. */
  readonly isInControl: boolean;
  /** Texts are said by the name of something else. */
  readonly isMute: boolean;
  /** Whether texts right in it can be seen. */
  readonly isVisible: boolean;
}

/** Where the parts of a block are gathered. */
interface Sink {
  readonly parts: Parts;
  readonly owner: Element;
  /** The text since the last part, as it stands in the page. */
  run: string;
  /** What holds the whole run. */
  holder: Element | null;
}

const skipped =
  /^(script|style|noscript|template|head|title|datalist|option|optgroup|defs|symbol|desc|metadata|link|meta|source|track|param|wbr)$/;
/** Roles with a line of their own although they cannot be used. */
const toldRoles =
  /^(alert|alertdialog|application|article|audio|banner|canvas|complementary|contentinfo|dialog|feed|form|grid|heading|iframe|image|log|main|marquee|menu|menubar|meter|navigation|progressbar|radiogroup|region|row|search|status|table|tablist|tabpanel|timer|toolbar|tooltip|tree|treegrid|video)$/;
/** Roles with a line of their own where the page names them. */
const toldIfNamed = /^(figure|group|list)$/;
const leaves = /^(input|textarea|select|img|iframe|frame|object|embed|canvas|video|audio|progress|meter|br)$/;
const cells = /^(cell|columnheader|gridcell|rowheader)$/;
/** So many controls that assistive technology is not shown are told one by one. */
const maxHidden = 5;

/** What is below an element, and the element itself where it has a line. */
export interface Gathered {
  readonly thing: Thing<Element> | null;
  readonly parts: readonly Part<Element>[];
}

export function gatherParts(root: Element): Gathered {
  const parent = drawnBy(root);
  const isHand = parent !== null && getComputedStyle(parent).cursor === 'pointer';
  const muted = namingElements(root);
  const sink: Sink = { parts: [], owner: root, run: '', holder: null };
  new Gatherer(muted).visitElement(root, sink, { isHand, isInControl: false, isMute: false, isVisible: true }, true);
  flush(sink);
  const [first] = sink.parts;
  if (sink.parts.length === 1 && first?.kind === 'thing' && first.at === root)
    return { thing: first, parts: first.parts };
  const isOwnGroup = sink.parts.length === 1 && first?.kind === 'group' && first.at === root;
  return { thing: null, parts: isOwnGroup ? first.parts : sink.parts };
}

/** The texts that name something else by `aria-labelledby`, which are not said a second time; headings stay. */
function namingElements(root: Element): ReadonlySet<Element> {
  const naming = new Set<Element>();
  for (const named of root.querySelectorAll('[aria-labelledby]')) {
    const role = roleOf(named);
    const isSaid = usableRoles.test(role) || toldRoles.test(role) || toldIfNamed.test(role);
    if (!isSaid || !named.checkVisibility({ visibilityProperty: true })) continue;
    for (const id of named.getAttribute('aria-labelledby')?.split(/\s+/) ?? []) {
      const other = id === '' ? null : document.getElementById(id);
      if (other && other !== named && roleOf(other) !== 'heading') naming.add(other);
    }
  }
  return naming;
}

class Gatherer {
  readonly #muted: ReadonlySet<Element>;

  constructor(muted: ReadonlySet<Element>) {
    this.#muted = muted;
  }

  visitElement(element: Element, sink: Sink, around: Around, isRoot = false): void {
    const { localName } = element;
    if (skipped.test(localName)) return;
    if (localName === 'br') {
      add(sink, '\u2028', element);
      return;
    }
    const style = getComputedStyle(element);
    const { display } = style;
    if (display === 'none' || (style.contentVisibility === 'hidden' && !isRoot)) return;
    if (!isRoot && (element.getAttribute('aria-hidden') === 'true' || element.hasAttribute('inert')))
      return this.#visitHidden(element, sink, around);
    const isVisible = style.visibility === 'visible';
    const isHand = style.cursor === 'pointer';
    const isMute = around.isMute || isCaption(element) || this.#muted.has(element);
    const inner = { ...around, isHand, isMute, isVisible };
    if (localName === 'label') return this.#visitLabel(element as HTMLLabelElement, sink, inner, isBlock(display));
    const role = roleOf(element);
    const acts = isVisible && usable(element, role, isHand && !around.isHand, !around.isInControl);
    if (isVisible && (acts || isTold(element, role))) return this.#addThing(element, role, acts, sink, inner);
    if (leaves.test(localName)) return;
    this.#visitInside(element, sink, inner, isBlock(display) || role === 'listitem', role);
  }

  /** What is nothing to itself: its parts stand for it. */
  #visitInside(element: Element, sink: Sink, inner: Around, isOwnBlock: boolean, role: string): void {
    if (!isOwnBlock) return this.#visitAll(element, sink, inner);
    flush(sink);
    const parts = this.#partsIn(element, inner);
    const isNumbered = element.localName === 'li' && element.parentElement?.localName === 'ol';
    const bullet = isNumbered ? unnumbered : role === 'listitem' ? '-' : '';
    const [only] = parts;
    if (cells.test(role)) sink.parts.push(cellOf(element, role, parts));
    else if (parts.length === 1 && only && !isNumbered) sink.parts.push(only);
    else if (parts.length > 0) sink.parts.push({ kind: 'group', at: element, bullet, parts });
  }

  #partsIn(element: Element, inner: Around): Parts {
    const sink: Sink = { parts: [], owner: element, run: '', holder: null };
    this.#visitAll(element, sink, inner);
    flush(sink);
    return bulleted(element, sink.parts);
  }

  #visitAll(element: Element, sink: Sink, inner: Around): void {
    const isClosed = element.localName === 'details' && !(element as HTMLDetailsElement).open;
    for (const node of drawnIn(element)) {
      if (isText(node)) {
        if (!inner.isMute && inner.isVisible && !isClosed) add(sink, textOf(node, element), element);
      } else if (isElement(node) && (!isClosed || node.localName === 'summary')) {
        this.visitElement(node, sink, inner);
      }
    }
  }

  /** The text of a label names its control and is not said again; a label whose control is not shown stands for it. */
  #visitLabel(label: HTMLLabelElement, sink: Sink, around: Around, isOwnBlock: boolean): void {
    const { control } = label;
    const isShown = control?.checkVisibility({ visibilityProperty: true }) ?? false;
    const inner = { ...around, isHand: true };
    if (!control || (isShown && !isNamedByLabel(control))) return this.#visitInside(label, sink, inner, isOwnBlock, '');
    flush(sink);
    if (!isShown && inner.isVisible && control.getAttribute('type') !== 'hidden') {
      const role = roleOf(control);
      const parts = usableThings(this.#partsIn(label, inner));
      const name = givenName(control) || textIn(label);
      const details = detailsOf(control, role);
      sink.parts.push({ kind: 'thing', role, name, details, at: label, acts: true, layout: 'block', parts });
      return;
    }
    sink.parts.push(...this.#partsIn(label, { ...inner, isMute: true }));
  }

  /** What assistive technology is not shown is no text here, but a few controls in it are told, and of what is inert how to read it. */
  #visitHidden(element: Element, sink: Sink, around: Around): void {
    const things = usableThings(this.#partsIn(element, { ...around, isMute: true }));
    const isInert = element.hasAttribute('inert');
    // Who sees the page sees what is inert too, while signs that say nothing are what is mostly hidden from those who listen to it.
    const isText = isInert && things.length === 0 && textIn(element) !== '';
    if ((things.length === 0 && !isText) || !element.checkVisibility()) return;
    flush(sink);
    if (things.length <= maxHidden && !isInert) return void sink.parts.push(...things);
    const what = isText ? 'text' : `${things.length} controls`;
    const why = isInert ? 'cannot be used now' : 'hidden from screen readers';
    sink.parts.push({ kind: 'note', at: element, words: `${what}, ${why}` });
  }

  #addThing(element: Element, role: string, acts: boolean, sink: Sink, inner: Around): void {
    if (role === 'row' && !acts && isLayout(element)) return this.#visitInside(element, sink, inner, true, '');
    if (/^(grid|table|treegrid)$/.test(role) && isLayout(element))
      return this.#visitInside(element, sink, inner, true, '');
    flush(sink);
    const isLeaf = leaves.test(element.localName) || (role === 'textbox' && acts);
    const given = givenName(element);
    // What is named by its content says that also where texts around it are not said.
    const isByText = namedByText.test(role) || (acts && plainRoles.test(role));
    const isMute =
      isByText && acts ? given !== '' && namedByText.test(role) : inner.isMute || (isByText && given !== '');
    const isInControl = inner.isInControl || (acts && namedByText.test(role));
    const around = { ...inner, isMute, isInControl, isHand: inner.isHand || acts };
    const parts = isLeaf ? [] : this.#partsIn(element, around);
    const thing = thingOf(element, role, acts, given, parts);
    if (thing) sink.parts.push(thing);
    else sink.parts.push(...parts);
  }
}

function isTold(element: Element, role: string): boolean {
  if (role === 'image') return givenName(element) !== '' || spareName(element) !== '';
  return toldRoles.test(role) || (toldIfNamed.test(role) && givenName(element) !== '');
}

function usable(element: Element, role: string, showsHand: boolean, mayListen: boolean): boolean {
  if (usableRoles.test(role)) return true;
  if (element.hasAttribute('onclick') || element.hasAttribute('jsaction')) return true;
  if (/^(audio|video)$/.test(role)) return element.hasAttribute('controls');
  if (/^(body|html|iframe|frame|label|dialog)$/.test(element.localName)) return false;
  if (showsHand || (mayListen && listens(element))) return true;
  return Number.parseInt(element.getAttribute('tabindex') ?? '-1') >= 0;
}

/** What names the element around it. */
function isCaption(element: Element): boolean {
  const { localName, parentElement } = element;
  if (!parentElement || !/^(caption|figcaption|legend)$/.test(localName)) return false;
  const named = { caption: 'table', figcaption: 'figure', legend: 'fieldset' }[localName];
  return parentElement.localName === named && givenName(parentElement) === textIn(element);
}

/** A table that only arranges things: it has no heads and holds other tables, or one column. */
function isLayout(element: Element): boolean {
  const table = element.localName === 'table' ? (element as HTMLTableElement) : element.closest('table');
  if (!table || element.hasAttribute('role')) return false;
  if (table.querySelector('th, caption, thead') || table.getAttribute('role')?.match(/table|grid/)) return false;
  return table.querySelector('table') !== null || [...table.rows].every(row => row.cells.length < 2);
}

/** Line breaks and spaces are kept where they are shown. */
function textOf(text: Text, element: Element): string {
  const value = text.nodeValue ?? '';
  if (!/\n|\t| {2}/.test(value) || value.trim() === '') return value;
  const { whiteSpace } = getComputedStyle(element);
  if (/^(pre|pre-wrap|break-spaces)$/.test(whiteSpace))
    return value.replaceAll('\n', '\u2028').replace(/[ \t]/g, '\u00A0');
  return whiteSpace === 'pre-line' ? value.replaceAll('\n', '\u2028') : value;
}

function add(sink: Sink, text: string, from: Element): void {
  if (text.trim() !== '' && sink.holder !== from) sink.holder = sink.holder === null ? from : sink.owner;
  sink.run += text;
}

function flush(sink: Sink): void {
  const text = tidyRun(sink.run);
  if (text !== '') sink.parts.push({ kind: 'text', text, at: sink.holder ?? sink.owner });
  sink.run = '';
  sink.holder = null;
}
