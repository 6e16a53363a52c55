// Runs inside a page: sets a slider as a hand or a key would.

/** To the value that lies at a point of it. */
export function setSlider(slider: HTMLInputElement, x: number, y: number): void {
  const { left, right, top, bottom, width, height } = slider.getBoundingClientRect();
  const isUpright = height > width;
  const isTurned = getComputedStyle(slider).direction === 'rtl';
  const along = isUpright ? (bottom - y) / (bottom - top) : (isTurned ? right - x : x - left) / (right - left);
  const [min, max] = [Number(slider.min || 0), Number(slider.max || 100)];
  changeValue(slider, String(min + Math.min(1, Math.max(0, along)) * (max - min)));
}

/** Tells the page of it where it is another one. */
export function changeValue(field: HTMLInputElement | HTMLSelectElement, value: string): void {
  const before = field.value;
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLSelectElement.prototype;
  // Frameworks watch the value through their own setter; the prototype's reaches the field itself.
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  if (field.value !== before) tellChange(field);
}

export function tellChange(field: Element): void {
  field.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}
