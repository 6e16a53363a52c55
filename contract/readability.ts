// The text of a page in the form that pages of all generations read. Pure.
import type { PageText } from './schemas/page-deeds.ts';

const excerptChars = 200;

/** `{url, title, text, content, textContent, excerpt, byline, siteName, length}`: `content` and `textContent` are the same text. */
export function readability({ url, title, text, byline, siteName, html }: PageText) {
  return {
    ...{ url, title, text, content: text, textContent: text },
    excerpt: text.trim().slice(0, excerptChars),
    byline,
    siteName,
    length: text.length,
    ...(html !== undefined && { html }),
  };
}
