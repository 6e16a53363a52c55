// What the extension of spec 001 adds to its answers without being asked: a list of all tabs of its group, whoever works in them.
import type { Block, ListedTab } from './claude-tools.ts';

const words = 'Tab Context:';
/** The whole rest of a text. The address stands in quotes in newer versions of the extension. */
const list = /^Tab Context:(?:\n- Executed on tabId: [^\n]*)?\n- Available tabs:(?:\n[^\S\n]*•[^\n]*)*\s*$/;
const executedOn = /^Tab Context:\n- Executed on tabId: (\d+)(?=\n|$)/;
/** A list that was asked for on behalf of a call which named no tab. */
const frontLoaded = /^\s*Tab context \(from /;

/** The same content with only these tabs in such a list. */
export function withTabContext(content: readonly Block[], tabs: readonly ListedTab[]): Block[] {
  return content.flatMap(block => {
    const { text } = block;
    if (block.type !== 'text' || typeof text !== 'string') return [block];
    if (frontLoaded.test(text)) return [];
    // A title may have the same words in it, but not at the start of a line.
    const isOwn = text.trimStart().startsWith(words);
    const at = isOwn ? text.indexOf(words) : text.lastIndexOf(`\n${words}`) + 1;
    const rest = text.slice(at);
    if (!isOwn && (at === 0 || !list.test(rest))) return [block];
    const before = text.slice(0, at).trimEnd();
    const executed = executedOn.exec(rest)?.[1];
    const lines = [
      words,
      ...(executed === undefined ? [] : [`- Executed on tabId: ${executed}`]),
      '- Available tabs:',
      ...tabs.map(({ tabId, title, url }) => `  • tabId ${tabId}: "${title}" ("${url}")`),
    ];
    return [{ ...block, text: `${before}\n\n${lines.join('\n')}` }];
  });
}
