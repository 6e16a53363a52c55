// What a page gives a model to read (Prompt API, "LanguageModelMessageContent").
import { isRecord } from './json.ts';

/** A text, or parts of which each is one; null for everything else, such as pictures. */
export function promptText(content: unknown): string | null {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return null;
  const parts = content.map(part => {
    const { type, value, text } = isRecord(part) ? part : {};
    const said = value ?? text;
    return type === 'text' && typeof said === 'string' ? said : null;
  });
  return parts.includes(null) ? null : parts.join('');
}
