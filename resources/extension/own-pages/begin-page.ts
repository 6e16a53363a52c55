// The language and the title of a page of ours: set before anything is drawn.
import { words } from './words/words.ts';

export function begin(title: keyof typeof words.titles & ('prompt' | 'panel')): void {
  document.documentElement.lang = chrome.i18n.getMessage('language');
  document.title = words.titles[title];
}
