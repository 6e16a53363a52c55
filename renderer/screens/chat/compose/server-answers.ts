// What servers answer for the field: the text of a prompt, and a resource as a file of the question. Pure.
import { isRecord } from '../../../../contract/json.ts';
import { textFile } from './attached.ts';
import type { FileAsk } from '../../../../contract/schemas/chat-requests.ts';
import type { Attached } from './attached.ts';

/** The texts of its messages, one below the other; '' where there is none. */
export function promptText(result: unknown): string {
  const messages = isRecord(result) && Array.isArray(result['messages']) ? result['messages'] : [];
  return messages
    .map(message => textOf(isRecord(message) ? message['content'] : null))
    .filter(text => text !== '')
    .join('\n\n');
}

function textOf(content: unknown): string {
  if (!isRecord(content)) return '';
  if (typeof content['text'] === 'string') return content['text'];
  return textOf(content['resource']);
}

/** Its first content; null where there is none that could go along. */
export function resourceFile(result: unknown, name: string, key: string): Attached | null {
  const [first] = isRecord(result) && Array.isArray(result['contents']) ? (result['contents'] as unknown[]) : [];
  if (!isRecord(first)) return null;
  const given = typeof first['mimeType'] === 'string' ? first['mimeType'].slice(0, 100) : '';
  if (typeof first['text'] === 'string') return textFile(name, given || 'text/plain', first['text'], key);
  if (typeof first['blob'] !== 'string') return null;
  const mediaType = given || 'application/octet-stream';
  const ask: FileAsk = { name, mediaType, data: first['blob'] };
  return { key, name, mediaType, bytes: Math.floor((first['blob'].length * 3) / 4), ask };
}
