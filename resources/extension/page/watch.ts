// Runs inside a page: watches it while it is used, and tells what that has changed.
import { elementAt, focusedElement, withAncestors } from './element-at.ts';
import { type HeldSize, heldBy, heldSizeOf, isDisabled, type State, stateHolder, stateOf } from './element-state.ts';
import { laidOutText } from './laid-out-text.ts';
import { hearOfLeaving, type Led } from './leads-away.ts';
import { allMatches } from './select-elements.ts';
import { actorOf, isWordless, quoted, toldElement } from './told-element.ts';

export interface Changes {
  /** What the press went to, in words; '' where none was seen. */
  readonly hit: string;
  /** Where the page let the browser drag something (HTML drag and drop), whether anything took it; else `none`. */
  readonly drop: 'none' | 'taken' | 'refused';
  /** What took it, or what the pointer was let go on, in words; '' for nothing. */
  readonly taker: string;
  /** Whether that is what was meant, or a part of it. */
  readonly isMeant: boolean;
  /** What is new about what was used, such as `checked`. */
  readonly state: readonly string[];
  /** What was used holds now, in words; '' for what holds nothing. */
  readonly held: string;
  /** How long that is, as its words may be cut; null for what holds no text, and for what may not be told. */
  readonly heldSize: HeldSize | null;
  /** What has the focus now, in words, where that is new; `itself` for a field that was used. */
  readonly focus: string;
  /** What came up: dialogs, alerts, menus. */
  readonly notices: readonly string[];
  /** '' where it is as before. */
  readonly url: string;
  /** What a link that was followed, a form that was sent or a field that was pressed asks the browser for, and is to come. */
  readonly led: readonly Led[];
  /** Whether anything was seen to change, or could have without being seen. */
  readonly any: boolean;
}

interface Watch {
  /** Null where a place is meant and no element. */
  readonly meant: Element | null;
  readonly subject: Element | null;
  readonly state: State;
  readonly focus: Element | null;
  readonly notices: ReadonlyMap<Element, string>;
  readonly href: string;
  readonly scroll: string;
  hit: Element | null;
  /** What the pointer was let go on. */
  release: Element | null;
  /** What took the drop. */
  drop: Element | null;
  dragged: boolean;
  mutated: boolean;
  readonly led: Set<Led>;
  end(): void;
}

let watch: Watch | null = null;

const noticing =
  '[role=dialog],[role=alertdialog],dialog[open],[role=alert],[role=status],[role=menu],[role=listbox],:popover-open';
/** What they draw is not in the page's tree. */
const opaque = /^(audio|canvas|embed|frame|iframe|object|video)$/;

/** `meant` is what is to be used; null where that is whatever lies at a place or has the focus. */
export function beginWatch(meant: Element | null, subject = meant): void {
  watch?.end();
  const begun: Watch = {
    meant,
    subject: subject && stateHolder(actorOf(subject)),
    state: subject ? stateOf(stateHolder(actorOf(subject))) : {},
    focus: focusedElement(),
    notices: shownNotices(),
    href: location.href,
    scroll: `${scrollX} ${scrollY}`,
    hit: null,
    release: null,
    drop: null,
    dragged: false,
    mutated: false,
    led: new Set(),
    end: () => {},
  };
  const stopLooking = watchTree(begun, subject);
  const note = (event: Event): void => {
    const [first] = event.composedPath();
    if (first instanceof Element) begun.hit ??= first;
  };
  const stopDrags = watchDrags(begun);
  for (const type of ['pointerdown', 'mousedown']) addEventListener(type, note, { capture: true, passive: true });
  const stopHearing = hearOfLeaving(led => void begun.led.add(led));
  begun.end = () => {
    stopLooking();
    stopDrags();
    stopHearing();
    for (const type of ['pointerdown', 'mousedown']) removeEventListener(type, note, { capture: true });
  };
  watch = begun;
}

/** For what is used by its place alone. Answers with what lies there, in words; '' for nothing. */
export function watchPoint(x: number, y: number): string {
  const found = elementAt(x, y);
  beginWatch(null, found);
  if (!found) return '';
  const actor = actorOf(found);
  return toldElement(actor) + (isDisabled(actor) ? ', which is disabled' : '');
}

/** Null where nothing is watched, because this document was not the one. Where nothing was seen it is asked again, unless `isLast`. */
export function tellChanges(isLast: boolean): Changes | null {
  if (!watch) return null;
  const { meant, subject, hit } = watch;
  const focus = focusedElement();
  const actor = hit && actorOf(hit);
  const used = subject ?? (actor && stateHolder(actor));
  // A button has the focus after every press; a field is pressed for it.
  const isField = hit !== null && focus !== null && focus === used && heldBy(focus) !== null;
  const isElsewhere = focus !== null && focus !== watch.focus && focus !== used;
  const changes: Omit<Changes, 'any'> = {
    hit: actor ? toldElement(actor) : '',
    drop: watch.dragged ? (watch.drop ? 'taken' : 'refused') : 'none',
    taker: takerOf(watch),
    isMeant: meant === null || hit === null || belongsTogether(hit, meant),
    state: subject ? newState(watch.state, stateOf(subject)) : [],
    held: toldValue(subject && heldBy(subject)),
    heldSize: subject && !isWordless() ? heldSizeOf(subject) : null,
    focus: isField ? 'itself' : isElsewhere ? toldElement(focus) : '',
    notices: [...shownNotices()].filter(([each, text]) => watch?.notices.get(each) !== text).map(([, text]) => text),
    url: location.href === watch.href ? '' : location.href,
    led: [...watch.led],
  };
  const { state, notices, url } = changes;
  const isSeen = state.length > 0 || isField || isElsewhere || notices.length > 0 || url !== '';
  const isHidden = [actor, subject].some(each => each && opaque.test(each.localName));
  const any = isSeen || isHidden || watch.mutated || watch.led.size > 0 || watch.scroll !== `${scrollX} ${scrollY}`;
  if (any || isLast) {
    watch.end();
    watch = null;
  }
  return { ...changes, any };
}

/** A pointer that drags is mostly over what it drags, so what lies below that counts. */
function watchDrags(begun: Watch): () => void {
  const note = (event: Event): void => {
    if (!(event instanceof MouseEvent)) return;
    if (event.type === 'dragstart') begun.dragged = true;
    else if (event.type === 'drop') begun.drop = event.composedPath().find(each => each instanceof Element) ?? null;
    else begun.release = below(event, begun.subject ?? begun.hit);
  };
  const types = ['dragstart', 'drop', 'mouseup'];
  for (const type of types) addEventListener(type, note, { capture: true, passive: true });
  return () => {
    for (const type of types) removeEventListener(type, note, { capture: true });
  };
}

function below({ clientX, clientY }: MouseEvent, dragged: Element | null): Element | null {
  const found = document
    .elementsFromPoint(clientX, clientY)
    .find(each => !dragged || !withAncestors(each).includes(dragged));
  return found ?? null;
}

function takerOf({ dragged, drop, release }: Watch): string {
  const taker = dragged ? drop : release;
  return taker ? toldElement(actorOf(taker)) : '';
}

/** '' for what holds nothing, and for what may not be told. */
function toldValue(held: string | null): string {
  return held === null || (isWordless() && held !== 'nothing') ? '' : held;
}

function belongsTogether(hit: Element, meant: Element): boolean {
  const around = withAncestors(hit);
  if (around.includes(meant) || actorOf(hit) === actorOf(meant)) return true;
  return around.some(each => each instanceof HTMLLabelElement && each.control === meant);
}

/** Until the first change that a reader of the page could see. */
function watchTree(begun: Watch, subject: Element | null): () => void {
  const observer = new MutationObserver(records => {
    if (begun.mutated || records.every(({ target }) => isSilent(target))) return;
    begun.mutated = true;
    observer.disconnect();
  });
  const options = { subtree: true, childList: true, attributes: true, characterData: true };
  const roots = new Set<Node>([document, ...(subject ? withAncestors(subject).map(each => each.getRootNode()) : [])]);
  for (const root of roots) observer.observe(root, options);
  return () => observer.disconnect();
}

function isSilent(node: Node): boolean {
  const element = node instanceof Element ? node : node.parentElement;
  return element?.closest('head, script, style, noscript, template') != null;
}

function shownNotices(): Map<Element, string> {
  const shown = allMatches(noticing).filter(each => each.checkVisibility());
  return new Map(shown.map(each => [each, toldNotice(each)]));
}

/** By what it says where it has no name; menus and lists say too much for that. */
function toldNotice(element: Element): string {
  const told = toldElement(element);
  if (isWordless() || told.includes('"') || !(element instanceof HTMLElement) || /menu|listbox/.test(told)) return told;
  return `${told} ${quoted(laidOutText(element).trim())}`;
}

function newState(before: State, now: State): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  return [...names]
    .filter(name => before[name] !== now[name])
    .map(
      name =>
        (name === 'value' && isWordless() ? 'holds another value' : now[name]) ??
        (name === 'disabled' ? 'enabled' : `not ${before[name]}`),
    );
}
