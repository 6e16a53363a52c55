// read_page: the page as an indented tree of roles and names, with a ref for each element to use in computer.
import { installElementWords } from '../page/element-words.ts';
import { readTree } from '../page/read-tree.ts';
import { ToolError } from '../tool-error.ts';
import { inPage } from './in-page.ts';
import { readNumber, readString, type Tool, textResult } from './tool.ts';

export const readPage: Tool = async (args, { tabId, signal }) => {
  const filter = readString(args, 'filter') ?? 'all';
  if (filter !== 'all' && filter !== 'interactive') {
    throw new ToolError('ERR_INVALID_ARGUMENTS', `filter is ${JSON.stringify(filter)}; send "interactive" or "all".`);
  }
  const options = {
    interactiveOnly: filter === 'interactive',
    depth: readNumber(args, 'depth', 15, 1, 100),
    maxChars: readNumber(args, 'max_chars', 50_000, 100, 5_000_000),
    refId: readString(args, 'ref_id') ?? '',
  };
  await inPage(tabId, installElementWords, [], signal);
  const tree = await inPage(tabId, readTree, [options], signal);
  if (tree === '') {
    throw new ToolError(
      'ERR_TOOL_FAILED',
      `${options.refId} is not on the page any more; call read_page without ref_id.`,
    );
  }
  return textResult(tree);
};
