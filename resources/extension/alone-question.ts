// The window in which the companion asks about a page while no hub is there. It shows one question after the other, and takes an answer by a click of its user alone.
import { isRecord } from '../../contract/json.ts';
import { Armed } from './own-pages/armed.ts';
import { isAloneScope } from './web-agent/alone/alone-permissions.ts';
import {
  aliveMs,
  type FromQuestion,
  type QuestionAnswer,
  questionAnswers,
  type ShownQuestion,
} from './web-agent/alone/question-messages.ts';
import { questionPortName } from './web-agent/port-names.ts';
import type { aloneScopes } from './web-agent/alone/alone-permissions.ts';

const words = (name: string, of: string[] = []) => chrome.i18n.getMessage(name, of);

const scopeWords: Readonly<Record<(typeof aloneScopes)[number], readonly [title: string, text: string]>> = {
  'model:prompt': ['aloneModelPrompt', 'aloneModelPromptText'],
  'model:list': ['aloneModelList', 'aloneModelListText'],
  'mcp:tools.list': ['aloneToolsList', 'aloneToolsListText'],
  'browser:activeTab.read': ['aloneRead', 'aloneReadText'],
};

const answerWords: Readonly<Record<QuestionAnswer, string>> = {
  once: 'aloneOnce',
  always: 'aloneAlways',
  deny: 'aloneDeny',
};

const port = chrome.runtime.connect({ name: questionPortName });
let shown: ShownQuestion | null = null;
/** A click that was meant for what stood there before is no answer. */
const armed = new Armed(enable, { opensByItself: true });

/** Of the page. */
function part(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The window has no ${id}.`);
  return element;
}

function show(question: ShownQuestion): void {
  shown = question;
  part('asks').textContent = words('aloneAsks', [question.origin]);
  part('reason').textContent = question.reason === null ? '' : words('aloneReason', [question.reason]);
  part('reason').hidden = question.reason === null;
  part('scopes').replaceChildren(...question.scopes.flatMap(scope => (isAloneScope(scope) ? row(scope) : [])));
  armed.show(String(question.id));
  enable();
}

function row(scope: (typeof aloneScopes)[number]): HTMLElement[] {
  const [title, text] = scopeWords[scope];
  const box = document.createElement('input');
  Object.assign(box, { type: 'checkbox', id: scope, value: scope, checked: true });
  const label = document.createElement('label');
  label.htmlFor = scope;
  const small = document.createElement('small');
  small.textContent = words(text);
  label.append(words(title), small);
  return [box, label];
}

function enable(): void {
  const isOn = armed.isArmed && shown !== null;
  for (const answer of questionAnswers) (part(answer) as HTMLButtonElement).disabled = !isOn;
}

function say(message: FromQuestion): void {
  port.postMessage(message);
}

function answer(chosen: QuestionAnswer): void {
  if (!shown) return;
  const ticked = [...part('scopes').querySelectorAll('input')].filter(box => box.checked);
  say({ kind: 'answer', id: shown.id, answer: chosen, scopes: ticked.map(({ value }) => value) });
  shown = null;
  enable();
}

document.documentElement.lang = words('language');
part('title').textContent = words('aloneTitle');
part('note').textContent = words('aloneNote');
for (const one of questionAnswers) {
  const button = part(one);
  button.textContent = words(answerWords[one]);
  button.addEventListener('click', event => {
    if (event.isTrusted && armed.takes(event)) answer(one);
  });
}
part('scopes').addEventListener('submit', event => event.preventDefault());
port.onMessage.addListener((message: unknown) => {
  if (isRecord(message) && message.kind === 'question') show(message.question as ShownQuestion);
});
port.onDisconnect.addListener(() => {
  void chrome.runtime.lastError;
  window.close();
});
setInterval(() => say({ kind: 'alive' }), aliveMs);
