// What a pilothouse:// link put into the address for the form "Add a server": text to read, and nothing that is done.
import { recordIn } from '../../../../contract/json.ts';
import { nothingTyped, type Typed } from './typed.ts';

/** `#/servers/+` opens the form empty, `#/servers/+{…}` with a draft; null is no form. */
export function readDraft(selected: string | null): Typed | null {
  if (!selected?.startsWith('+')) return null;
  const draft = recordIn(selected.slice(1)) ?? {};
  const text = (name: 'name' | 'commandLine' | 'text') => (typeof draft[name] === 'string' ? draft[name] : '');
  return { ...nothingTyped, name: text('name'), commandLine: text('commandLine'), text: text('text') };
}
