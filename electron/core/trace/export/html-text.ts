// Text of strangers inside of HTML: nothing of it is markup, and nothing of it is unseen.
import { visibleText } from '../../../../contract/visible-text.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** One line, for content and for quoted attributes alike. */
export function htmlText(text: string): string {
  return visibleText(text).replace(/[&<>"']/g, sign => entities[sign] ?? '');
}

/** The same with its line feeds and tabs. */
export function htmlLines(text: string): string {
  return text
    .split('\n')
    .map(line => line.split('\t').map(htmlText).join('\t'))
    .join('\n');
}
