// What came back from a call, block by block as it is shown: nothing of it is ever opened, run or drawn but texts and pictures of known kinds.
import { isRecord } from '../../../contract/json.ts';
import { replayBlocks } from '../../store/replay-blocks.ts';

export type CallBlock =
  | { readonly kind: 'text'; readonly text: string; readonly of: string | null }
  | { readonly kind: 'image'; readonly source: string; readonly type: string; readonly bytes: number }
  | { readonly kind: 'link'; readonly uri: string; readonly name: string; readonly description: string }
  /** A picture that is not drawn, a sound, a file: its type and how many bytes it has. `of` is its address. */
  | {
      readonly kind: 'data';
      readonly what: 'picture' | 'sound' | 'file';
      readonly of: string | null;
      readonly type: string;
      readonly bytes: number;
    }
  | { readonly kind: 'structured' | 'other'; readonly value: unknown };

/** Larger pictures, and more of them, would hold up the page. */
const largestPicture = 24_000_000;
const mostPictures = 24;
export const mostBlocks = 100;

/** At most 100; `more` are left out. */
export function callBlocks(result: unknown): { readonly blocks: readonly CallBlock[]; readonly more: number } {
  const structured = isRecord(result) ? result['structuredContent'] : undefined;
  const { structuredContent: _, ...rest } = isRecord(result) ? result : {};
  const content: unknown = rest['content'];
  const isEmpty = Array.isArray(content) && content.length === 0 && structured !== undefined;
  const shown = isEmpty ? [] : replayBlocks(isRecord(result) ? rest : result);
  const all: CallBlock[] = shown.map(block => {
    if (block.kind === 'text') return { ...block, of: null };
    if (block.kind === 'image') return { ...block, bytes: bytesOf(block.source.slice(block.source.indexOf(',') + 1)) };
    return refined(block.value);
  });
  if (structured !== undefined) all.push({ kind: 'structured', value: structured });
  let pictures = 0;
  const blocks = all.slice(0, mostBlocks).map<CallBlock>(block => {
    if (block.kind !== 'image') return block;
    pictures += 1;
    const isShown = pictures <= mostPictures && block.bytes <= largestPicture;
    return isShown ? block : { kind: 'data', what: 'picture', of: null, type: block.type, bytes: block.bytes };
  });
  return { blocks, more: all.length - blocks.length };
}

/** MCP 2025-11-25 "Tool Result": links, embedded resources and sounds. */
function refined(value: unknown): CallBlock {
  if (!isRecord(value)) return { kind: 'other', value };
  const { type, data, mimeType, uri, name, description, resource } = value;
  const text = (part: unknown) => (typeof part === 'string' ? part : '');
  if (type === 'resource_link' && typeof uri === 'string')
    return { kind: 'link', uri, name: text(name), description: text(description) };
  if ((type === 'audio' || type === 'image') && typeof data === 'string') {
    const what = type === 'audio' ? 'sound' : 'picture';
    return { kind: 'data', what, of: null, type: text(mimeType), bytes: bytesOf(data) };
  }
  if (type !== 'resource' || !isRecord(resource)) return { kind: 'other', value };
  if (typeof resource['text'] === 'string') return { kind: 'text', text: resource['text'], of: text(resource['uri']) };
  const { blob } = resource;
  return typeof blob === 'string'
    ? { kind: 'data', what: 'file', of: text(resource['uri']), type: text(resource['mimeType']), bytes: bytesOf(blob) }
    : { kind: 'other', value };
}

/** Of base64. */
function bytesOf(data: string): number {
  return Math.floor((data.length * 3) / 4);
}
