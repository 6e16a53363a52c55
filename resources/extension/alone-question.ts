// The window in which the companion asks about a page while no hub is there. It shows one question after the other, and takes an answer by a click of its user alone.
import { isRecord } from '../../contract/json.ts';
import { visibleText } from '../../contract/visible-text.ts';
import { Armed } from './own-pages/armed.ts';
import { el } from './own-pages/dom.ts';
import { originView, readingLine, siteName } from './own-pages/origin-view.ts';
import { isAloneScope } from './web-agent/alone/alone-permissions.ts';
import {
  aliveMs,
  type FromQuestion,
  type QuestionAnswer,
  questionAnswers,
  type ShownQuestion,
  type ShownTool,
} from './web-agent/alone/question-messages.ts';
import { questionPortName } from './web-agent/port-names.ts';
import type { aloneScopes } from './web-agent/alone/alone-permissions.ts';

const words = (name: string, of: string[] = []) => chrome.i18n.getMessage(name, of);

const scopeWords: Readonly<Record<(typeof aloneScopes)[number], readonly [title: string, text: string]>> = {
  'model:prompt': ['aloneModelPrompt', 'aloneModelPromptText'],
  'model:list': ['aloneModelList', 'aloneModelListText'],
  'mcp:tools.list': ['aloneToolsList', 'aloneToolsListText'],
  'mcp:tools.call': ['aloneToolsCall', 'aloneToolsCallText'],
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
  const { origin, embeddedIn, reason } = question;
  document.title = words('aloneTitleOf', [siteName(origin)]);
  const within = embeddedIn === null ? [] : [el('p', {}, words('aloneFrameIn'), ' ', originView(embeddedIn))];
  const reading = readingLine(origin);
  part('who').replaceChildren(el('h2', {}, originView(origin)), ...(reading ? [reading] : []), ...within);
  // What the page says stands apart from what we say.
  part('said').textContent = visibleText(reason ?? '');
  part('reason').hidden = reason === null;
  const scopes = question.scopes.filter(isAloneScope);
  part('scopes').replaceChildren(...scopes.filter(scope => scope !== 'mcp:tools.call').flatMap(row));
  part('tools').replaceChildren(...(scopes.includes('mcp:tools.call') ? toolRows(question.tools) : []));
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

/** None is ticked at first, and what is not ticked is not allowed. */
function toolRows(tools: readonly ShownTool[]): HTMLElement[] {
  const [title, text] = scopeWords['mcp:tools.call'];
  const head = document.createElement('legend');
  const small = document.createElement('small');
  small.textContent = words(text);
  head.append(words(title), small);
  return [head, ...tools.flatMap(toolRow)];
}

function toolRow({ key, id, description }: ShownTool): HTMLElement[] {
  const box = document.createElement('input');
  Object.assign(box, { type: 'checkbox', id: key, value: key });
  const label = document.createElement('label');
  label.htmlFor = key;
  const name = document.createElement('bdi');
  name.textContent = visibleText(id);
  const small = document.createElement('small');
  small.textContent = visibleText(description);
  label.append(name, small);
  return [box, label];
}

function enable(): void {
  const isOn = armed.isArmed && shown !== null;
  for (const answer of questionAnswers) (part(answer) as HTMLButtonElement).disabled = !isOn;
}

function say(message: FromQuestion): void {
  port.postMessage(message);
}

function ticked(list: string): string[] {
  const boxes = [...part(list).querySelectorAll('input')].filter(box => box.checked);
  return boxes.map(({ value }) => value);
}

function answer(chosen: QuestionAnswer): void {
  if (!shown) return;
  const tools = ticked('tools');
  const scopes = [...ticked('scopes'), ...(tools.length > 0 ? ['mcp:tools.call'] : [])];
  say({ kind: 'answer', id: shown.id, answer: chosen, scopes, tools });
  shown = null;
  enable();
}

document.documentElement.lang = words('language');
part('title').textContent = words('aloneTitle');
part('asks').textContent = words('aloneAsks');
part('says').textContent = words('aloneReason');
part('note').textContent = words('aloneNote');
for (const one of questionAnswers) {
  const button = part(one);
  button.textContent = words(answerWords[one]);
  button.addEventListener('click', event => {
    if (event.isTrusted && armed.takes(event)) answer(one);
  });
}
part('asked').addEventListener('submit', event => event.preventDefault());
port.onMessage.addListener((message: unknown) => {
  if (isRecord(message) && message.kind === 'question') show(message.question as ShownQuestion);
});
port.onDisconnect.addListener(() => {
  void chrome.runtime.lastError;
  window.close();
});
setInterval(() => say({ kind: 'alive' }), aliveMs);
