// find: the elements of a page that words or a CSS selector speak of, as JSON.
import { ToolError } from '../tool-error.ts';
import { inPage } from './in-page.ts';
import { isProblem, problemError } from './target.ts';
import { readNumber, readString, type Tool, textResult } from './tool.ts';

const maxElements = 20;

export const find: Tool = async (args, context) => {
  const [query, selector] = [readString(args, 'query')?.trim() ?? '', readString(args, 'selector') ?? ''];
  if ((query === '') === (selector === ''))
    throw new ToolError('ERR_INVALID_ARGUMENTS', 'find needs a query in words or a CSS selector, and one of them.');
  const limit = readNumber(args, 'limit', maxElements, 1, 100);
  const found = await inPage(context, 'findElements', { query, selector, limit });
  if (isProblem(found)) throw problemError(found);
  return textResult(JSON.stringify(found));
};
