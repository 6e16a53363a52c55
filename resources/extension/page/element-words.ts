// Runs inside a page: what an element is called.

// biome-ignore format: a table reads better in rows
const tagRoles: Record<string, string> = {
  a: 'link', article: 'article', aside: 'complementary', button: 'button', dialog: 'dialog', footer: 'contentinfo',
  form: 'form', h1: 'heading', h2: 'heading', h3: 'heading', h4: 'heading', h5: 'heading', h6: 'heading',
  header: 'banner', iframe: 'iframe', img: 'image', label: 'label', li: 'listitem', main: 'main', nav: 'navigation',
  ol: 'list', option: 'option', p: 'paragraph', section: 'region', select: 'combobox', summary: 'button',
  table: 'table', td: 'cell', textarea: 'textbox', th: 'columnheader', tr: 'row', ul: 'list', video: 'video',
};
// biome-ignore format: a table reads better in rows
const inputRoles: Record<string, string> = {
  button: 'button', checkbox: 'checkbox', file: 'file', image: 'button', number: 'spinbutton', radio: 'radio',
  range: 'slider', reset: 'button', search: 'searchbox', submit: 'button',
};
const namedByText = /^(button|cell|columnheader|heading|label|link|menuitem|option|paragraph|tab|treeitem)$/;
const clean = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim().slice(0, 200);
const quote = (text: string) => JSON.stringify(text.slice(0, 200));

export function roleOf(element: Element): string {
  const explicit = clean(element.getAttribute('role')).split(' ')[0];
  if (explicit) return explicit;
  if (element instanceof HTMLInputElement) return inputRoles[element.type] ?? 'textbox';
  if (element.localName === 'a' && !element.hasAttribute('href')) return 'generic';
  const edited = element.getAttribute('contenteditable');
  if (edited === '' || edited === 'true' || edited === 'plaintext-only') return 'textbox';
  // A page may name its elements like members of a prototype.
  return (Object.hasOwn(tagRoles, element.localName) && tagRoles[element.localName]) || 'generic';
}

export function ownText(element: Element): string {
  const texts = [...element.childNodes].filter(node => node.nodeType === Node.TEXT_NODE);
  return clean(texts.map(node => node.nodeValue).join(' '));
}

export function nameOf(element: Element, role: string): string {
  const label = element.getAttribute('aria-label');
  if (label) return clean(label);
  const labelIds = (element.getAttribute('aria-labelledby') ?? '').split(/\s+/).filter(Boolean);
  if (labelIds.length > 0) return clean(labelIds.map(id => document.getElementById(id)?.textContent).join(' '));
  const labels = 'labels' in element ? (element.labels as NodeListOf<HTMLElement> | null) : null;
  if (labels?.[0]) return clean(labels[0].innerText);
  const isButton = element instanceof HTMLInputElement && role === 'button';
  const plain = element.getAttribute('alt') ?? element.getAttribute('title') ?? (isButton ? element.value : null);
  if (plain) return clean(plain);
  if (namedByText.test(role) && element instanceof HTMLElement) return clean(element.innerText);
  return clean(element.getAttribute('placeholder')) || ownText(element);
}

/** What else matters about it: address, value, state. Starts with a space unless empty. */
export function detailsOf(element: Element): string {
  const details: string[] = [];
  const href = element.getAttribute('href');
  if (element.localName === 'a' && href) details.push(`href=${quote(href)}`);
  if (/^h[1-6]$/.test(element.localName)) details.push(`level=${element.localName.slice(1)}`);
  if (element instanceof HTMLInputElement) {
    if (element.type !== 'text') details.push(`type=${element.type}`);
    if (element.checked) details.push('checked');
    const secret = /^(password|checkbox|radio|submit|button|reset)$/.test(element.type);
    if (!secret && element.value) details.push(`value=${quote(element.value)}`);
  }
  if (element instanceof HTMLTextAreaElement && element.value) details.push(`value=${quote(element.value)}`);
  if (element instanceof HTMLSelectElement) details.push(`value=${quote(clean(element.selectedOptions[0]?.text))}`);
  if ('disabled' in element && element.disabled === true) details.push('disabled');
  const expanded = element.getAttribute('aria-expanded');
  if (expanded) details.push(`expanded=${clean(expanded)}`);
  return details.map(detail => ` ${detail}`).join('');
}
