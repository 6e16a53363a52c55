// What a catalogue's entry can say, as words that both the hub and the panel know.

/** How a source of entries is read: a registry of the official API, a file or folder of JSON, Harbor's curated list. */
export const sourceKinds = ['registry', 'file', 'harbor'] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** What a package is, and `remote` for a server behind an address. */
export const wayKinds = ['npm', 'pypi', 'oci', 'nuget', 'mcpb', 'remote'] as const;
export type WayKind = (typeof wayKinds)[number];

/** What a field of a form takes. */
export const fieldKinds = ['text', 'number', 'boolean', 'file', 'folder', 'choice'] as const;
export type FieldKind = (typeof fieldKinds)[number];

/** Where the value of a field goes; `setting` is one that stands in several places, as `user_config` of a bundle. */
export const fieldPlaces = ['variable', 'argument', 'header', 'address', 'setting'] as const;
export type FieldPlace = (typeof fieldPlaces)[number];

/** An order of entries: by how well they match, by what changed last, by name. */
export const entrySorts = ['match', 'changed', 'name'] as const;
export type EntrySort = (typeof entrySorts)[number];

/** In a template it stands for the value of the field `key`. */
export function fieldReference(key: string): string {
  return `\${field:${key}}`;
}

/** In a template of a bundle's way it stands for the folder that the bundle is unpacked into, without a separator at its end. */
export const folderReference = '${folder}';

/** The keys of the fields that a template refers to, in order. */
export function fieldsIn(template: string): string[] {
  return [...template.matchAll(/\$\{field:([^}]+)\}/g)].map(([, key = '']) => key);
}
