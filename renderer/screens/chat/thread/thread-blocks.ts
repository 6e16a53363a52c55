// The turns of a thread in blocks that stay the same ones while turns come in above and below. Pure.
import type { ChatTurn } from '../../../../contract/schemas/chat.ts';

export interface ThreadBlock {
  /** Which one it is, counted from the beginning of the whole conversation. */
  readonly number: number;
  readonly turns: ChatTurn[];
}

export const turnsOfBlock = 20;

/** `earlier` is how many turns come before the first of these. */
export function threadBlocks(turns: readonly ChatTurn[], earlier: number): ThreadBlock[] {
  const blocks: ThreadBlock[] = [];
  for (let begin = 0; begin < turns.length; ) {
    const number = Math.floor((earlier + begin) / turnsOfBlock);
    const end = (number + 1) * turnsOfBlock - earlier;
    blocks.push({ number, turns: turns.slice(begin, end) });
    begin = end;
  }
  return blocks;
}
