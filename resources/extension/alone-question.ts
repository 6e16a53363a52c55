// The window in which the companion asks about a page while no hub is there. It shows one question after the other, and takes an answer by a click of its user alone.
import { isRecord } from '../../contract/json.ts';
import { visibleText } from '../../contract/visible-text.ts';
import { Armed } from './own-pages/armed.ts';
import { type Child, el, foreign } from './own-pages/dom.ts';
import { originView, readingLine, siteName } from './own-pages/origin-view.ts';
import { part } from './own-pages/part.ts';
import { frameLine, questionReason } from './own-pages/question-head.ts';
import { scopeText, words } from './own-pages/words/words.ts';
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
import type { PageScope } from '../../contract/web-agent.ts';
import type { aloneScopes } from './web-agent/alone/alone-permissions.ts';

const message = (name: string, of: string[] = []) => chrome.i18n.getMessage(name, of);

/** Those that say something else of a scope than with a hub. */
const scopeMessages: Readonly<Partial<Record<PageScope, string>>> = {
  'model:prompt': 'aloneModelPromptText',
  'model:list': 'aloneModelListText',
  'mcp:tools.call': 'aloneToolsCallText',
};

const answerMessages: Readonly<Record<Exclude<QuestionAnswer, 'deny'>, string>> = {
  once: 'aloneOnce',
  always: 'aloneAlways',
};

const port = chrome.runtime.connect({ name: questionPortName });
let shown: ShownQuestion | null = null;
/** A click that was meant for what stood there before is no answer. */
const armed = new Armed(enable, { opensByItself: true });

function show(question: ShownQuestion): void {
  shown = question;
  const { origin, embeddedIn, reason } = question;
  document.title = message('aloneTitleOf', [siteName(origin)]);
  part('who').replaceChildren(
    ...[el('h2', {}, originView(origin)), readingLine(origin), frameLine(embeddedIn)].filter(line => line !== null),
  );
  part('reason').replaceChildren(...[questionReason(reason)].filter(said => said !== null));
  const scopes = question.scopes.filter(isAloneScope);
  part('scopes').replaceChildren(...scopes.filter(scope => scope !== 'mcp:tools.call').flatMap(row));
  part('tools').replaceChildren(...(scopes.includes('mcp:tools.call') ? toolRows(question.tools) : []));
  armed.show(String(question.id));
  enable();
}

function row(scope: (typeof aloneScopes)[number]): HTMLElement[] {
  return boxRow(scope, true, scopeText(scope).title, textOf(scope));
}

/** None is ticked at first, and what is not ticked is not allowed. */
function toolRows(tools: readonly ShownTool[]): HTMLElement[] {
  const scope = 'mcp:tools.call';
  const head = el('legend', {}, scopeText(scope).title, el('small', {}, textOf(scope)));
  const rows = tools.map(({ key, id, description }) =>
    boxRow(key, false, foreign(visibleText(id)), visibleText(description)),
  );
  return [head, ...rows.flat()];
}

function boxRow(value: string, checked: boolean, title: Child, text: string): HTMLElement[] {
  const box = el('input', { at: { type: 'checkbox', id: value, value } });
  box.checked = checked;
  return [box, el('label', { at: { for: value } }, title, el('small', {}, text))];
}

function textOf(scope: PageScope): string {
  const own = scopeMessages[scope];
  return own === undefined ? scopeText(scope).text : message(own);
}

function enable(): void {
  const isOn = armed.isArmed && shown !== null;
  for (const answer of questionAnswers) (part(answer) as HTMLButtonElement).disabled = !isOn;
}

function say(said: FromQuestion): void {
  port.postMessage(said);
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

document.documentElement.lang = message('language');
part('title').textContent = message('aloneTitle');
part('asks').textContent = message('aloneAsks');
part('note').textContent = message('aloneNote');
for (const one of questionAnswers) {
  const button = part(one);
  button.textContent = one === 'deny' ? words.answer.deny : message(answerMessages[one]);
  button.addEventListener('click', event => {
    if (event.isTrusted && armed.takes(event)) answer(one);
  });
}
part('asked').addEventListener('submit', event => event.preventDefault());
port.onMessage.addListener((said: unknown) => {
  if (isRecord(said) && said.kind === 'question') show(said.question as ShownQuestion);
});
port.onDisconnect.addListener(() => {
  void chrome.runtime.lastError;
  window.close();
});
setInterval(() => say({ kind: 'alive' }), aliveMs);
