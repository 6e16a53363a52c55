// The content of a result as it is shown: only pictures of known kinds become pictures.
import { isRecord } from '../../contract/json.ts';

export type ReplayBlock =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'image'; readonly source: string; readonly type: string }
  | { readonly kind: 'other'; readonly value: unknown };

/** Kinds that hold no program. */
const pictureTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
const base64 = /^[A-Za-z0-9+/\s]+={0,2}\s*$/;

/** Of a result of `tools/call` its blocks; any other result as it is. */
export function replayBlocks(result: unknown): ReplayBlock[] {
  if (result === null || result === undefined) return [];
  const content: unknown = isRecord(result) ? result['content'] : undefined;
  if (!Array.isArray(content) || content.length === 0) return [{ kind: 'other', value: result }];
  const blocks = content.map(blockOf);
  const structured = isRecord(result) ? result['structuredContent'] : undefined;
  return structured === undefined ? blocks : [...blocks, { kind: 'other', value: structured }];
}

function blockOf(block: unknown): ReplayBlock {
  if (!isRecord(block)) return { kind: 'other', value: block };
  const { type, text, data, mimeType } = block;
  if (type === 'text' && typeof text === 'string') return { kind: 'text', text };
  const isPicture = type === 'image' && typeof data === 'string' && base64.test(data);
  if (isPicture && typeof mimeType === 'string' && pictureTypes.has(mimeType))
    return { kind: 'image', source: `data:${mimeType};base64,${data}`, type: mimeType };
  return { kind: 'other', value: block };
}
