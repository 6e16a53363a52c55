// What the extension of spec 001 adds to its answers without being asked: a list of all tabs of its group, whoever works in them.
import type { Block, ListedTab } from './claude-tools.ts';

/** At the end of a text, or a block of its own. The address stands in quotes in newer versions of the extension. */
const atEnd = /\s*\bTab Context:(?:\n- Executed on tabId: ([^\n]*))?\n- Available tabs:(?:\n[^\S\n]*•[^\n]*)*\s*$/;
const ownBlock = /^\s*Tab Context:(?:\n- Executed on tabId: ([^\n]*))?/;
/** A list that was asked for on behalf of a call which named no tab. */
const frontLoaded = /^\s*Tab context \(from /;

/** The same content with only these tabs in such a list. */
export function withTabContext(content: readonly Block[], tabs: readonly ListedTab[]): Block[] {
  return content.flatMap(block => {
    const { text } = block;
    if (block.type !== 'text' || typeof text !== 'string') return [block];
    if (frontLoaded.test(text)) return [];
    const found = ownBlock.exec(text) ?? atEnd.exec(text);
    if (!found) return [block];
    const executed = /^\d+$/.test(found[1] ?? '') ? `\n- Executed on tabId: ${found[1]}` : '';
    const lines = tabs.map(({ tabId, title, url }) => `\n  • tabId ${tabId}: "${title}" ("${url}")`).join('');
    return [{ ...block, text: `${text.slice(0, found.index)}\n\nTab Context:${executed}\n- Available tabs:${lines}` }];
  });
}
