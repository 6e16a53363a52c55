// read_page: the page and its frames as an indented tree of roles and names, with a ref for each element to use in computer.
import { ToolError } from '../tool-error.ts';
import { outlineOf } from './page-outline.ts';
import { readTarget } from './target.ts';
import { readNumber, readString, type Tool, textResult } from './tool.ts';

const wholePage = { ref: '', selector: '' };

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
  return textResult(await outlineOf(args, context, readTarget(args, 'ref_id') ?? wholePage, options));
};
