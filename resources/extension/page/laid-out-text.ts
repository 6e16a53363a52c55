// Runs inside a page: the `innerText` of an element as it is now.

/** In a frame Firefox forms it of what was laid out last; whoever asks for a box has it lay out anew. */
export function laidOutText(element: HTMLElement): string {
  element.getBoundingClientRect();
  return element.innerText;
}
