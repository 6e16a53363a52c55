// Which files of a question a model does not get, and why.
import { maxAnswerFileBytes } from '../../../../contract/chat.ts';
import { isPicture, textOfFile } from './model-messages.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { ChatFile, ChatModel } from '../../../../contract/schemas/chat.ts';
import type { KeptFile } from '../../store/chats-table.ts';

export function leftOutFiles(
  files: readonly ChatFile[],
  kept: ReadonlyMap<string, KeptFile>,
  model: ChatModel | null,
  /** Those that are too much for one answer. */
  tooMany: ReadonlySet<string> = new Set(),
): ChatFile[] {
  return files.map(({ leftOut: _, ...file }) => {
    const leftOut: Reason | null = tooMany.has(file.id)
      ? { kind: 'chat-files-too-many', file: file.name, most: maxAnswerFileBytes }
      : whyLeftOut(kept.get(file.id), model);
    return leftOut ? { ...file, leftOut } : file;
  });
}

function whyLeftOut(file: KeptFile | undefined, model: ChatModel | null): Reason | null {
  if (!file) return { kind: 'no-chat-file' };
  if (isPicture(file.mediaType))
    return model && !model.readsPictures ? { kind: 'chat-no-pictures', model: model.model } : null;
  return textOfFile(file.data) === null ? { kind: 'chat-no-such-files', file: file.name } : null;
}
