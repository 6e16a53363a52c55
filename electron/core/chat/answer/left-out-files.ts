// Which files of a question a model does not get, and why.
import { isPicture, textOfFile } from './model-messages.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { ChatFile, ChatModel } from '../../../../contract/schemas/chat.ts';
import type { KeptFile } from '../../store/chats-table.ts';

export function leftOutFiles(
  files: readonly ChatFile[],
  kept: ReadonlyMap<string, KeptFile>,
  model: ChatModel | null,
): ChatFile[] {
  return files.map(({ leftOut: _, ...file }) => {
    const leftOut = whyLeftOut(kept.get(file.id), model);
    return leftOut ? { ...file, leftOut } : file;
  });
}

function whyLeftOut(file: KeptFile | undefined, model: ChatModel | null): Reason | null {
  if (!file) return { kind: 'no-chat-file' };
  if (isPicture(file.mediaType))
    return model && !model.readsPictures ? { kind: 'chat-no-pictures', model: model.model } : null;
  return textOfFile(file.data) === null ? { kind: 'chat-no-such-files', file: file.name } : null;
}
