// Runs inside a page: describes its elements as a tree and remembers a ref for each, in the extension's own world.

export interface TreeOptions {
  readonly interactiveOnly: boolean;
  readonly depth: number;
  readonly maxChars: number;
  /** Describe only what is below this element; '' for the whole page (Chromium drops null from arguments). */
  readonly refId: string;
}

interface Refs {
  next: number;
  readonly byRef: Map<string, WeakRef<Element>>;
  readonly byElement: WeakMap<Element, string>;
}

/** The tree as text, or '' when `refId` is gone. Self-contained: it is sent to the page as source text. */
export function readTree(options: TreeOptions): string {
  const tagRoles: Record<string, string> = {
    a: 'link',
    article: 'article',
    aside: 'complementary',
    button: 'button',
    dialog: 'dialog',
    footer: 'contentinfo',
    form: 'form',
    h1: 'heading',
    h2: 'heading',
    h3: 'heading',
    h4: 'heading',
    h5: 'heading',
    h6: 'heading',
    header: 'banner',
    iframe: 'iframe',
    img: 'image',
    label: 'label',
    li: 'listitem',
    main: 'main',
    nav: 'navigation',
    ol: 'list',
    option: 'option',
    p: 'paragraph',
    section: 'region',
    select: 'combobox',
    summary: 'button',
    table: 'table',
    td: 'cell',
    textarea: 'textbox',
    th: 'columnheader',
    tr: 'row',
    ul: 'list',
    video: 'video',
  };
  const inputRoles: Record<string, string> = {
    button: 'button',
    checkbox: 'checkbox',
    file: 'file',
    image: 'button',
    number: 'spinbutton',
    radio: 'radio',
    range: 'slider',
    reset: 'button',
    search: 'searchbox',
    submit: 'button',
  };
  const usable =
    /^(button|checkbox|combobox|file|link|menuitem|option|radio|searchbox|slider|spinbutton|switch|tab|textbox|treeitem)$/;
  const namedByText = /^(button|cell|columnheader|heading|label|link|menuitem|option|paragraph|tab|treeitem)$/;

  const world = globalThis as typeof globalThis & { pilothouseRefs?: Refs };
  const refs = (world.pilothouseRefs ??= { next: 1, byRef: new Map(), byElement: new WeakMap() });
  const lines: string[] = [];
  let chars = 0;

  const refOf = (element: Element): string => {
    const known = refs.byElement.get(element);
    if (known) return known;
    const ref = `ref_${refs.next}`;
    refs.next += 1;
    refs.byRef.set(ref, new WeakRef(element));
    refs.byElement.set(element, ref);
    return ref;
  };

  const clean = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim().slice(0, 200);

  const roleOf = (element: Element): string => {
    const explicit = element.getAttribute('role');
    if (explicit) return clean(explicit).split(' ')[0] ?? '';
    const tag = element.localName;
    if (tag === 'input') return inputRoles[element.getAttribute('type') ?? ''] ?? 'textbox';
    if (tag === 'a' && !element.hasAttribute('href')) return 'generic';
    if (element instanceof HTMLElement && element.isContentEditable && element.getAttribute('contenteditable') !== null)
      return 'textbox';
    return tagRoles[tag] ?? 'generic';
  };

  const ownText = (element: Element): string =>
    clean(
      [...element.childNodes]
        .filter(node => node.nodeType === Node.TEXT_NODE)
        .map(node => node.nodeValue)
        .join(' '),
    );

  const nameOf = (element: Element, role: string): string => {
    const label = element.getAttribute('aria-label');
    if (label) return clean(label);
    const labelledBy = (element.getAttribute('aria-labelledby') ?? '').split(/\s+/).filter(Boolean);
    if (labelledBy.length > 0) return clean(labelledBy.map(id => document.getElementById(id)?.textContent).join(' '));
    const labels = 'labels' in element ? (element.labels as NodeListOf<HTMLElement> | null) : null;
    if (labels?.[0]) return clean(labels[0].innerText);
    const isButton = element instanceof HTMLInputElement && role === 'button';
    const plain = element.getAttribute('alt') ?? element.getAttribute('title') ?? (isButton ? element.value : null);
    if (plain) return clean(plain);
    if (namedByText.test(role) && element instanceof HTMLElement) return clean(element.innerText);
    return clean(element.getAttribute('placeholder')) || ownText(element);
  };

  const detailsOf = (element: Element): string => {
    const details: string[] = [];
    const href = element.getAttribute('href');
    if (element.localName === 'a' && href) details.push(`href=${JSON.stringify(href.slice(0, 200))}`);
    if (/^h[1-6]$/.test(element.localName)) details.push(`level=${element.localName.slice(1)}`);
    if (element instanceof HTMLInputElement) {
      if (element.type !== 'text') details.push(`type=${element.type}`);
      if (element.checked) details.push('checked');
      const shown = element.type !== 'password' && !/^(checkbox|radio|submit|button|reset)$/.test(element.type);
      if (shown && element.value) details.push(`value=${JSON.stringify(element.value.slice(0, 200))}`);
    }
    if (element instanceof HTMLTextAreaElement && element.value)
      details.push(`value=${JSON.stringify(element.value.slice(0, 200))}`);
    if (element instanceof HTMLSelectElement)
      details.push(`value=${JSON.stringify(clean(element.selectedOptions[0]?.text))}`);
    if ('disabled' in element && element.disabled === true) details.push('disabled');
    const expanded = element.getAttribute('aria-expanded');
    if (expanded) details.push(`expanded=${clean(expanded)}`);
    return details.map(detail => ` ${detail}`).join('');
  };

  const isShown = (element: Element): boolean =>
    element.getAttribute('aria-hidden') !== 'true' &&
    (element.localName === 'option' || element.checkVisibility({ visibilityProperty: true }));

  const isUsable = (element: Element, role: string): boolean =>
    usable.test(role) || element.hasAttribute('onclick') || Number(element.getAttribute('tabindex') ?? -1) >= 0;

  const walk = (element: Element, indent: number, depth: number): void => {
    if (chars > options.maxChars || depth > options.depth) return;
    if (/^(script|style|noscript|template|head|meta|link)$/.test(element.localName)) return;
    // An element with display: contents has no box, and its children may be seen all the same.
    const shown = isShown(element);
    if (!shown && getComputedStyle(element).display !== 'contents') return;
    const role = roleOf(element);
    const canUse = isUsable(element, role);
    const name = nameOf(element, role);
    const printed = canUse || (!options.interactiveOnly && (role !== 'generic' || ownText(element) !== ''));
    if (printed) {
      const line = `${'  '.repeat(indent)}${role}${name ? ` ${JSON.stringify(name)}` : ''} [${refOf(element)}]${detailsOf(element)}`;
      chars += line.length + 1;
      lines.push(line);
    }
    const inner = element.shadowRoot ? [...element.shadowRoot.children, ...element.children] : [...element.children];
    for (const child of inner) walk(child, printed ? indent + 1 : indent, printed ? depth + 1 : depth);
  };

  const root = options.refId === '' ? document.body : refs.byRef.get(options.refId)?.deref();
  if (options.refId !== '' && !root?.isConnected) return '';
  if (root) walk(root, 0, 1);
  const head = `${document.title}\n${location.href}\nviewport ${innerWidth}x${innerHeight}\n\n`;
  const body = lines.join('\n');
  if (body.length <= options.maxChars) return head + body;
  return `${head}${body.slice(0, options.maxChars)}\n(cut at ${options.maxChars} characters; use ref_id, a smaller depth or filter "interactive")`;
}
