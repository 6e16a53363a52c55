// Scripts of the hub's own for an extension of spec 001, whose tools take refs and places: they find what a selector names, and wait for what a page shows. Each answers with JSON.
import { outlined, type PageLine, type ReadingBounds, script } from '../claudezilla/claudezilla-scripts.ts';

/** `{problem}` where the selector finds nothing; else where its middle is in the viewport, after it was scrolled there. */
export function placeOfExpression(selector: string): string {
  return told(`
const e = ${find(selector)}; if (!e) return gone;
e.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
const r = e.getBoundingClientRect();
if (r.width === 0 || r.height === 0) return { problem: 'what the selector names cannot be seen' };
const x = Math.round(r.x + r.width / 2), y = Math.round(r.y + r.height / 2); const at = document.elementFromPoint(x, y);
if (!at || (!e.contains(at) && !at.contains(e) && e.labels === undefined)) return { problem: 'something lies over what the selector names' };
return { x, y };`);
}

/** Gives it the focus, as before keys. */
export function focusExpression(selector: string): string {
  return told(`const e = ${find(selector)}; if (!e) return gone; e.focus(); return { done: true };`);
}

/** `{focused}`: whether a field has the focus; what it holds is chosen, where it is to be replaced. */
export function selectFocusedExpression(chooses: boolean): string {
  return told(`
const e = document.activeElement; const focused = e !== null && (/^(INPUT|TEXTAREA|IFRAME)$/.test(e.tagName) || e.isContentEditable);
if (focused && ${chooses}) { if (e.select) e.select(); else getSelection()?.selectAllChildren(e); }
return { focused };`);
}

/** Scrolls the page to a place; null leaves that direction as it is. */
export function scrollPageExpression(left: number | null, top: number | null): string {
  return told(`
const b = [scrollX, scrollY];
scrollTo({ left: ${left ?? 'scrollX'}, top: ${top ?? 'scrollY'}, behavior: 'instant' });
return { x: Math.round(scrollX), y: Math.round(scrollY), moved: b[0] !== scrollX || b[1] !== scrollY };`);
}

/** What an element says, with the title and the address of its page. */
export function textExpression(selector: string): string {
  return told(`const e = ${find(selector)}; if (!e) return gone;
const held = e.tagName === 'TEXTAREA' || (e.tagName === 'INPUT' && !/^(password|hidden)$/.test(e.type));
return { title: document.title, url: location.href, text: held ? e.value : e.innerText ?? e.textContent };`);
}

/** All that there is to an element, in the words of the hub's `find`. */
export function describeExpression(selector: string): string {
  return told(`const e = ${find(selector)}; if (!e) return gone;
const r = e.getBoundingClientRect(); const secret = e.type === 'password';
const attributes = Object.fromEntries([...e.attributes].filter(a => !(secret && a.name === 'value')).slice(0, 30).map(a => [a.name, a.value.slice(0, 200)]));
const box = { x: Math.round(r.x), y: Math.round(r.y), width: Math.round(r.width), height: Math.round(r.height) };
return { matches: Q(${JSON.stringify(selector)}), elements: [{ role: R(e) || 'generic', name: N(e), tag: e.localName, details: D(e).trim(), visible: V(e) && r.width > 0, box, attributes }] };`);
}

/** A line of a part that was read: what is used or told of is called by role and name, and named by a selector. */
export interface PartLine extends PageLine {
  readonly role?: string;
  readonly name?: string;
  readonly selector?: string;
}

/** Answers with a PageOutline of PartLines: of what the selector finds. */
export function partExpression(selector: string, bounds: ReadingBounds): string {
  return told(`const root = ${find(selector)}; if (!root) return gone;
const S = e => { const i = e.id && '#' + CSS.escape(e.id); if (i && Q(i) === 1) return i; const p = e.parentElement; if (!p) return e.localName; const k = [...p.children].filter(c => c.localName === e.localName); return S(p) + ' > ' + CSS.escape(e.localName) + (k.length > 1 ? ':nth-of-type(' + (k.indexOf(e) + 1) + ')' : '') };
const W = e => ({ role: R(e) || 'clickable', name: N(e), selector: S(e) });
${outlined(bounds)}`);
}

export interface Condition {
  readonly selector: string;
  readonly text: string;
  /** With `*` for anything. */
  readonly url: string;
}

/** `{met}`: all that is not ''; `{problem}` for a selector that browsers do not read. */
export function conditionExpression({ selector, text, url }: Condition): string {
  const glob = url.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  const all = [
    ...(selector === '' ? [] : [`${find(selector)} !== null`]),
    ...(text === '' ? [] : [`(document.body?.innerText ?? '').includes(${JSON.stringify(text)})`]),
    ...(url === '' ? [] : [`new RegExp(${JSON.stringify(`^${glob}$`)}).test(location.href)`]),
  ];
  return told(`
try { return { met: ${all.join(' && ') || 'true'} } } catch (e) { if (e.name !== 'SyntaxError') throw e; return { problem: 'that selector is not valid in CSS' } }`);
}

/** The record of another script as JSON, with the document that it is of (`at`) and where that comes from (`from`). */
export function asJson(expression: string): string {
  return `JSON.stringify(Object.assign({ at: performance.timeOrigin, from: location.origin }, ${expression}))`;
}

function find(selector: string): string {
  return `document.querySelector(${JSON.stringify(selector)})`;
}

function told(body: string): string {
  return asJson(script(`const gone = { problem: 'nothing on the page matches that selector' };${body}`));
}
