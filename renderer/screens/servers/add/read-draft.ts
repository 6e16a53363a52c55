// What a pilothouse:// link put into the address for the form "Add a server": text to read, and nothing that is done.
import { nothingTyped, type Typed } from './command-form.tsx';

/** `#/servers/+` opens the form empty, `#/servers/+{…}` with a draft; null is no form. */
export function readDraft(selected: string | null): Typed | null {
  if (!selected?.startsWith('+')) return null;
  const draft = parse(selected.slice(1));
  const text = (name: keyof Typed) => (typeof draft[name] === 'string' ? draft[name] : '');
  return { name: text('name'), commandLine: text('commandLine'), text: text('text') };
}

function parse(json: string): Partial<Record<keyof Typed, unknown>> {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? value : nothingTyped;
  } catch {
    return nothingTyped;
  }
}
