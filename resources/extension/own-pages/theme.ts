// Dark or light as the system is, and the language of the page: set before anything is drawn.
import { words } from './words/words.ts';

const light = matchMedia('(prefers-color-scheme: light)');

export function begin(title: keyof typeof words.titles & ('prompt' | 'panel')): void {
  const paint = () => {
    document.documentElement.dataset.theme = light.matches ? 'light' : 'dark';
  };
  paint();
  light.addEventListener('change', paint);
  document.documentElement.lang = chrome.i18n.getMessage('language');
  document.title = words.titles[title];
}
