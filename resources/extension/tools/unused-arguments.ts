// Which arguments of a call of computer its action has no use for: named in the answer, because whoever sent them meant something by them.
import { type AimNames, aimNames, startNames } from './aim-names.ts';
import type { Arguments, ContentBlock, ToolResult } from './tool.ts';

const picture = ['scale', 'quality', 'format', 'purpose', 'annotate', 'save_to_disk'];
const aim = ['ref', 'selector', 'selector_timeout', 'coordinate'];
const click = [...aim, 'modifiers'];

const usedBy: Readonly<Record<string, readonly string[]>> = {
  screenshot: picture,
  zoom: [...picture, 'region'],
  left_click: click,
  right_click: click,
  double_click: click,
  triple_click: click,
  left_click_drag: [...aim, 'start_ref', 'start_selector', 'start_coordinate'],
  hover: aim,
  type: [...aim, 'text', 'clear'],
  key: [...aim, 'text', 'repeat'],
  scroll: [...aim, 'scroll_direction', 'scroll_amount'],
  scroll_to: [...aim, 'left', 'top'],
  wait: ['selector', 'text', 'url', 'duration'],
};
/** What no action knows the hub names. */
const known = [...new Set(Object.values(usedBy).flat())];

/** Nothing and `false` ask for nothing. */
export function unusedArguments(action: string, args: Arguments): string[] {
  const used = new Set(usedBy[action]);
  const idle = known.filter(name => !used.has(name) && isGiven(args[name]));
  return [...idle, ...[startNames, aimNames].flatMap(names => secondPlace(args, used, names))];
}

/** An element goes before the place that was sent beside it. */
function secondPlace(args: Arguments, used: ReadonlySet<string>, { ref, selector, coordinate }: AimNames): string[] {
  const isSecond = used.has(coordinate) && (isGiven(args[ref]) || isGiven(args[selector]));
  return isSecond && isGiven(args[coordinate]) ? [coordinate] : [];
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && value !== false;
}

/** The answer, which names them behind what it says. */
export function tellingUnused(action: string, args: Arguments, result: ToolResult): ToolResult {
  const unused = unusedArguments(action, args);
  if (unused.length === 0) return result;
  const words = `${action} ignores ${unused.join(', ')}.`;
  const last = result.content.findLastIndex(({ type }) => type === 'text');
  const content: ContentBlock[] = result.content.map((block, at) =>
    at === last && block.type === 'text' ? { ...block, text: `${block.text} ${words}` } : block,
  );
  return { ...result, content: last < 0 ? [...content, { type: 'text', text: words }] : content };
}
