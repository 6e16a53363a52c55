// Scripts of the hub's own for an extension of spec 000: they do what it has no command for, and tell what elements are called. Those that keep elements are in claudezilla-element-scripts.ts.
// Its `evaluate` takes one expression of at most 10,000 characters, and none with `function (`, timers, stores or requests in it.

/** Defines what elements are called: `R` role, `N` name, `D` details, `V` whether it can be seen, `U` whether it can be used. */
const library = `
const T = t => String(t ?? '').replace(/\\s+/g, ' ').trim().slice(0, 150);
const roles = { A: 'link', AREA: 'link', BUTTON: 'button', SUMMARY: 'button', SELECT: 'combobox', TEXTAREA: 'textbox', IMG: 'image', NAV: 'navigation', MAIN: 'main', HEADER: 'banner', FOOTER: 'contentinfo', ASIDE: 'complementary', FORM: 'form', TABLE: 'table', TR: 'row', UL: 'list', OL: 'list', LI: 'listitem', DIALOG: 'dialog', IFRAME: 'iframe', OPTION: 'option' };
const inputs = { checkbox: 'checkbox', radio: 'radio', range: 'slider', number: 'spinbutton', search: 'searchbox', submit: 'button', button: 'button', reset: 'button', image: 'button', file: 'file' };
const G = e => (/^[a-z]+$/.exec((e.getAttribute('role') || '').split(' ')[0]) || [''])[0];
const R = e => G(e) || (/^H[1-6]$/.test(e.tagName) ? 'heading' : e.tagName === 'INPUT' ? inputs[e.type] || 'textbox' : /^(A|AREA)$/.test(e.tagName) && !e.hasAttribute('href') ? '' : roles[e.tagName] || (e.isContentEditable && e.getAttribute('contenteditable') !== null ? 'textbox' : ''));
const L = e => (e.getAttribute('aria-labelledby') || '').split(' ').map(i => i && document.getElementById(i)?.textContent).filter(Boolean).join(' ');
const N = e => T(e.getAttribute('aria-label') || L(e) || e.labels?.[0]?.textContent || e.getAttribute('alt') || (/^(submit|button|reset)$/.test(e.type) && e.tagName === 'INPUT' ? e.value : '') || (/^(link|button|heading|option|tab|menuitem|checkbox|radio|switch)$/.test(R(e)) && e.tagName !== 'INPUT' ? e.innerText ?? e.textContent : '') || e.getAttribute('title') || e.getAttribute('placeholder'));
const Q = q => { try { return document.querySelectorAll(q).length } catch { return 0 } };
const V = e => { const s = getComputedStyle(e); return s.display !== 'none' && s.visibility !== 'hidden' && s.contentVisibility !== 'hidden' };
const D = e => { const d = []; const v = e.value; if (R(e) === 'heading') d.push('level=' + (e.getAttribute('aria-level') || e.tagName[1] || 2)); if (R(e) === 'link' && e.getAttribute('href')) d.push('href=' + JSON.stringify(e.getAttribute('href').slice(0, 150))); if (e.tagName === 'INPUT' && !/^(text|checkbox|radio|submit|button|reset)$/.test(e.type)) d.push('type=' + e.type); if (e.disabled || e.getAttribute('aria-disabled') === 'true') d.push('disabled'); if (e.checked || e.getAttribute('aria-checked') === 'true') d.push('checked'); if (e.getAttribute('aria-expanded')) d.push('expanded=' + e.getAttribute('aria-expanded')); if (e.tagName === 'SELECT') d.push('value=' + JSON.stringify(T(e.selectedOptions[0]?.text))); else if (/^(INPUT|TEXTAREA)$/.test(e.tagName) && v && !/^(password|checkbox|radio|submit|button|reset|file|hidden)$/.test(e.type)) d.push('value=' + JSON.stringify(String(v).slice(0, 150))); return d.map(x => ' ' + x).join('') };
const U = e => /^(link|button|textbox|searchbox|combobox|checkbox|radio|slider|spinbutton|file|switch|tab|option|menuitem|iframe)$/.test(R(e)) || e.onclick !== null || e.tabIndex >= 0;
`;

export interface ReadingBounds {
  readonly interactiveOnly: boolean;
  readonly depth: number;
  readonly maxLines: number;
  /** Of the lines as JSON. */
  readonly maxChars: number;
}

/** An element or a text, in the order of the page. */
export interface PageLine {
  readonly level: number;
  readonly text?: string;
  /** ` level=2 disabled`. */
  readonly details?: string;
}

export interface PageOutline<Line extends PageLine> {
  readonly title: string;
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly lines: readonly Line[];
  readonly isCut: boolean;
}

/** The end of a script that answers with a PageOutline of `root`, and with `since` of its document; `W` says what a line has of an element. */
export function outlined({ interactiveOnly, depth, maxLines, maxChars }: ReadingBounds): string {
  return `
const lines = []; let isCut = false;
let left = ${maxChars};
const add = line => lines.length < ${maxLines} && (left -= JSON.stringify(line).length + 1) >= 0 ? lines.push(line) : (isCut = true);
const walk = (n, level, deep) => {
  if (isCut || deep > ${depth}) return;
  if (n.nodeType === 3) { const text = T(n.nodeValue); if (text && !${interactiveOnly}) add({ level, text }); return; }
  if (n.nodeType !== 1 || /^(SCRIPT|STYLE|NOSCRIPT|TEMPLATE|HEAD)$/.test(n.tagName) || !V(n)) return;
  const told = ${interactiveOnly} ? U(n) : R(n) !== '' || U(n);
  if (told) add({ level, ...W(n), details: D(n) });
  if (/^(SELECT|TEXTAREA|IFRAME)$/.test(n.tagName)) return;
  const named = told && /^(link|button|heading|option|tab|menuitem)$/.test(R(n));
  for (const c of n.childNodes) if (!(named && c.nodeType === 3)) walk(c, told ? level + 1 : level, told ? deep + 1 : deep);
};
walk(root, 0, 0);
return { title: document.title, url: location.href, width: innerWidth, height: innerHeight, since: performance.timeOrigin, lines, isCut };`;
}

/** Gives the focus to the element, or to what is around it and takes it, as a press does before the click; answers whether there is one. */
export function focusingExpression(selector: string): string {
  return script(`
const e = document.querySelector(${quoted(selector)});
const takes = e?.closest('input, textarea, select, button, a[href], summary, [tabindex], [contenteditable]') ?? e?.closest('label')?.control;
if (takes) takes.focus({ preventScroll: true }); else if (e) document.activeElement?.blur();
return Boolean(takes);`);
}

/** Goes one page back or on in the tab's history, where there is one; a little later, because the answer would go with the page. */
export function historyExpression(url: 'back' | 'forward'): string {
  return `void setTimeout(() => history.${url}())`;
}

/** Scrolls the innermost that can be at that place, or the page; answers whether anything moved. */
export function scrollExpression(x: number | null, y: number | null, left: number, top: number): string {
  const at = x === null || y === null ? 'innerWidth / 2, innerHeight / 2' : `${x}, ${y}`;
  return script(`
const all = []; for (let e = document.elementFromPoint(${at}); e; e = e.parentElement) all.push(e);
if (document.scrollingElement) all.push(document.scrollingElement);
for (const e of all) { const b = [e.scrollLeft, e.scrollTop]; e.scrollBy({ left: ${left}, top: ${top}, behavior: 'instant' }); if (b[0] !== e.scrollLeft || b[1] !== e.scrollTop) return true; }
return false;`);
}

/** Ticks a box as its user does, or chooses the options that are called so; answers with what it was, or why it was not done. */
export function choiceExpression(selector: string, value: boolean | readonly string[]): string {
  return script(`
const e = document.querySelector(${quoted(selector)}); const v = ${quoted(value)};
if (!e) return { problem: 'is not on the page any more' };
if (typeof v === 'boolean') { if (!/^(checkbox|radio)$/.test(e.type) && !/^(checkbox|radio|switch)$/.test(R(e))) return { problem: 'is nothing that can be ticked' }; const is = e.checked ?? e.getAttribute('aria-checked') === 'true'; if (is !== v) e.click(); return (e.checked ?? e.getAttribute('aria-checked') === 'true') === v ? { done: true } : { problem: 'did not change' }; }
if (e.tagName !== 'SELECT') return { problem: 'is no list of options' };
const found = v.map(w => [...e.options].find(o => T(o.text) === w || o.value === w));
if (found.includes(undefined)) return { problem: 'has no such option; read the page' };
for (const o of e.options) o.selected = found.includes(o);
for (const t of ['input', 'change']) e.dispatchEvent(new Event(t, { bubbles: true }));
return { done: true };`);
}

/** Answers with {kind} of a field: `box`, `list` or `text`; null where the selector finds nothing. */
export function kindExpression(selector: string): string {
  return script(`
const e = document.querySelector(${quoted(selector)});
return e ? { kind: /^(checkbox|radio)$/.test(e.type) || /^(checkbox|radio|switch)$/.test(R(e)) ? 'box' : e.tagName === 'SELECT' ? 'list' : 'text' } : null;`);
}

/** Answers with {since, ageMs, isLoaded, url, title} of the document that is there. */
export const loadExpression =
  "({ since: performance.timeOrigin, ageMs: performance.now(), isLoaded: document.readyState === 'complete', url: location.href, title: document.title })";

/** What the extension takes for a call of it, wherever it stands in an expression. */
const forbiddenWords =
  /\b(?:fetch|XMLHttpRequest|import|eval|Function|setTimeout|setInterval|cookie|localStorage|sessionStorage)\b/gi;

/** A value as an expression that the extension runs, whatever words are in it. */
export function quoted(value: unknown): string {
  // The second letter, because the first may be that of an escape: a form feed before `etch` is `\fetch`.
  const escaped = (word: string) =>
    `${word.charAt(0)}\\u${word.charCodeAt(1).toString(16).padStart(4, '0')}${word.slice(2)}`;
  return JSON.stringify(value).replace(forbiddenWords, escaped);
}

/** An expression in which the library is at hand; its body returns the value. */
export function script(body: string): string {
  return `(() => {${library}${body}})()`;
}
