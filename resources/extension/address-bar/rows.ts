// What the hub suggests, as rows of the address bar: the texts of pages, each with the site that it comes from. Pure.
import { isRecord } from '../../../contract/json.ts';

/** Chromium reads descriptions as markup, Firefox shows them as they are. */
export type RowForm = 'markup' | 'plain';

export interface Row {
  /** What the hub knows it by. */
  readonly id: string;
  /** What stands in the address bar while it is chosen; no other row has it. */
  readonly content: string;
  readonly description: string;
}

const maxRows = 8;
const maxTitleChars = 120;
const maxDescriptionChars = 200;

/** What is no suggestion is left out. */
export function rowsOf(answer: unknown, form: RowForm): Row[] {
  const said: readonly unknown[] = isRecord(answer) && Array.isArray(answer.suggestions) ? answer.suggestions : [];
  const contents = new Set<string>();
  return said.slice(0, maxRows).flatMap(suggestion => {
    if (!isRecord(suggestion)) return [];
    const { id, title, description, origin } = suggestion;
    if (typeof id !== 'string' || typeof title !== 'string' || typeof origin !== 'string') return [];
    const texts = {
      title: inOneLine(title, maxTitleChars),
      site: inOneLine(origin.replace(/^https:\/\//, ''), maxTitleChars),
      more: typeof description === 'string' ? inOneLine(description, maxDescriptionChars) : '',
    };
    const content = another(`${texts.title} · ${texts.site}`, contents);
    contents.add(content);
    return [{ id, content, description: form === 'markup' ? marked(texts) : plain(texts) }];
  });
}

interface Texts {
  readonly title: string;
  readonly site: string;
  readonly more: string;
}

/** The site stands right after the title, so that what follows cannot push it out of sight. */
function plain({ title, site, more }: Texts): string {
  return [title, site, more].filter(text => text !== '').join(' · ');
}

function marked({ title, site, more }: Texts): string {
  const rest = more === '' ? '' : ` <dim>· ${escaped(more)}</dim>`;
  return `<match>${escaped(title)}</match> <url>${escaped(site)}</url>${rest}`;
}

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes text for a description in Chromium, which takes well-formed XML only. */
export function escaped(text: string): string {
  // Neither lone surrogates nor control characters are valid XML.
  return text.replace(
    /[&<>"']|[^\t\n\r -\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu,
    sign => signs[sign] ?? '\u{fffd}',
  );
}

function inOneLine(text: string, maxChars: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > maxChars ? `${line.slice(0, maxChars - 1)}…` : line;
}

function another(content: string, taken: ReadonlySet<string>): string {
  for (let at = 2; ; at += 1) {
    const one = at === 2 && !taken.has(content) ? content : `${content} (${at})`;
    if (!taken.has(one)) return one;
  }
}
