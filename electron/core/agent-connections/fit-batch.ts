// Makes the joined answer of several calls fit into what its asker's wire takes: each of them fits by itself, all together may not.
import { fitReply } from '../images/fit-reply.ts';
import type { ToolResult } from '../../../contract/schemas/messages.ts';
import type { ImageScaler } from '../images/image-scaler.ts';

type Block = ToolResult['content'][number];

export interface BatchFit {
  /** The largest answer that the asker's wire takes, in bytes. */
  readonly maxBytes: number;
  readonly scaler: Pick<ImageScaler, 'scale'>;
}

/** What a wire's own form puts around a block, and around all of them. */
const blockBytes = 128;
const envelopeBytes = 8_192;

/** What the calls did is done, so the rest of their answers is told: what is largest gives way first, and a text says so. */
export async function fitBatch(result: ToolResult, { maxBytes, scaler }: BatchFit): Promise<ToolResult> {
  const fitted = await fitReply(result, maxBytes, scaler);
  const content = [...fitted.content];
  const sizes = content.map(sizeOf);
  let over = sizes.reduce((sum, size) => sum + size, envelopeBytes) - maxBytes;
  const largestFirst = [...sizes.keys()].toSorted((a, b) => (sizes[b] ?? 0) - (sizes[a] ?? 0));
  for (const index of largestFirst) {
    const size = sizes[index] ?? 0;
    const note = leftOut(size, maxBytes);
    if (over <= 0 || size <= sizeOf(note)) break;
    content[index] = note;
    over -= size - sizeOf(note);
  }
  return { ...fitted, content };
}

function leftOut(bytes: number, maxBytes: number): Block {
  const text = `An answer of ${bytes} bytes was left out here, because this wire takes at most ${maxBytes} bytes for all of them; make that call by itself.`;
  return { type: 'text', text };
}

function sizeOf(block: Block): number {
  return Buffer.byteLength(JSON.stringify(block)) + blockBytes;
}
