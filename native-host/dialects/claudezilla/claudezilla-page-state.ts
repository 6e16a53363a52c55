// getPageState of spec 000's wire from the tree of read_page: lists of what a page has, each of at most so many entries, and how many there are.
import { isRecord } from '../../../contract/json.ts';
import { detailOf, hasDetail, readTreeText, tokensOf } from './claudezilla-tree.ts';
import type { TreeToken } from './claudezilla-tree.ts';

type Params = Readonly<Record<string, unknown>>;
type Result = Record<string, unknown>;
type ListName = 'headings' | 'links' | 'buttons' | 'inputs' | 'images' | 'landmarks';

/** The param that bounds a list, and what bounds it where none is sent (the real program's own); all landmarks are told. */
const bounds: Readonly<Partial<Record<ListName, readonly [param: string, usual: number]>>> = {
  headings: ['maxHeadings', 30],
  links: ['maxLinks', 50],
  buttons: ['maxButtons', 30],
  inputs: ['maxInputs', 30],
  images: ['maxImages', 20],
};
const listNames: readonly ListName[] = ['headings', 'links', 'buttons', 'inputs', 'images', 'landmarks'];

/** The kinds of input that their role tells. */
const inputTypes: Readonly<Record<string, string>> = { searchbox: 'search', slider: 'range', spinbutton: 'number' };
const lists: Readonly<Record<string, ListName>> = {
  heading: 'headings',
  link: 'links',
  button: 'buttons',
  textbox: 'inputs',
  searchbox: 'inputs',
  combobox: 'inputs',
  checkbox: 'inputs',
  radio: 'inputs',
  spinbutton: 'inputs',
  slider: 'inputs',
  image: 'images',
  main: 'landmarks',
  navigation: 'landmarks',
  banner: 'landmarks',
  contentinfo: 'landmarks',
  complementary: 'landmarks',
};

/** Each entry also carries its `ref`, because the hub's tools take refs as well as selectors. `facts` are the companion's. */
export function pageStateOf(text: string, params: Params, facts: Result | null): Result {
  const { head, lines } = readTreeText(text);
  const controls = isRecord(facts?.controls) ? facts.controls : {};
  const found: Record<ListName, Result[]> = {
    headings: [],
    links: [],
    buttons: [],
    inputs: [],
    images: [],
    landmarks: [],
  };
  for (const token of tokensOf(lines)) {
    const list = Object.hasOwn(lists, token.role) ? lists[token.role] : undefined;
    const control = Object.hasOwn(controls, token.ref) ? controls[token.ref] : undefined;
    if (list) found[list].push(entryOf(list, token, isRecord(control) ? control : {}));
  }
  const shown = listNames.map(name => [name, found[name].slice(0, mostOf(name, params))] as const);
  const counts = shown.map(([name, { length }]) => [name, { shown: length, total: found[name].length }] as const);
  return {
    ...head,
    ...(facts && { viewport: facts.view, errors: facts.errors }),
    ...Object.fromEntries(shown),
    counts: Object.fromEntries(counts),
  };
}

/** What the extension of spec 000 answers, whose lists heed none of the bounds, with no more in each than was asked for. */
export function boundedPageState(state: Result, params: Params): Result {
  const shorter = Object.entries(bounds).flatMap(([name, [param]]) => {
    const list = state[name];
    const most = params[param];
    const isCut = Array.isArray(list) && typeof most === 'number' && most >= 0 && list.length > most;
    return isCut ? [[name, list.slice(0, Math.floor(most))] as const] : [];
  });
  const counts = isRecord(state.counts) ? state.counts : {};
  const told = shorter.map(([name, { length }]) => [name, { ...recordOr(counts[name]), shown: length }] as const);
  if (shorter.length === 0) return state;
  return { ...state, ...Object.fromEntries(shorter), counts: { ...counts, ...Object.fromEntries(told) } };
}

function recordOr(value: unknown): Result {
  return isRecord(value) ? value : {};
}

function mostOf(name: ListName, params: Params): number {
  const [param = '', usual = Infinity] = bounds[name] ?? [];
  const asked = params[param];
  return typeof asked === 'number' && asked >= 0 ? Math.floor(asked) : usual;
}

function entryOf(list: ListName, { role, name, ref, details }: TreeToken, control: Result): Result {
  const disabled = hasDetail(details, 'disabled');
  switch (list) {
    case 'headings':
      return { level: `h${detailOf(details, 'level') ?? 2}`, text: name, ref };
    case 'links':
      return { text: name, href: detailOf(details, 'href') ?? '', ref };
    case 'buttons':
      return { text: name, disabled, ...control, ref };
    case 'inputs': {
      const type = detailOf(details, 'type') ?? inputTypes[role] ?? role;
      const value = type === 'password' ? '***' : (detailOf(details, 'value') ?? '');
      return { type, label: name, value, disabled, ...control, ref };
    }
    case 'images':
      return { alt: name, ...control, ref };
    case 'landmarks':
      return { role, label: name, ref };
  }
}
