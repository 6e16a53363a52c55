// The look and the language of a page of ours: set before anything is drawn.
import { paintTheme } from './paint-theme.ts';
import { words } from './words/words.ts';

export function begin(title: keyof typeof words.titles & ('prompt' | 'panel')): void {
  paintTheme();
  document.documentElement.lang = chrome.i18n.getMessage('language');
  document.title = words.titles[title];
}
