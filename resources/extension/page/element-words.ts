// Runs inside a page: what an element is and what it is called. Sources: HTML-AAM 1.0 for roles, accname 1.2 for names.
import { clean, drawnIn, isBlock, isElement, isText } from './flat-tree.ts';

// biome-ignore format: a table reads better in rows
const tagRoles: Readonly<Record<string, string>> = {
  area: 'link', article: 'article', aside: 'complementary', audio: 'audio', button: 'button', canvas: 'canvas',
  dialog: 'dialog', embed: 'iframe', fieldset: 'group', figure: 'figure', frame: 'iframe', h1: 'heading', h2: 'heading',
  h3: 'heading', h4: 'heading', h5: 'heading', h6: 'heading', iframe: 'iframe', img: 'image', li: 'listitem',
  main: 'main', menu: 'list', meter: 'meter', nav: 'navigation', object: 'iframe', ol: 'list', option: 'option',
  output: 'status', p: 'paragraph', progress: 'progressbar', search: 'search', summary: 'button', table: 'table',
  td: 'cell', textarea: 'textbox', th: 'columnheader', tr: 'row', ul: 'list', video: 'video',
};
// biome-ignore format: a table reads better in rows
const inputRoles: Readonly<Record<string, string>> = {
  button: 'button', checkbox: 'checkbox', file: 'file', image: 'button', number: 'spinbutton', radio: 'radio',
  range: 'slider', reset: 'button', search: 'searchbox', submit: 'button',
};
/** Those of WAI-ARIA 1.2 that tell an agent something; a page may write anything into `role`. */
const ariaRoles = new Set(
  (
    'alert alertdialog application article banner button cell checkbox columnheader combobox complementary contentinfo ' +
    'dialog feed figure form grid gridcell group heading img link list listbox listitem log main marquee math menu menubar ' +
    'menuitem menuitemcheckbox menuitemradio meter navigation note option paragraph progressbar radio radiogroup region row ' +
    'rowheader scrollbar search searchbox slider spinbutton status switch tab table tablist tabpanel textbox timer ' +
    'toolbar tooltip tree treegrid treeitem'
  ).split(' '),
);
/** Sections that are none where nobody named them, or inside another section. */
const sections = /^(article|aside|main|nav|section)$/;
/** Roles that are named by what is in them. */
export const namedByText =
  /^(button|cell|checkbox|columnheader|gridcell|heading|link|menuitem(checkbox|radio)?|option|paragraph|radio|row|rowheader|switch|tab|tooltip|treeitem)$/;
/** Roles of what can be used whatever its page does with it. */
export const usableRoles =
  /^(button|checkbox|combobox|file|link|listbox|menuitem(checkbox|radio)?|option|radio|scrollbar|searchbox|slider|spinbutton|switch|tab|textbox|treeitem)$/;
const controls = /^(button|input|meter|output|progress|select|textarea)$/;
const unread = /^(script|style|noscript|template|select|textarea)$/;

/** A role of WAI-ARIA, or one of our own (`file`, `image`, `iframe`, `canvas`, `video`, `audio`); `generic` for what is nothing to itself. */
export function roleOf(element: Element): string {
  const explicit = element.getAttribute('role')?.toLowerCase().split(/\s+/) ?? [];
  const [first = ''] = explicit;
  const known = explicit.find(role => ariaRoles.has(role));
  if (known) return known === 'img' ? 'image' : known;
  const native = nativeRole(element);
  // What can be used stays what it is, whatever its page says.
  const stays = /^(a|button|input|select|textarea|summary|iframe)$/.test(element.localName);
  return /^(none|presentation)$/.test(first) && !stays ? 'generic' : native;
}

function nativeRole(element: Element): string {
  const { localName } = element;
  switch (localName) {
    case 'input':
      return roleOfInput(element as HTMLInputElement);
    case 'select':
      return (element as HTMLSelectElement).multiple || (element as HTMLSelectElement).size > 1
        ? 'listbox'
        : 'combobox';
    case 'a':
      return element.hasAttribute('href') ? 'link' : isEdited(element) ? 'textbox' : 'generic';
    case 'header':
    case 'footer':
      if (hasAncestor(element, sections)) return 'generic';
      return localName === 'header' ? 'banner' : 'contentinfo';
    case 'section':
      return isNamed(element) ? 'region' : 'generic';
    case 'form':
      return isNamed(element) ? 'form' : 'generic';
    case 'svg':
      return titleIn(element) || isNamed(element) ? 'image' : 'generic';
    case 'object':
    case 'embed':
      return (element as HTMLObjectElement).contentWindow ? 'iframe' : 'generic';
  }
  if (isEdited(element)) return 'textbox';
  // A page may name its elements like members of a prototype.
  return (Object.hasOwn(tagRoles, localName) && tagRoles[localName]) || 'generic';
}

function roleOfInput(input: HTMLInputElement): string {
  if (input.type === 'hidden') return 'generic';
  const role = Object.hasOwn(inputRoles, input.type) ? inputRoles[input.type] : undefined;
  if (role && role !== 'searchbox') return role;
  return input.hasAttribute('list') ? 'combobox' : (role ?? 'textbox');
}

/** The root of what is edited as a text with a format. */
export function isEdited(element: Element): boolean {
  const edited = element.getAttribute('contenteditable');
  return edited !== null && /^(|true|plaintext-only)$/i.test(edited);
}

function hasAncestor(element: Element, names: RegExp): boolean {
  for (let up = element.parentElement; up; up = up.parentElement) if (names.test(up.localName)) return true;
  return false;
}

function isNamed(element: Element): boolean {
  return ['aria-label', 'aria-labelledby', 'title'].some(name => clean(element.getAttribute(name)) !== '');
}

function titleIn(svg: Element): string {
  for (const child of svg.children) if (child.localName === 'title') return clean(child.textContent);
  return '';
}

export function ownText(element: Element): string {
  const texts = [...element.childNodes].filter(isText);
  return clean(texts.map(node => node.nodeValue).join(' '));
}

/** The accessible name, whole; '' where nothing names it. */
export function nameOf(element: Element, role: string): string {
  return (
    givenName(element) || (namedByText.test(role) ? textIn(element) : '') || spareName(element) || ownText(element)
  );
}

/** The name that the page gave apart from the content: by ARIA, a label, a caption, an alternative text. */
export function givenName(element: Element): string {
  return ariaName(element) || labelText(element) || nativeName(element);
}

function ariaName(element: Element): string {
  const ids = element.getAttribute('aria-labelledby')?.split(/\s+/).filter(Boolean) ?? [];
  const root = element.getRootNode() as Document | ShadowRoot;
  const referred = ids.map(id => {
    const other = root.getElementById?.(id);
    return other ? clean(other.getAttribute('aria-label')) || valueOfButton(other) || textIn(other) : '';
  });
  return clean(referred.join(' ')) || clean(element.getAttribute('aria-label'));
}

/** Its labels, without what can be used inside of them. */
export function labelText(element: Element): string {
  const labels = controls.test(element.localName) ? (element as HTMLInputElement).labels : null;
  return labels ? clean([...labels].map(label => textIn(label)).join(' ')) : '';
}

/** Whether it is its labels that name an element. */
export function isNamedByLabel(element: Element): boolean {
  return ariaName(element) === '' && labelText(element) !== '';
}

function nativeName(element: Element): string {
  switch (element.localName) {
    case 'img':
    case 'area':
      return clean(element.getAttribute('alt'));
    case 'input':
      return (
        valueOfButton(element) || (element.getAttribute('type') === 'image' ? clean(element.getAttribute('alt')) : '')
      );
    case 'fieldset':
      return captionIn(element, 'legend');
    case 'table':
      return captionIn(element, 'caption');
    case 'figure':
      return captionIn(element, 'figcaption');
    case 'svg':
      return titleIn(element);
  }
  return '';
}

function valueOfButton(element: Element): string {
  if (element.localName !== 'input' || !/^(button|submit|reset)$/.test((element as HTMLInputElement).type)) return '';
  const { type, value } = element as HTMLInputElement;
  return clean(value) || (type === 'submit' ? 'Submit' : type === 'reset' ? 'Reset' : '');
}

function captionIn(element: Element, caption: string): string {
  for (const child of element.children) if (child.localName === caption) return textIn(child);
  return '';
}

/** What names an element where neither the page nor its content does. */
export function spareName(element: Element): string {
  return (
    clean(element.getAttribute('title')) ||
    clean(element.getAttribute('placeholder') ?? element.getAttribute('aria-placeholder'))
  );
}

/** The text in an element as it is read, alternative texts among it, but not what its fields hold. */
export function textIn(element: Element): string {
  const said: string[] = [];
  const visit = (node: Node): void => {
    if (isText(node)) said.push(node.nodeValue ?? '');
    if (!isElement(node) || unread.test(node.localName) || node.getAttribute('aria-hidden') === 'true') return;
    const { display, visibility } = getComputedStyle(node);
    if (display === 'none' || visibility !== 'visible') return;
    const gap = isBlock(display) || node.localName === 'br' ? ' ' : '';
    const alternative = clean(node.getAttribute('aria-label')) || nativeName(node);
    said.push(gap, alternative);
    if (!alternative) for (const child of drawnIn(node)) visit(child);
    said.push(gap);
  };
  for (const child of drawnIn(element)) visit(child);
  return clean(said.join(''));
}
