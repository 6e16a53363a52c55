// Filters of the trace that the user gave a name.

export interface SavedFilter {
  readonly name: string;
  readonly text: string;
}

const mostSaved = 100;
const longestName = 60;
const longestText = 2_000;

/** Null for what is no list; entries that make no sense are left out. */
export function readSaved(value: unknown): readonly SavedFilter[] | null {
  if (!Array.isArray(value)) return null;
  return value.filter(isSaved).slice(0, mostSaved);
}

function isSaved(value: unknown): value is SavedFilter {
  if (typeof value !== 'object' || value === null) return false;
  const { name, text } = value as Partial<Record<keyof SavedFilter, unknown>>;
  return typeof name === 'string' && name !== '' && typeof text === 'string' && text.length <= longestText;
}

/** One of the same name gives way; the list stays in the order of the names. */
export function withSaved(saved: readonly SavedFilter[], name: string, text: string): readonly SavedFilter[] {
  const short = name.trim().slice(0, longestName);
  if (short === '' || text.trim() === '') return saved;
  const others = withoutSaved(saved, short);
  return [...others, { name: short, text: text.trim() }]
    .sort((a, b) => a.name.localeCompare(b.name))
    .slice(0, mostSaved);
}

export function withoutSaved(saved: readonly SavedFilter[], name: string): readonly SavedFilter[] {
  return saved.filter(filter => filter.name !== name);
}
