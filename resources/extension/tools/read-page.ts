// read_page: the page and its frames as an indented tree of roles and names, with a ref for each element to use in computer.
import { ToolError } from '../tool-error.ts';
import { changeLines, isCut, itemsOf } from './compare-readings.ts';
import { outlineOf } from './page-outline.ts';
import { changesSince, keepReading } from './readings.ts';
import { readTarget } from './target.ts';
import { readNumber, readString, type Tool, type ToolContext, textResult } from './tool.ts';

const wholePage = { ref: '', selector: '' };
/** Changes that are so many characters longer than the whole tell less than it. */
const muchChanged = 200;

export const readPage: Tool = async (args, context) => {
  const filter = readString(args, 'filter') ?? 'all';
  if (filter !== 'all' && filter !== 'interactive') {
    throw new ToolError('ERR_INVALID_ARGUMENTS', `filter is ${JSON.stringify(filter)}; send "interactive" or "all".`);
  }
  const options = {
    interactiveOnly: filter === 'interactive',
    depth: readNumber(args, 'depth', 15, 1, 100),
    maxChars: readNumber(args, 'max_chars', 50_000, 100, 5_000_000),
    from: readNumber(args, 'from', 0, 0, 10_000_000),
  };
  const since = readNumber(args, 'since', 0, 0, Number.MAX_SAFE_INTEGER);
  const target = readTarget(args, 'ref_id') ?? wholePage;
  const text = await outlineOf(args, context, target, options);
  return textResult(await asReading(context, text, JSON.stringify([target, options]), since));
};

/** With the number of this reading below; `since` is that of an earlier one, or 0. */
async function asReading({ page, tabId }: ToolContext, text: string, asked: string, since: number): Promise<string> {
  const lines = text.split('\n');
  const head = lines.indexOf('', 2) + 1;
  const items = itemsOf(lines.slice(head));
  const of = `${page.documentId} ${asked}`;
  const changes = since > 0 ? changesSince(tabId, since, of, items) : null;
  const number = await keepReading(tabId, of, items);
  const mark = `\n\nreading ${number}`;
  if (changes === null) return text + mark;
  if (typeof changes === 'string') return `${text}\n(all of it, because ${changes})${mark}`;
  const told = [...lines.slice(0, head), `since reading ${since}:`, ...changeLines(changes, isCut(items))].join('\n');
  // After much has changed the whole is hardly longer, and has its order.
  return (told.length < text.length + muchChanged ? told : text) + mark;
}
