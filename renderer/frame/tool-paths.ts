// Where on Tools something is: a tool by its id, or the shortcuts, with one of them: `shortcuts:4f1c9a20b7e3`.

const shortcuts = 'shortcuts:';

export type ToolPlace =
  | { readonly view: 'tools'; readonly id: string | null }
  | { readonly view: 'shortcuts'; readonly id: string | null };

/** No id of a tool has a colon before its first slash. */
export function shortcutPath(id?: string | null): string {
  return `${shortcuts}${id ?? ''}`;
}

export function readToolPath(selected: string | null): ToolPlace {
  if (!selected?.startsWith(shortcuts)) return { view: 'tools', id: selected };
  return { view: 'shortcuts', id: selected.slice(shortcuts.length) || null };
}
