// Runs inside a page: sets the value of a form's field as if the user had, with the events that frameworks listen to.
import { type Problem, pickElement, type Target } from './element-refs.ts';

/** What was done, or why the field does not take it: the end of a sentence about the field. */
type Filled = { readonly done: string } | { readonly unfit: string };

/** Says what was done. */
export function fillElement(target: Target, value: string | number | boolean): { done: string } | Problem {
  const found = pickElement(target);
  if (!(found instanceof Element)) return found;
  const filled = fill(found, value);
  if ('done' in filled) return filled;
  const what = target.ref || `What the selector ${JSON.stringify(target.selector)} matches`;
  return { problem: `${what} ${filled.unfit}`, kind: 'unfit' };
}

function fill(field: Element, value: string | number | boolean): Filled {
  if ('disabled' in field && field.disabled === true) return { unfit: 'is disabled; look what it waits for.' };
  const text = String(value);
  if (field instanceof HTMLSelectElement) return select(field, text);
  if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)) return check(field, value);
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return setValue(field, text);
  if (!(field instanceof HTMLElement) || !field.isContentEditable)
    return { unfit: 'is no field of a form; use computer.' };
  field.focus();
  getSelection()?.selectAllChildren(field);
  document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
  return { done: `Set the text (${text.length} characters).` };
}

function select(field: HTMLSelectElement, text: string): Filled {
  const options = [...field.options];
  const option =
    options.find(entry => entry.value === text) ?? options.find(entry => entry.text.trim() === text.trim());
  if (!option) {
    const known = options
      .map(entry => JSON.stringify(entry.text.trim().slice(0, 50)))
      .slice(0, 30)
      .join(', ');
    return { unfit: `has no option ${JSON.stringify(text.slice(0, 100))}; send one of ${known}.` };
  }
  option.selected = true;
  tellOfChange(field);
  return { done: `Selected ${JSON.stringify(option.text.trim().slice(0, 200))}.` };
}

function check(field: HTMLInputElement, value: string | number | boolean): Filled {
  if (typeof value !== 'boolean') return { unfit: `is a ${field.type}; send true or false.` };
  // A click is what a user does, and what its page's own listeners wait for.
  if (field.checked !== value) field.click();
  if (field.checked !== value)
    return { unfit: `stays ${field.checked ? 'checked' : 'unchecked'}; its page does not let it change.` };
  return { done: `${value ? 'Checked' : 'Unchecked'} it.` };
}

function setValue(field: HTMLInputElement | HTMLTextAreaElement, text: string): Filled {
  if (field.type === 'file') return { unfit: 'takes files; use upload_image.' };
  if (field.readOnly) return { unfit: 'is read-only; its page fills it by other means.' };
  field.focus();
  // Frameworks watch the value through their own setter; the prototype's reaches the field itself.
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
  tellOfChange(field);
  const kept = field.value.length;
  if (text !== '' && kept === 0)
    return { unfit: `takes no ${JSON.stringify(text.slice(0, 100))}; it is a field of type ${field.type}.` };
  return { done: `Set the value (${kept} characters).` };
}

function tellOfChange(field: Element): void {
  field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertReplacementText' }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}
