// The panel of a chat in a page: the companion's own document, into which the page cannot look. It hears of nothing but its own port, and shows
// which site has opened it, whose words are whose, and what is being called.
import { isRecord } from '../../contract/json.ts';
import { visibleText } from '../../contract/visible-text.ts';
import { chatAsks, chatNews } from '../../contract/web-agent.ts';
import { originView } from './own-pages/origin-view.ts';
import { part } from './own-pages/part.ts';
import { unsentOf } from './own-pages/unsent.ts';
import { hubSentence } from './own-pages/words/fault-words.ts';
import { watchCovered } from './page-chat/covered.ts';
import { TurnView } from './page-chat/turn-view.ts';
import { Rpc } from './rpc.ts';
import { RpcRefusal } from './rpc-refusal.ts';
import { chatPortName } from './web-agent/port-names.ts';
import type { PageChatTurn, PageChatView } from '../../contract/schemas/web-agent.ts';

const againMs = 2_000;
const words = (name: string, of: string[] = []) => chrome.i18n.getMessage(name, of);

const text = part('text') as HTMLTextAreaElement;
const send = part('send') as HTMLButtonElement;
const stop = part('stop');
const turns = new TurnView(part('turns'));
const key = location.hash.slice(1);
/** The key is for nobody else, such as another extension that lists frames. */
history.replaceState(null, '', location.pathname);

let rpc: Rpc | null = null;
/** Away where the hub does not answer, or knows no chat that this panel would show. */
let state: 'opening' | 'open' | 'away' = 'opening';
let isCovered = false;
let isSending = false;

function connect(): void {
  const port = chrome.runtime.connect({ name: chatPortName });
  const own = new Rpc({
    post: message => port.postMessage(message),
    notified,
    serve: () => Promise.resolve({}),
  });
  rpc = own;
  port.onMessage.addListener((message: unknown) => own.receive(message));
  port.onDisconnect.addListener(() => {
    void chrome.runtime.lastError;
    if (rpc === own) rpc = null;
    own.close();
    away();
    setTimeout(connect, againMs);
  });
  own.request(chatAsks.show, { key }).then(
    view => show(view as PageChatView),
    () => away(),
  );
}

function away(): void {
  state = 'away';
  update();
}

function notified(method: string, params: unknown): void {
  if (!isRecord(params)) return;
  if (method === chatNews.turn) turns.put(params.turn as PageChatTurn);
  if (method === chatNews.text) {
    const { turnId, part: at, from, text: more } = params;
    turns.add(String(turnId), Number(at), Number(from), String(more));
  }
  if (method === chatNews.rearranged) void ask(chatAsks.history).then(view => view && show(view as PageChatView));
  update();
}

function show({ origin, model, greeting, style, tools, turns: all }: PageChatView): void {
  document.documentElement.dataset.theme = style.theme;
  if (style.accentColor !== null) document.documentElement.style.setProperty('--accent', style.accentColor);
  const [before = '', after = ''] = words('chatOnSite', ['|']).split('|');
  part('site').replaceChildren(before, originView(origin), after);
  part('about').textContent = aboutOf(model, tools.length);
  turns.show(all, greeting, origin);
  state = 'open';
  update();
}

function aboutOf(model: string | null, tools: number): string {
  const answers = model === null ? words('chatNoModel') : words('chatModel', [visibleText(model)]);
  const gave = tools === 1 ? words('chatOneTool') : words('chatTools', [String(tools)]);
  return `${answers} ${gave} ${words('chatAbout')}`;
}

/** What stands in the way of asking, or that a question waits in Pilothouse. */
function update(notice = state === 'away' ? words('chatAway') : ''): void {
  const { isWriting } = turns;
  const waits = turns.isWaiting ? words('chatWaits') : '';
  const shown = isCovered ? words('chatCovered') : notice || waits;
  const line = part('notice');
  line.textContent = shown;
  line.hidden = shown === '';
  stop.hidden = !isWriting;
  send.hidden = isWriting;
  text.disabled = isCovered;
  send.disabled = isCovered || isSending || state !== 'open';
}

/** Null where it was not answered. */
async function ask(method: string, params: object = {}): Promise<unknown> {
  try {
    return (await rpc?.request(method, params)) ?? null;
  } catch (error) {
    update(faultOf(error));
    return null;
  }
}

function faultOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const reason = error instanceof RpcRefusal && isRecord(error.data) ? error.data.reason : null;
  return hubSentence(reason, message);
}

async function sendText(): Promise<void> {
  const typed = text.value;
  if (typed.trim() === '' || state !== 'open' || isCovered || isSending || turns.isWriting) return;
  isSending = true;
  update();
  const sent = await ask(chatAsks.send, { text: typed.trim() });
  isSending = false;
  if (sent !== null) text.value = unsentOf(text.value, typed);
  update(part('notice').textContent ?? '');
}

document.documentElement.lang = words('language');
part('title').textContent = words('chatTitle');
part('label').textContent = words('chatAsk');
text.placeholder = words('chatAsk');
send.textContent = words('chatSend');
stop.textContent = words('chatStop');
part('close').textContent = words('chatClose');
part('ask').addEventListener('submit', event => {
  event.preventDefault();
  if (event.isTrusted) void sendText();
});
text.addEventListener('keydown', event => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  if (event.isTrusted) void sendText();
});
stop.addEventListener('click', () => void ask(chatAsks.stop));
part('close').addEventListener('click', () => void ask(chatAsks.leave));
watchCovered(document.body, covered => {
  isCovered = covered;
  update();
});
// In a frame of a frame, or in a tab of its own, it is nobody's.
if (window.parent === window.top && window.top !== window) connect();
else away();
