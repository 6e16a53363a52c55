// The sentence of a question whose call acts on elements of a page: what it does to which of them, on the page of which title.
import { withoutQuotes } from '../../contract/visible-text.ts';
import { elementParts } from './element-words.ts';
import { t, tParts } from './language.ts';
import { ours, type Part, theirs, toParts } from './sentence-words.ts';
import type { DescribedAct } from '../../contract/permissions.ts';
import type { CallDescription } from '../../contract/schemas/permissions.ts';

type Pieces = readonly (Part | string)[];
type Values = Readonly<Record<'who' | 'element' | 'page', Pieces>>;

/** The others stand in the facts of the card. */
const maxNamed = 2;
const maxTitle = 60;

/** Null where no element is named: then the question says what it can. `site` is without its scheme; null for a page of no site. */
export function describedSentence(
  who: Part,
  { act, elements, more, title }: CallDescription,
  site: string | null,
): (Part | string)[] | null {
  const named = elements.flatMap(element => (element ? [elementParts(element)] : []));
  const page = pageParts(title, site);
  if (act === null || page === null || named.length === 0 || named.length < elements.length) return null;
  if (act === 'left_click_drag') return dragSentence(who, named, page);
  return flat(sentences[act]({ who: [who], element: listed(named, more), page }));
}

/** What stands in the place of the picture for whoever does not see it. */
export function pictureWords({ elements, title, more }: CallDescription): string {
  const seen = elements.flatMap(element => (element?.isInView ? [elementParts(element)] : []));
  if (seen.length === 0) return t('The page as it was when you were asked; nothing in it is marked');
  const page = pageParts(title, null);
  const marked = listed(seen, more);
  const pieces = page
    ? tParts<Pieces>('The page {page}, with {elements} marked', { page, elements: marked })
    : tParts<Pieces>('The page, with {elements} marked', { elements: marked });
  return toParts(flat(pieces))
    .map(({ text }) => text)
    .join('');
}

function dragSentence(who: Part, [from, onto]: readonly Pieces[], page: Pieces): (Part | string)[] | null {
  if (!from || !onto) return null;
  const values = { who: [who], element: from, onto, page };
  return flat(tParts<Pieces>('{who} wants to drag {element} onto {onto} on {page}', values));
}

const sentences: Readonly<Record<Exclude<DescribedAct, 'left_click_drag'>, (values: Values) => (Pieces | string)[]>> = {
  left_click: values => tParts<Pieces>('{who} wants to click {element} on {page}', values),
  right_click: values => tParts<Pieces>('{who} wants to right-click {element} on {page}', values),
  double_click: values => tParts<Pieces>('{who} wants to double-click {element} on {page}', values),
  triple_click: values => tParts<Pieces>('{who} wants to click {element} three times on {page}', values),
  hover: values => tParts<Pieces>('{who} wants to point at {element} on {page}', values),
  type: values => tParts<Pieces>('{who} wants to type into {element} on {page}', values),
  key: values => tParts<Pieces>('{who} wants to press keys on {element} on {page}', values),
  scroll: values => tParts<Pieces>('{who} wants to scroll {element} on {page}', values),
  scroll_to: values => tParts<Pieces>('{who} wants to scroll to {element} on {page}', values),
  fill: values => tParts<Pieces>('{who} wants to fill in {element} on {page}', values),
  upload: values => tParts<Pieces>('{who} wants to hand files to {element} on {page}', values),
  accept: values => tParts<Pieces>('{who} wants to accept {element} on {page}', values),
  dismiss: values => tParts<Pieces>('{who} wants to dismiss {element} on {page}', values),
};

/** `text field “Name”, text field “City” and 3 more`. */
function listed(named: readonly Pieces[], more: number): Pieces {
  const shown = named.slice(0, maxNamed).flatMap((element, at) => (at === 0 ? element : [ours(', '), ...element]));
  const rest = named.length - maxNamed + more;
  return rest > 0
    ? flat(tParts<Pieces | Part>('{elements} and {rest, number} more', { elements: shown, rest }))
    : shown;
}

function pageParts(title: string, site: string | null): Pieces | null {
  if (title === '') return site === null ? null : [theirs(site, 80)];
  const named = theirs(withoutQuotes(title), maxTitle);
  return site === null
    ? tParts('“{title}”', { title: named })
    : tParts('“{title}” ({site})', { title: named, site: theirs(site, 80) });
}

function flat(pieces: readonly (Pieces | Part | string)[]): (Part | string)[] {
  return pieces.flat();
}
