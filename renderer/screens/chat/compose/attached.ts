// Files on their way into a question: read where they are, held against the bounds, none sent before the question is. Pure but for reading.
import { maxFileBytes, maxQuestionFiles } from '../../../../contract/chat.ts';
import { visibleText } from '../../../../contract/visible-text.ts';
import { formatBytes } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import type { ChatFile } from '../../../../contract/schemas/chat.ts';
import type { FileAsk } from '../../../../contract/schemas/chat-requests.ts';

export interface Attached {
  readonly key: string;
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
  readonly ask: FileAsk;
}

export function isPicture({ mediaType }: Pick<Attached, 'mediaType'>): boolean {
  return mediaType.startsWith('image/');
}

/** One that the conversation has already. */
export function keptFile({ id, name, mediaType, bytes }: ChatFile): Attached {
  return { key: id, name, mediaType, bytes, ask: { id } };
}

/** Why a file cannot come along; null where it can. */
export function fileTrouble(file: { readonly name: string; readonly size: number }, count: number): string | null {
  const name = visibleText(file.name);
  if (count >= maxQuestionFiles)
    return t('{name} was left out: a question has at most {max} files.', { name, max: maxQuestionFiles });
  if (file.size > maxFileBytes)
    return t('{name} was left out: it has {bytes}, and at most {max} can be sent.', {
      name,
      bytes: formatBytes(file.size),
      max: formatBytes(maxFileBytes),
    });
  return file.size === 0 ? t('{name} was left out: it is empty.', { name }) : null;
}

/** Kinds that a system does not know by a name of their own are told by the end of the file's name. */
const typesByEnd: Readonly<Record<string, string>> = {
  md: 'text/markdown',
  csv: 'text/csv',
  json: 'application/json',
  yaml: 'text/yaml',
  yml: 'text/yaml',
};

export function mediaTypeOf({ name, type }: { readonly name: string; readonly type: string }): string {
  if (type !== '') return type.slice(0, 100);
  return typesByEnd[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'text/plain';
}

export async function readAttached(file: File, key: string): Promise<Attached> {
  const data = base64(new Uint8Array(await file.arrayBuffer()));
  const name = file.name === '' ? t('pasted picture') : file.name.slice(-255);
  const mediaType = mediaTypeOf(file);
  return { key, name, mediaType, bytes: file.size, ask: { name, mediaType, data } };
}

/** In pieces, because a call takes only so many arguments. */
export function base64(bytes: Uint8Array): string {
  const step = 0x8000;
  let text = '';
  for (let at = 0; at < bytes.length; at += step) text += String.fromCharCode(...bytes.subarray(at, at + step));
  return btoa(text);
}

/** A text that came from a server, as a file of the question. */
export function textFile(name: string, mediaType: string, text: string, key: string): Attached {
  const bytes = new TextEncoder().encode(text);
  return { key, name, mediaType, bytes: bytes.length, ask: { name, mediaType, data: base64(bytes) } };
}
