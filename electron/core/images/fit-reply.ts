// Makes a reply fit into what its asker's wire takes, by scaling the pictures in it.
import type { ToolResult } from '../../../contract/schemas/messages.ts';
import type { CallPolicy } from '../wire/incoming-request.ts';
import type { ImageScaler, ScaleAnswer } from './image-scaler.ts';

type Block = ToolResult['content'][number];

/** What a wire's own form puts around the blocks of a reply is well under this. */
const envelopeBytes = 8_192;
/** A batch has 50 calls. */
const maxImages = 50;

/**
 * The same reply when it fits, has no pictures, or they cannot be made small enough; the wire then refuses it with its size.
 * Each scaled picture is followed by a text that says from which size to which.
 */
export async function fitReply(
  result: ToolResult,
  maxBytes: number,
  scaler: Pick<ImageScaler, 'scale'>,
): Promise<ToolResult> {
  // A call that goes on as a task has no content yet.
  const all: readonly Block[] | undefined = result.content;
  const images = all?.filter(isImage) ?? [];
  const imageBytes = images.reduce((sum, { data }) => sum + data.length, 0);
  if (images.length === 0 || images.length > maxImages || imageBytes < maxBytes / 8) return result;
  const rest = { ...result, content: result.content.filter(block => !isImage(block)) };
  // Base64 is JSON as it stands.
  const others = Buffer.byteLength(JSON.stringify(rest));
  const budget = maxBytes - others - envelopeBytes;
  if (imageBytes <= budget || budget <= 0) return result;
  const content: Block[] = [];
  for (const block of result.content) {
    const share = isImage(block) ? Math.floor((budget * block.data.length) / imageBytes) : 0;
    const scaled = isImage(block)
      ? await scaler.scale({ data: block.data, maxBytes: Math.floor(share / 4) * 3 })
      : null;
    if (isImage(block) && !scaled) return result;
    content.push(...(scaled ? scaledBlocks(block, scaled, maxBytes) : [block]));
  }
  return { ...result, content };
}

function scaledBlocks(block: Block, scaled: NonNullable<ScaleAnswer>, maxBytes: number): Block[] {
  const { data, mimeType, from, to } = scaled;
  const size = ({ width, height }: { width: number; height: number }) => `${width}x${height}`;
  const how = from.width === to.width ? 'compressed again at' : `scaled from ${size(from)} to`;
  const text = `The picture was ${how} ${size(to)}, because this wire takes at most ${maxBytes} bytes.`;
  return [
    { ...block, data, mimeType, _meta: { 'dev.pilothouse/scaled': { from, to } } },
    { type: 'text', text },
  ];
}

function isImage(block: Block): block is Block & { readonly data: string } {
  return block.type === 'image' && typeof block.data === 'string';
}

/** `execute` with replies that fit: into what the policy of the call says that its wire takes, else into `maxBytes`. */
export function withFittingReplies<Permit, Call extends { readonly policy: CallPolicy }>(
  execute: (permit: Permit, call: Call) => Promise<ToolResult>,
  scaler: Pick<ImageScaler, 'scale'>,
  maxBytes: number,
): (permit: Permit, call: Call) => Promise<ToolResult> {
  return async (permit, call) => fitReply(await execute(permit, call), call.policy.maxReplyBytes ?? maxBytes, scaler);
}
