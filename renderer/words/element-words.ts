// What an element of a page is called: its role in the language of the panel, and the name that its page gave it.
import { withoutQuotes } from '../../contract/visible-text.ts';
import { tIn, tParts } from './language.ts';
import { ours, type Part, theirs } from './sentence-words.ts';

/** Roles of WAI-ARIA and of the companion's own; what is not here is a word of the page's. */
const roles: Readonly<Record<string, string>> = {
  'alert dialog': tIn('element', 'alert dialog'),
  'beforeunload dialog': tIn('element', 'question whether to leave the page'),
  button: tIn('element', 'button'),
  canvas: tIn('element', 'drawing'),
  cell: tIn('element', 'cell'),
  checkbox: tIn('element', 'checkbox'),
  combobox: tIn('element', 'drop-down list'),
  'confirm dialog': tIn('element', 'confirm dialog'),
  dialog: tIn('element', 'dialog'),
  file: tIn('element', 'file field'),
  gridcell: tIn('element', 'cell'),
  heading: tIn('element', 'heading'),
  iframe: tIn('element', 'frame'),
  image: tIn('element', 'image'),
  label: tIn('element', 'label'),
  link: tIn('element', 'link'),
  list: tIn('element', 'list'),
  listbox: tIn('element', 'list'),
  listitem: tIn('element', 'list entry'),
  menuitem: tIn('element', 'menu entry'),
  option: tIn('element', 'option'),
  paragraph: tIn('element', 'paragraph'),
  'print preview': tIn('element', 'print preview'),
  'prompt dialog': tIn('element', 'prompt dialog'),
  radio: tIn('element', 'radio button'),
  row: tIn('element', 'row'),
  searchbox: tIn('element', 'search field'),
  slider: tIn('element', 'slider'),
  spinbutton: tIn('element', 'number field'),
  switch: tIn('element', 'switch'),
  tab: tIn('element', 'tab of the page'),
  table: tIn('element', 'table'),
  textbox: tIn('element', 'text field'),
};

const maxRole = 40;
const maxName = 80;

/** `button “Delete account”`; a page without a name for it has a role alone. */
export function elementParts({
  role,
  name,
}: {
  readonly role: string;
  readonly name: string;
}): readonly (Part | string)[] {
  const kind = Object.hasOwn(roles, role) ? ours(roles[role] ?? '') : theirs(role, maxRole);
  return name === '' ? [kind] : tParts('{role} “{name}”', { role: kind, name: theirs(withoutQuotes(name), maxName) });
}
