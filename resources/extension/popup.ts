// The pop-up: says in the browser's language how this browser stands to Pilothouse, and shows the code to compare.
import { askForRetry, type State, watchState } from './state.ts';

/** The messages of a state in `_locales/`: its head and the sentence below. */
const messages: Readonly<Record<State['kind'], string>> = {
  connecting: 'connecting',
  'no-relay': 'noRelay',
  'hub-away': 'hubAway',
  pending: 'pending',
  approved: 'approved',
  denied: 'denied',
  refused: 'refused',
};

function show(state: State): void {
  document.body.dataset.kind = state.kind;
  document.documentElement.lang = chrome.i18n.getMessage('language');
  fill('word', chrome.i18n.getMessage(messages[state.kind]));
  fill('text', chrome.i18n.getMessage(`${messages[state.kind]}Text`, state.kind === 'approved' ? state.name : []));
  fill('code', state.kind === 'pending' ? state.code : null);
  fill('detail', state.kind === 'no-relay' ? state.reason : null);
}

function fill(id: string, text: string | null): void {
  const element = document.getElementById(id);
  if (!element) return;
  element.textContent = text;
  element.hidden = text === null;
}

void watchState(show);
askForRetry();
