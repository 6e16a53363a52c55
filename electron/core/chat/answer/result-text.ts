// The result of a call as text: what a model reads of it, and what the panel shows in one line of its arguments.

import { keptResultChars } from '../../../../contract/chat.ts';
import { isRecord } from '../../../../contract/json.ts';

const maxSummaryChars = 120;

/** Pictures and sound are named by their kind and size. */
export function resultText(result: unknown): string {
  if (!isRecord(result)) return '';
  const blocks = Array.isArray(result.content) ? result.content.map(blockText) : [];
  const text = blocks.filter(block => block !== '').join('\n');
  const whole = text === '' && result.structuredContent !== undefined ? JSON.stringify(result.structuredContent) : text;
  if (whole.length <= keptResultChars) return whole;
  return `${whole.slice(0, keptResultChars)}\n(${whole.length} characters in all; the rest is left out.)`;
}

function word(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function blockText(block: unknown): string {
  if (!isRecord(block)) return '';
  const { type, text, data, mimeType, uri, resource } = block;
  if (type === 'text') return typeof text === 'string' ? text : '';
  if (type === 'resource_link') return `(link to ${word(uri)})`;
  if (type === 'resource' && isRecord(resource))
    return typeof resource.text === 'string' ? resource.text : `(resource ${word(resource.uri)})`;
  const bytes = typeof data === 'string' ? Math.floor((data.length * 3) / 4) : 0;
  return `(${word(type)} ${word(mimeType)}, ${bytes} bytes)`;
}

/** The first text among the arguments, else their numbers: what tells the most of a call in one line. */
export function argumentSummary(args: Readonly<Record<string, unknown>>): string {
  const values = Object.values(args);
  const text = values.find((value): value is string => typeof value === 'string' && value.trim() !== '');
  const first = text ?? values.filter(value => typeof value === 'number').join(', ');
  const line = first.trim().replace(/\s+/g, ' ');
  return line.length > maxSummaryChars ? `${line.slice(0, maxSummaryChars - 1)}…` : line;
}
