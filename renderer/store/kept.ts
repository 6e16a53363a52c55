// What the user chose about how things are shown, kept in this browser. Whatever is kept is read as text from outside.

const prefix = 'pilothouse.';

/** `read` returns null for what makes no sense; then, and where nothing is kept, the answer is null. */
export function readKept<T>(name: string, read: (value: unknown) => T | null): T | null {
  try {
    const text = localStorage.getItem(prefix + name);
    return text === null ? null : read(JSON.parse(text));
  } catch {
    return null;
  }
}

/** A full or forbidden store keeps nothing: the choice then holds until the page is left. */
export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(value));
  } catch {
    // Told to nobody: the choice works, and there is no remedy to name.
  }
}
