// Words from outside where the desktop draws them: in a menu and in a notification.
import { visibleText } from '../../contract/visible-text.ts';

/** For a menu: one visible line, cut, and no `&`, which would underline the next letter. */
export function menuWords(text: string, max = 60): string {
  return cut(visibleText(text), max).replaceAll('&', '&&');
}

/** For a notification. Some desktops read its text as markup and some do not, so what would be markup is drawn otherwise. */
export function noticeWords(text: string, max = 200): string {
  return cut(visibleText(text), max).replaceAll('<', '‹').replaceAll('>', '›').replaceAll('&', '＆');
}

function cut(text: string, max: number): string {
  const characters = [...text];
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`;
}
