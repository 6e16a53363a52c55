// The little window with what the address bar answered: a text from outside, which it shows as it is and copies where that was chosen.
import { type OmniboxAnswer, takeAnswer } from './address-bar/answers.ts';
import { originView, readingLine, siteName } from './own-pages/origin-view.ts';
import { part } from './own-pages/part.ts';

const heads: Readonly<Record<OmniboxAnswer['kind'], string>> = {
  show: 'omniboxAnswer',
  copy: 'omniboxAnswer',
  failed: 'omniboxFailed',
  words: 'omniboxAnswer',
};

async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  part('done').textContent = chrome.i18n.getMessage('omniboxCopied');
}

async function show(): Promise<void> {
  document.documentElement.lang = chrome.i18n.getMessage('language');
  const answer = await takeAnswer(location.hash.slice(1));
  if (!answer) return window.close();
  const text = answer.kind === 'words' ? chrome.i18n.getMessage(answer.words) : answer.text;
  document.body.dataset.kind = answer.kind;
  document.title = `Pilothouse: ${chrome.i18n.getMessage(heads[answer.kind])}`;
  part('head').textContent = chrome.i18n.getMessage(heads[answer.kind]);
  part('text').textContent = text;
  if ('origin' in answer && answer.origin !== null) {
    const { origin } = answer;
    document.title = `Pilothouse: ${siteName(origin)}`;
    part('who').replaceChildren(originView(origin), ...[readingLine(origin)].filter(line => line !== null));
  }
  const button = part('copy');
  button.textContent = chrome.i18n.getMessage('omniboxCopy');
  button.hidden = answer.kind !== 'show' && answer.kind !== 'copy';
  const failed = () => void (part('done').textContent = chrome.i18n.getMessage('omniboxUncopied'));
  button.addEventListener('click', () => void copy(text).catch(failed));
  // Some browsers let a window copy only after a click in it: the button is there for that.
  if (answer.kind === 'copy') await copy(text).catch(() => button.focus());
}

void show();
