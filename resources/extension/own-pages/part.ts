// A part of a page of ours that its markup has.

/** Throws where it has none of that id. */
export function part(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no ${id}.`);
  return element;
}
