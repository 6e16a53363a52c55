// What a page suggests in the address bar, read with care: its texts are shown to the user, and what it names is carried out when chosen.
import { isRecord } from '../../../../contract/json.ts';
import { visibleText } from '../../../../contract/visible-text.ts';

/** What is done when it is chosen. Addresses are those of the web. */
export type Chosen =
  | { readonly kind: 'open'; readonly url: string }
  | { readonly kind: 'search'; readonly query: string }
  | { readonly kind: 'tool'; readonly name: string; readonly args: Readonly<Record<string, unknown>> }
  | { readonly kind: 'copy'; readonly text: string }
  | { readonly kind: 'show'; readonly text: string }
  /** Only its page does something. */
  | { readonly kind: 'page' };

export interface Suggestion {
  readonly type: 'url' | 'search' | 'tool' | 'action' | 'answer';
  readonly title: string;
  readonly description: string;
  readonly confidence: number;
  readonly chosen: Chosen;
  /** As the page said it, for its own onSelect. */
  readonly said: Readonly<Record<string, unknown>>;
}

const maxOfProvider = 8;
const maxTitleChars = 300;
const maxTextChars = 20_000;
const maxUrlChars = 4_000;

/** What is no suggestion is left out. `confidence` is that of the match, for those that name none. */
export function readSuggestions(value: unknown, confidence: number): Suggestion[] {
  const list = isRecord(value) && value.suggestions !== undefined ? value.suggestions : value;
  if (!Array.isArray(list)) return [];
  return list.slice(0, maxOfProvider).flatMap(said => readSuggestion(said, confidence) ?? []);
}

function readSuggestion(said: unknown, otherwise: number): Suggestion | null {
  if (!isRecord(said)) return null;
  const { type, title, description, confidence } = said;
  const read = chosenBy(said);
  if (!read || typeof title !== 'string' || title.trim() === '') return null;
  const sure = typeof confidence === 'number' && Number.isFinite(confidence) ? confidence : otherwise;
  return {
    type: type as Suggestion['type'],
    title: shown(title),
    description: typeof description === 'string' ? shown(description) : '',
    confidence: Math.min(1, Math.max(0, sure)),
    chosen: read,
    said,
  };
}

function chosenBy({
  type,
  title,
  url,
  searchQuery,
  tool,
  action,
  answer,
}: Readonly<Record<string, unknown>>): Chosen | null {
  switch (type) {
    case 'url':
      return opened(url);
    case 'search':
      return { kind: 'search', query: textOf(searchQuery) ?? textOf(title) ?? '' };
    case 'tool':
      return isRecord(tool) ? called(tool.name, tool.args) : null;
    case 'action':
      return isRecord(action) ? acted(action) : { kind: 'page' };
    case 'answer': {
      const text = isRecord(answer) ? textOf(answer.text) : null;
      if (text === null) return null;
      return isRecord(answer) && answer.copyable === true ? { kind: 'copy', text } : { kind: 'show', text };
    }
    default:
      return null;
  }
}

function acted(action: Readonly<Record<string, unknown>>): Chosen | null {
  const { type, url, query, text, content, tool, args } = action;
  switch (type) {
    case 'navigate':
      return opened(url);
    case 'search':
      return textOf(query) === null ? null : { kind: 'search', query: textOf(query) ?? '' };
    case 'copy':
      return textOf(text) === null ? null : { kind: 'copy', text: textOf(text) ?? '' };
    case 'show':
      return textOf(content) === null ? null : { kind: 'show', text: textOf(content) ?? '' };
    case 'execute':
      return called(tool, args);
    default:
      return null;
  }
}

/** Null for what is no address of the web: nothing else is opened for a page. */
export function opened(url: unknown): Extract<Chosen, { kind: 'open' }> | null {
  if (typeof url !== 'string' || url.length > maxUrlChars || !URL.canParse(url)) return null;
  const { protocol, href } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? { kind: 'open', url: href } : null;
}

function called(name: unknown, args: unknown): Chosen | null {
  if (typeof name !== 'string' || name === '' || name.length > maxTitleChars) return null;
  return { kind: 'tool', name, args: isRecord(args) ? args : {} };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, maxTextChars) : null;
}

function shown(text: string): string {
  return visibleText(text.replace(/\s+/g, ' ').trim().slice(0, maxTitleChars));
}
