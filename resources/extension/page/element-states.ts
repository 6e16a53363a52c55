// Runs inside a page: what else matters about an element than its role and name: address, kind, value, state.

import { isEdited, textIn, usableRoles } from './element-words.ts';
import { clean } from './flat-tree.ts';

/** Of an address's query and fragment, more is left out with a mark. */
const maxQuery = 60;
/** The kinds of input whose role does not tell them. */
const toldByRole = /^(text|checkbox|radio|number|range|search|file|button|submit|reset|image)$/;
const unsaidValues = /^(password|checkbox|radio|submit|button|reset|image|file|hidden)$/;
/** States of WAI-ARIA that are `true`, `false` or another of their own words. `false` is said where the element would be taken for another. */
const ariaStates: readonly (readonly [name: string, words: RegExp, said: string])[] = [
  ['selected', /^true$/, 'selected'],
  ['checked', /^(true|mixed)$/, 'checked'],
  ['pressed', /^(true|false|mixed)$/, 'pressed'],
  ['expanded', /^(true|false)$/, 'expanded'],
  ['current', /^(true|page|step|location|date|time)$/, 'current'],
  ['sort', /^(ascending|descending)$/, 'sorted'],
  ['busy', /^true$/, 'busy'],
  ['modal', /^true$/, 'modal'],
  ['haspopup', /^(true|menu|tree|grid|dialog)$/, 'popup'],
];

/** Starts with a space unless empty. `role` is what `roleOf` says; a text that is held and is longer than `maxValue` is not in it. */
export function detailsOf(element: Element, role: string, maxValue = Infinity): string {
  const held = valueOf(element, role);
  const value = valuesOf(element, role, held.length > maxValue ? null : held);
  const details = [...addressOf(element), ...levelOf(element, role), ...value, ...statesOf(element, role)];
  return details.map(detail => ` ${detail}`).join('');
}

function addressOf(element: Element): string[] {
  if (!/^(a|area)$/.test(element.localName)) return [];
  const href = element.getAttribute('href');
  const said = href === null ? '' : shortAddress(href.trim(), document.baseURI);
  return said === '' ? [] : [`href=${JSON.stringify(said)}`];
}

/** Without the page's own origin, and with a mark in place of a long query or fragment; '' for what leads nowhere. */
export function shortAddress(href: string, base: string): string {
  if (href === '' || href === '#' || /^javascript:/i.test(href)) return '';
  const { origin } = URL.canParse(base) ? new URL(base) : { origin: '' };
  const own = href.startsWith(`${origin}/`) ? href.slice(origin.length) : href;
  const [, path = own, query = ''] = /^([^?#]*)(.*)$/s.exec(own) ?? [];
  const isData = /^(data|blob):/i.test(own);
  if (isData && own.length > maxQuery) return `${own.slice(0, maxQuery)}…(${own.length})`;
  return query.length > maxQuery ? `${path}${query.slice(0, maxQuery - 20)}…(${query.length})` : own;
}

function levelOf(element: Element, role: string): string[] {
  if (role !== 'heading') return [];
  const level =
    /^[1-9]$/.exec(element.getAttribute('aria-level') ?? '')?.[0] ?? /^h([1-6])$/.exec(element.localName)?.[1];
  return level ? [`level=${level}`] : [];
}

/** The text that a field holds, whole, but never a password; '' for what is no field. */
export function valueOf(element: Element, role: string): string {
  if (element.localName === 'textarea') return (element as HTMLTextAreaElement).value;
  if (element.localName === 'input') {
    const { type, value } = element as HTMLInputElement;
    return unsaidValues.test(type) ? '' : value;
  }
  return isEdited(element) || role === 'textbox' || role === 'searchbox' ? textIn(element) : '';
}

function valuesOf(element: Element, role: string, held: string | null): string[] {
  switch (element.localName) {
    case 'input':
      return valuesOfInput(element as HTMLInputElement, held);
    case 'textarea':
      return valueAndHint(held, element);
    case 'select':
      return valuesOfSelect(element as HTMLSelectElement);
    case 'progress':
    case 'meter': {
      const { value, max } = element as HTMLProgressElement;
      return element.localName === 'progress' && !element.hasAttribute('value') ? [] : [`value=${value}`, `max=${max}`];
    }
    case 'video':
    case 'audio':
      return [(element as HTMLMediaElement).paused ? 'paused' : 'playing'];
    case 'canvas':
      return [`${(element as HTMLCanvasElement).width}x${(element as HTMLCanvasElement).height}`];
  }
  if (isEdited(element) || role === 'textbox' || role === 'searchbox') return valueAndHint(held, element);
  return ariaValues(element);
}

function valuesOfInput(input: HTMLInputElement, held: string | null): string[] {
  const { type, value } = input;
  const said = toldByRole.test(type) ? [] : [`type=${type}`];
  if (type === 'file') return [...said, ...filesOf(input), ...(input.multiple ? ['multiple'] : [])];
  if (type === 'password' && value !== '') return [...said, 'filled'];
  if (unsaidValues.test(type)) return said;
  const bounds = type === 'text' ? [] : ['min', 'max', 'step'].filter(name => input.getAttribute(name));
  const limits = bounds.map(name => `${name}=${plain(input.getAttribute(name) ?? '')}`);
  return [...said, ...valueAndHint(held, input), ...limits];
}

/** Without quotes where it cannot be taken for anything else. */
function plain(value: string): string {
  return /^[\w.:-]+$/.test(value) ? value : JSON.stringify(value);
}

function filesOf({ files }: HTMLInputElement): string[] {
  const names = [...(files ?? [])].map(({ name }) => name);
  return names.length > 0 ? [`value=${JSON.stringify(names.join(', '))}`] : [];
}

/** What a field holds, or what it asks for while it is empty; nothing for null, which is told elsewhere. */
function valueAndHint(value: string | null, element: Element): string[] {
  if (value === null) return [];
  if (value !== '') return [`value=${JSON.stringify(value)}`];
  const hint = clean(element.getAttribute('placeholder') ?? element.getAttribute('aria-placeholder'));
  return hint ? [`placeholder=${JSON.stringify(hint)}`] : [];
}

function valuesOfSelect(select: HTMLSelectElement): string[] {
  const chosen = [...select.selectedOptions].map(option => JSON.stringify(optionText(option)));
  return [...(chosen.length > 0 ? [`value=${chosen.join(',')}`] : []), ...(select.multiple ? ['multiple'] : [])];
}

export function optionText(option: HTMLOptionElement): string {
  return clean(option.label || option.text);
}

function ariaValues(element: Element): string[] {
  const text = clean(element.getAttribute('aria-valuetext'));
  const numbers = ['now', 'min', 'max'].flatMap(part => {
    const value = element.getAttribute(`aria-value${part}`)?.trim() ?? '';
    return value !== '' && Number.isFinite(Number(value)) ? [`${part === 'now' ? 'value' : part}=${value}`] : [];
  });
  return text ? [`value=${JSON.stringify(text)}`, ...numbers.filter(said => !said.startsWith('value='))] : numbers;
}

function statesOf(element: Element, role: string): string[] {
  const states: string[] = [];
  const isOn = (name: string) => element.getAttribute(`aria-${name}`) === 'true';
  const { checked, indeterminate, type } = element as Partial<HTMLInputElement>;
  const isTicked = element.localName === 'input' && /^(checkbox|radio)$/.test(type ?? '');
  if (isTicked && indeterminate) states.push('checked=mixed');
  else if (isTicked && checked) states.push('checked');
  for (const [name, words, said] of ariaStates) {
    const value = element.getAttribute(`aria-${name}`);
    if (value === null || (isTicked && name === 'checked') || !words.test(value)) continue;
    states.push(value === 'true' && name !== 'expanded' ? said : `${said}=${value}`);
  }
  const { parentElement } = element;
  if (element.localName === 'summary' && parentElement?.localName === 'details')
    states.push(`expanded=${(parentElement as HTMLDetailsElement).open}`);
  if (element.localName === 'dialog' && !isOn('modal') && element.matches(':modal')) states.push('modal');
  if (isDisabled(element) || isOn('disabled') || isOffAround(element, role)) states.push('disabled');
  const { readOnly, required } = element as Partial<HTMLInputElement>;
  if ((readOnly === true && !isTicked) || isOn('readonly')) states.push('readonly');
  if (required === true || isOn('required')) states.push('required');
  const invalid = element.getAttribute('aria-invalid') ?? 'false';
  if (!/^(false|)$/.test(invalid) || element.matches(':user-invalid')) states.push('invalid');
  if (isFocused(element)) states.push('focused');
  return states;
}

function isDisabled(element: Element): boolean {
  return 'disabled' in element && element.matches(':disabled');
}

/** What stands around it may say that for all that can be used in it. Source: WAI-ARIA 1.2, aria-disabled. */
function isOffAround(element: Element, role: string): boolean {
  if (!usableRoles.test(role) && !element.matches('[tabindex], [onclick], [jsaction]')) return false;
  for (let at: Element | null = element; at; ) {
    const said: Element | null = at.closest('[aria-disabled]');
    if (said) return said.getAttribute('aria-disabled') === 'true';
    const root = at.getRootNode();
    at = root instanceof ShadowRoot ? root.host : null;
  }
  return false;
}

function isFocused(element: Element): boolean {
  const root = element.getRootNode() as Document | ShadowRoot;
  return root.activeElement === element && element.localName !== 'body' && !/^i?frame$/.test(element.localName);
}
