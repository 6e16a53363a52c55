// What the Claude wires share: names of tools, forms of content blocks, and the tabs that a result speaks of in its text.
import { isRecord, jsonIn } from '../../../contract/json.ts';

/** Claude's name on the left, the hub's on the right; every other tool has one name (seed: tools/list of the real servers). */
const renamed = { tabs_context_mcp: 'tabs_context', tabs_create_mcp: 'tabs_create', tabs_close_mcp: 'tabs_close' };
const hubNames = new Map<string, string>(Object.entries(renamed));
const claudeNames = new Map<string, string>(Object.entries(renamed).map(([claude, hub]) => [hub, claude]));

export function hubToolName(claude: string): string {
  return hubNames.get(claude) ?? claude;
}

export function claudeToolName(hub: string): string {
  return claudeNames.get(hub) ?? hub;
}

/** The real host's words for a message of a kind that it does not know (seed 2.4). An object may have no form as a string. */
export function unknownType(type: unknown): string {
  const shown = typeof type === 'object' && type !== null ? '[object Object]' : String(type);
  return `Unknown message type: ${shown.slice(0, 100)}`;
}

export function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}

export interface Block {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** Claude's content (a text or blocks) as MCP's blocks; what is no block is dropped. */
export function toMcpContent(content: unknown): Block[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  if (!Array.isArray(content)) return [];
  return content.filter(isBlock).map(toMcpBlock);
}

/** MCP's blocks in Claude's form: an image carries `source` and not `data` and `mimeType` (but see `withPlainImages`). */
export function toClaudeContent(content: unknown): Block[] {
  return Array.isArray(content) ? content.filter(isBlock).map(toClaudeBlock) : [];
}

/** The form of an error: one text alone is sent as text, as the real extension does, everything else as blocks. */
export function toClaudeError(content: unknown): string | Block[] {
  const blocks = toClaudeContent(content);
  const [only] = blocks;
  return blocks.length === 1 && typeof only?.text === 'string' ? only.text : blocks;
}

/**
 * The images as MCP has them beside Claude's form, because nonsleepr/claude-chrome-mcp reads that; Claude Code reads `source` alone. Every
 * image is there twice then, so all of them stay as they are where they would need more than `spareBytes`.
 */
export function withPlainImages(content: readonly Block[], spareBytes: number): Block[] {
  const plain = content.map(toMcpBlock);
  const bytes = plain.reduce((sum, { type, data }) => sum + (type === 'image' ? lengthOf(data) + maxKeysBytes : 0), 0);
  return content.map((block, at) => (bytes > spareBytes ? block : { ...plain[at], ...block }));
}

/** Of `"data":"","mimeType":"image/jpeg",` and a longer type. */
const maxKeysBytes = 200;

function lengthOf(value: unknown): number {
  return typeof value === 'string' ? Buffer.byteLength(value) : 0;
}

function toMcpBlock(block: Block): Block {
  const { source } = block;
  if (block.type !== 'image' || !isRecord(source) || typeof source.data !== 'string') return block;
  return { type: 'image', data: source.data, mimeType: textOr(source.media_type, 'image/png') };
}

function toClaudeBlock(block: Block): Block {
  if (block.type !== 'image' || typeof block.data !== 'string') return block;
  return {
    type: 'image',
    source: { type: 'base64', media_type: textOr(block.mimeType, 'image/png'), data: block.data },
  };
}

function isBlock(value: unknown): value is Block {
  return isRecord(value) && typeof value.type === 'string';
}

export interface ListedTab {
  readonly tabId: number;
  readonly title: string;
  readonly url: string;
}

/** The tabs that a result of tabs_context lists in its text (an object with `availableTabs`, or the array alone), or null. */
export function listedTabs(content: readonly Block[]): ListedTab[] | null {
  for (const block of content) {
    const value = jsonOf(block);
    const list = isRecord(value) ? value.availableTabs : value;
    if (Array.isArray(list)) return list.flatMap(readTab);
  }
  return null;
}

/** Replaces what listedTabs would read; every other block stays as it is. */
export function withListedTabs(content: readonly Block[], tabs: readonly ListedTab[]): Block[] {
  return content.map(block => {
    const value = jsonOf(block);
    if (Array.isArray(value)) return { ...block, text: JSON.stringify(tabs) };
    if (!isRecord(value) || !Array.isArray(value.availableTabs)) return block;
    return { ...block, text: JSON.stringify({ ...value, availableTabs: tabs }) };
  });
}

/** Says in a list of tabs in which browser they are. */
export function withBrowser(content: readonly Block[], browser: string): Block[] {
  return content.map(block => {
    const value = jsonOf(block);
    if (!isRecord(value) || !Array.isArray(value.availableTabs)) return block;
    return { ...block, text: JSON.stringify({ ...value, browser }) };
  });
}

/** Real clients take a list of tabs without a group for none at all; the number says nothing, as each agent is its own group. */
export function withTabGroup(content: readonly Block[], tabGroupId: number): Block[] {
  return content.map(block => {
    const value = jsonOf(block);
    if (!isRecord(value) || !Array.isArray(value.availableTabs) || 'tabGroupId' in value) return block;
    return { ...block, text: JSON.stringify({ ...value, tabGroupId }) };
  });
}

/** The tab that tabs_create made: JSON with a `tabId`, or the words `Tab ID: 12`; null when the text names none. */
export function createdTab(content: readonly Block[]): ListedTab | null {
  for (const block of content) {
    const value = jsonOf(block);
    const [tab] = isRecord(value) ? readTab(value) : [];
    if (tab) return tab;
    const words = typeof block.text === 'string' ? /\btab ?id"?:? *(\d{1,15})\b/i.exec(block.text) : null;
    if (words) return { tabId: Number(words[1]), title: '', url: '' };
  }
  return null;
}

/** With the real extension's own sentence first, by which its clients learn the tab; unless it is there already. */
export function withCreatedTab(content: readonly Block[]): Block[] {
  const tab = createdTab(content);
  // The title of a page may say the same.
  const isSaid = ({ text }: Block) => typeof text === 'string' && /^[^[{"]*\bTab ID: ?\d/.test(text);
  if (!tab || content.some(isSaid)) return [...content];
  return [{ type: 'text', text: `Created new tab. Tab ID: ${tab.tabId}` }, ...content];
}

function readTab(value: unknown): ListedTab[] {
  if (!isRecord(value) || typeof value.tabId !== 'number' || !Number.isSafeInteger(value.tabId)) return [];
  const text = (key: string) => (typeof value[key] === 'string' ? value[key] : '');
  return [{ tabId: value.tabId, title: text('title'), url: text('url') }];
}

function jsonOf(block: Block): unknown {
  if (block.type !== 'text' || typeof block.text !== 'string' || !/^\s*[[{]/.test(block.text)) return null;
  return jsonIn(block.text);
}
