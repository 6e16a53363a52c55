// A command of spec 000 that goes to an extension of spec 000 as it was asked: the hub's tool decides whether, and nothing of it is lost.
import { isRecord } from '../../../contract/json.ts';
import type { ToolResult } from '../../../contract/schemas/messages.ts';

export interface OwnCommand {
  readonly command: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Where a tool's result carries what the extension answered, and what the companion tells beside. */
const key = 'dev.pilothouse/own';
const factsKey = 'dev.pilothouse/facts';

/** The params for the extension: which tab and for whom is the hub's to say, and no other window is reached. */
export function ownParams({ params }: OwnCommand): Record<string, unknown> {
  const { tabId: _tab, agentId: _agent, windowId: _window, ...rest } = params;
  return rest;
}

/** The answer as content and the rest: a picture stands among the blocks, where it is scaled to what its asker's wire takes. */
export function splitOwn(value: unknown): { content: ToolResult['content']; own: Record<string, unknown> } {
  // Only getWindows answers with a list.
  const { dataUrl, ...own } = isRecord(value) ? value : Array.isArray(value) ? { windows: value } : {};
  const [, mimeType, data] = typeof dataUrl === 'string' ? (/^data:([^;,]+);base64,(.*)$/s.exec(dataUrl) ?? []) : [];
  if (data === undefined) return { content: [], own: dataUrl === undefined ? own : { ...own, dataUrl } };
  return { content: [{ type: 'image', data, mimeType }], own };
}

type More = Record<string, unknown> | undefined;

export function withOwn(
  result: ToolResult,
  { own, facts }: { readonly own?: More; readonly facts?: More },
): ToolResult {
  if (!own && !facts) return result;
  return { ...result, _meta: { ...(own && { [key]: own }), ...(facts && { [factsKey]: facts }) } };
}

/** What the companion tells beside its answer; null where it tells nothing. */
export function factsOf({ _meta }: ToolResult): Record<string, unknown> | null {
  const facts = isRecord(_meta) ? _meta[factsKey] : undefined;
  return isRecord(facts) ? facts : null;
}

/** What the extension answered, in one piece again; null when it was asked for a tool of the hub. */
export function ownOf(result: ToolResult): Record<string, unknown> | null {
  const own = isRecord(result._meta) ? result._meta[key] : undefined;
  if (!isRecord(own)) return null;
  const image = result.content.find(({ type }) => type === 'image');
  if (!image) return own;
  const mimeType = String(image.mimeType);
  const scaled = isRecord(image._meta) ? image._meta['dev.pilothouse/scaled'] : undefined;
  return {
    ...own,
    ...(isRecord(scaled) ? { format: mimeType.replace('image/', ''), scaledSize: scaled.to } : {}),
    dataUrl: `data:${mimeType};base64,${String(image.data)}`,
  };
}
