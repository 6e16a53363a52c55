// Runs inside a page: sets the value of a form's field as if the user had, with the events that frameworks listen to.
import { type Problem, pickElement, type Target } from './element-refs.ts';

/** Says what was done. */
export function fillElement(target: Target, value: string | number | boolean): { done: string } | Problem {
  const found = pickElement(target);
  if (!(found instanceof Element)) return found;
  const what = target.ref || `What the selector ${JSON.stringify(target.selector)} matches`;
  const unfit = (why: string): Problem => ({ problem: `${what} ${why}`, kind: 'unfit' });
  const text = String(value);
  const changed = (element: Element) => {
    element.dispatchEvent(
      new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertReplacementText' }),
    );
    element.dispatchEvent(new Event('change', { bubbles: true }));
  };
  if ('disabled' in found && found.disabled === true) return unfit('is disabled; look what it waits for.');

  if (found instanceof HTMLSelectElement) {
    const options = [...found.options];
    const option =
      options.find(entry => entry.value === text) ?? options.find(entry => entry.text.trim() === text.trim());
    if (!option) {
      const known = options
        .map(entry => JSON.stringify(entry.text.trim().slice(0, 50)))
        .slice(0, 30)
        .join(', ');
      return unfit(`has no option ${JSON.stringify(text.slice(0, 100))}; send one of ${known}.`);
    }
    option.selected = true;
    changed(found);
    return { done: `Selected ${JSON.stringify(option.text.trim().slice(0, 200))}.` };
  }

  if (found instanceof HTMLInputElement && /^(checkbox|radio)$/.test(found.type)) {
    if (typeof value !== 'boolean') return unfit(`is a ${found.type}; send true or false.`);
    // A click is what a user does, and what its page's own listeners wait for.
    if (found.checked !== value) found.click();
    if (found.checked !== value)
      return unfit(`stays ${found.checked ? 'checked' : 'unchecked'}; its page does not let it change.`);
    return { done: `${value ? 'Checked' : 'Unchecked'} it.` };
  }

  if (found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement) {
    if (found.type === 'file') return unfit('takes files; use upload_image.');
    if (found.readOnly) return unfit('is read-only; its page fills it by other means.');
    found.focus();
    // Frameworks watch the value through their own setter; the prototype's reaches the field itself.
    const prototype = found instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(found, text);
    changed(found);
    const kept = found.value.length;
    if (text !== '' && kept === 0)
      return unfit(`takes no ${JSON.stringify(text.slice(0, 100))}; it is a field of type ${found.type}.`);
    return { done: `Set the value (${kept} characters).` };
  }

  if (!(found instanceof HTMLElement) || !found.isContentEditable) return unfit('is no field of a form; use computer.');
  found.focus();
  getSelection()?.selectAllChildren(found);
  document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
  return { done: `Set the text (${text.length} characters).` };
}
