// What the user chose about how things are shown, kept in this browser. Whatever is kept is read as text from outside.

const prefix = 'pilothouse.';

/** Until the user removes it, or as long as this tab is open; a reload ends neither. */
type Where = 'localStorage' | 'sessionStorage';

/** `read` returns null for what makes no sense; then, and where nothing is kept, the answer is null. */
export function readKept<T>(name: string, read: (value: unknown) => T | null, where: Where = 'localStorage'): T | null {
  try {
    const text = globalThis[where].getItem(prefix + name);
    return text === null ? null : read(JSON.parse(text));
  } catch {
    return null;
  }
}

/** A full or forbidden store keeps nothing: the choice then holds until the page is left. */
export function keep(name: string, value: unknown, where: Where = 'localStorage'): void {
  try {
    globalThis[where].setItem(prefix + name, JSON.stringify(value));
  } catch {
    // Told to nobody: the choice works, and there is no remedy to name.
  }
}
