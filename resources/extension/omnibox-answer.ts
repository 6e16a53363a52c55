// The little window with what the address bar answered: a text from outside, which it shows as it is and copies where that was chosen.
import { type OmniboxAnswer, takeAnswer } from './address-bar/answers.ts';
import { originView, readingLine, siteName } from './own-pages/origin-view.ts';
import { paintTheme } from './own-pages/paint-theme.ts';

const heads: Readonly<Record<OmniboxAnswer['kind'], string>> = {
  show: 'omniboxAnswer',
  copy: 'omniboxAnswer',
  failed: 'omniboxFailed',
  words: 'omniboxAnswer',
};

function fill(id: string, text: string): void {
  const element = document.getElementById(id);
  if (element) element.textContent = text;
}

async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  fill('done', chrome.i18n.getMessage('omniboxCopied'));
}

async function show(): Promise<void> {
  paintTheme();
  document.documentElement.lang = chrome.i18n.getMessage('language');
  const answer = await takeAnswer(location.hash.slice(1));
  if (!answer) return window.close();
  const text = answer.kind === 'words' ? chrome.i18n.getMessage(answer.words) : answer.text;
  document.body.dataset.kind = answer.kind;
  document.title = `Pilothouse: ${chrome.i18n.getMessage(heads[answer.kind])}`;
  fill('head', chrome.i18n.getMessage(heads[answer.kind]));
  fill('text', text);
  if ('origin' in answer && answer.origin !== null) {
    const { origin } = answer;
    document.title = `Pilothouse: ${siteName(origin)}`;
    document
      .getElementById('who')
      ?.replaceChildren(originView(origin), ...[readingLine(origin)].filter(line => line !== null));
  }
  const button = document.getElementById('copy');
  if (!(button instanceof HTMLButtonElement)) return;
  button.textContent = chrome.i18n.getMessage('omniboxCopy');
  button.hidden = answer.kind !== 'show' && answer.kind !== 'copy';
  const failed = () => fill('done', chrome.i18n.getMessage('omniboxUncopied'));
  button.addEventListener('click', () => void copy(text).catch(failed));
  // Some browsers let a window copy only after a click in it: the button is there for that.
  if (answer.kind === 'copy') await copy(text).catch(() => button.focus());
}

void show();
