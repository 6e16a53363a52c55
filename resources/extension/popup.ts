// The pop-up: says in the browser's language how this browser stands to Pilothouse, shows the code to compare, and takes one to pair with.
import { askToPair, keepDraft, type Pairing, readDraft, watchPairing } from './pairing-form.ts';
import { showDecided } from './popup-decided.ts';
import { showScripts } from './popup-scripts.ts';
import { showServersButton } from './popup-servers.ts';
import { showSidePanel } from './popup-side-panel.ts';
import { askForRetry, type State, watchState, watchWaiting } from './state.ts';

/** The messages of a state in `_locales/`: its head and the sentence below. */
const messages: Readonly<Record<State['kind'], string>> = {
  connecting: 'connecting',
  'no-relay': 'noRelay',
  'hub-away': 'hubAway',
  'not-the-hub': 'notTheHub',
  pending: 'pending',
  approved: 'approved',
  denied: 'denied',
  refused: 'refused',
};

const pairingMessages: Readonly<Record<Pairing['kind'], string | null>> = {
  none: null,
  trying: 'pairTrying',
  'not-a-code': 'pairNotACode',
  'wrong-code': 'pairWrongCode',
  over: 'pairOver',
  'no-hub': 'pairNoHub',
  'not-kept': 'pairNotKept',
};

/** There is no hub, so a code may lead to one. */
const mayPair: readonly State['kind'][] = ['no-relay', 'hub-away', 'not-the-hub'];

function show(state: State): void {
  document.body.dataset.kind = state.kind;
  document.documentElement.lang = chrome.i18n.getMessage('language');
  fill('word', chrome.i18n.getMessage(messages[state.kind]));
  fill('text', chrome.i18n.getMessage(`${messages[state.kind]}Text`, state.kind === 'approved' ? state.name : []));
  fill('code', state.kind === 'pending' ? state.code : null);
  fill('detail', detailOf(state));
  fill('serves', mayPair.includes(state.kind) ? chrome.i18n.getMessage('aloneServes') : null);
  const form = document.getElementById('pair');
  if (form) form.hidden = !mayPair.includes(state.kind);
  void showScripts(state.kind === 'approved');
  showSidePanel(state.kind === 'approved');
}

function detailOf(state: State): string | null {
  if (state.kind === 'no-relay') return state.reason;
  return state.kind === 'approved' && state.overSocket ? chrome.i18n.getMessage('overSocket') : null;
}

function showPairing({ kind }: Pairing): void {
  const message = pairingMessages[kind];
  fill('fault', message && chrome.i18n.getMessage(message));
  const fault = document.getElementById('fault');
  if (fault) fault.dataset.kind = kind;
  const send = document.getElementById('send');
  if (send instanceof HTMLButtonElement) send.disabled = kind === 'trying';
}

function fill(id: string, text: string | null): void {
  const element = document.getElementById(id);
  if (!element) return;
  element.textContent = text;
  element.hidden = text === null;
}

function openForm(typed: HTMLInputElement): void {
  fill('label', chrome.i18n.getMessage('codeLabel'));
  fill('send', chrome.i18n.getMessage('codeButton'));
  // A pop-up closes when its user looks at the panel; what was typed so far is there when it opens again.
  void readDraft().then(draft => {
    if (typed.value === '') typed.value = draft;
  });
  typed.addEventListener('input', () => keepDraft(typed.value));
  document.getElementById('pair')?.addEventListener('submit', event => {
    event.preventDefault();
    askToPair(typed.value);
  });
}

const typed = document.getElementById('typed');
if (typed instanceof HTMLInputElement) openForm(typed);
showDecided();
showServersButton();
void watchState(show);
void watchPairing(showPairing);
void watchWaiting(questions =>
  fill('asks', questions > 0 ? chrome.i18n.getMessage('questionsWait', [String(questions)]) : null),
);
askForRetry();
