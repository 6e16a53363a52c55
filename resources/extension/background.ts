// The companion's background: answers the hub's calls and reports tabs. Pages reach it by the content script of the Web Agent API alone.
import { isRecord } from '../../contract/json.ts';
import { ActionIcon } from './action-icon.ts';
import { Omnibox } from './address-bar/omnibox.ts';
import { holdBlankTabs } from './blank-tab.ts';
import { callBoxes } from './boxed/call-boxes.ts';
import { Connection } from './connection.ts';
import { handOver } from './leave-group.ts';
import { watchOpenedTabs } from './opened-tabs.ts';
import { askOwnModel, downloadOwnModel, ownModelState } from './own-model.ts';
import { OwnViews } from './own-pages/own-views.ts';
import { QuestionWindow } from './own-pages/question-window.ts';
import { readFrontPage } from './own-pages/read-front-page.ts';
import { describeBrowser, forgetPairKey, keepPairKey } from './pairing.ts';
import { onPairAsked, publishPairing } from './pairing-form.ts';
import { onRetryAsked, publishState, type State } from './state.ts';
import { IconReporter } from './tab-icons.ts';
import { listTabs, watchTabs } from './tabs-report.ts';
import { ToolError } from './tool-error.ts';
import { callTool, describe } from './tools/call-tool.ts';
import { ownerChanged } from './tools/owner-changed.ts';
import { onForgetAsked } from './web-agent/alone/alone-grants.ts';
import { ServeAlone } from './web-agent/alone/serve-alone.ts';
import { ChatPanels } from './web-agent/chat-panels.ts';
import { ContentScripts } from './web-agent/content-scripts.ts';
import { deedNamed } from './web-agent/deeds.ts';
import { FrameScripts } from './web-agent/frame-scripts.ts';
import { PageLinks } from './web-agent/page-links.ts';
import { PageScripts } from './web-agent/page-scripts.ts';
import { SiteWord } from './web-agent/site-word.ts';
import type { Rpc, RpcOptions } from './rpc.ts';

type Served = Parameters<RpcOptions['serve']>[0];

/** What an approved hub may ask for. */
const served: ReadonlySet<string> = new Set(['call', 'describe', 'model-state', 'model-download', 'model-ask']);

const actionIcon = new ActionIcon();

// What stands there is for the companion's own pages: content scripts, which live in processes of sites, read nothing of it. Firefox keeps it from none of them.
void chrome.storage.local.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' });

/** Only an approved hub sees tabs and may call tools. */
let approved: Rpc | null = null;
/** What a hub said of sites before it said that it has approved this browser. */
let earlySites: unknown = null;

const siteWord = new SiteWord();
/** Answers pages while there is no hub. */
const alone = new ServeAlone(siteWord, callBoxes(), Date.now);
const pages = new PageLinks(siteWord, deedNamed, alone);
const chatPanels = new ChatPanels();
const pageScripts = new PageScripts(siteWord);
const omnibox = new Omnibox('debugger' in chrome ? 'markup' : 'plain');

const ownViews: OwnViews = new OwnViews({
  newId: () => crypto.randomUUID(),
  read: readFrontPage,
  onShown: () => questionWindow.look(),
  onQuestions: (message, windowId) => {
    if (message.kind === 'seen') questionWindow.seen(message.id, message.version);
    else questionWindow.done(windowId, message.done);
  },
  onAgain: () => questionWindow.again(),
});
const questionWindow = new QuestionWindow(tabId => ownViews.shows(tabId));

const connection = new Connection(
  {
    onHub: rpc => void greet(rpc),
    onHubAway: () => {
      approve(null, 'hub-away');
      say({ kind: 'hub-away' });
    },
    onNoRelay: reason => {
      approve(null, 'hub-away');
      say({ kind: 'no-relay', reason });
    },
    onNotTheHub: () => {
      approve(null, 'hub-away');
      say({ kind: 'not-the-hub' });
    },
  },
  {
    serve,
    aboutPage: message => chatPanels.receive(message) || pages.receive(message),
    notified: (method, params) => {
      if (method === 'state') void take(connection.rpc, params);
      if (method === 'name' && isRecord(params) && approved !== null) sayApproved(params.name);
      if (method === 'handed-over' && isRecord(params) && approved !== null) void handOver(params.tabIds);
      if (method === 'owner-changed' && isRecord(params) && approved !== null) void ownerChanged(params.tabIds);
      if (method === 'sites') takeSites(params);
      if (method === 'mode' && isRecord(params)) actionIcon.followMode(params.mode);
      if (method === 'asking' && approved !== null) questionWindow.take(params);
      if (approved !== null) ownViews.notified(method, params);
    },
  },
);

const icons = new IconReporter(icon => approved?.notify('icon', icon));

function approve(hub: Rpc | null, away: 'connecting' | 'hub-away' | 'not-let-in' = 'connecting'): void {
  approved = hub;
  pages.use(hub);
  ownViews.use(hub, away);
  // What waited is told anew by a hub that comes back.
  if (hub === null) questionWindow.take(null);
  chatPanels.use(hub);
  omnibox.use(hub);
}

function takeSites(sites: unknown): void {
  if (approved === null) earlySites = sites;
  else void pageScripts.take(sites);
}

function say(state: State): void {
  publishState(state);
  actionIcon.follow(state);
  pages.follow(state.kind);
}

function sayApproved(name: unknown): void {
  say({ kind: 'approved', name: String(name), overSocket: connection.isOverSocket });
}

async function greet(rpc: Rpc): Promise<void> {
  approve(null);
  earlySites = null;
  icons.forget();
  say({ kind: 'connecting' });
  try {
    await take(rpc, await rpc.request('hello', await describeBrowser()));
  } catch (error) {
    if (connection.rpc !== rpc) return;
    console.warn(error);
    say({ kind: 'refused' });
  }
}

/** Follows the hub's decision about this browser (CompanionWelcome). */
async function take(rpc: Rpc | null, welcome: unknown): Promise<void> {
  if (!isRecord(welcome) || !rpc || connection.rpc !== rpc) return;
  approve(welcome.state === 'approved' ? rpc : null, 'not-let-in');
  if (welcome.state === 'pending') say({ kind: 'pending', code: String(welcome.code) });
  if (welcome.state === 'denied') {
    say({ kind: 'denied' });
    await forgetPairKey();
  }
  if (welcome.state === 'approved') {
    sayApproved(welcome.name);
    if (earlySites !== null) takeSites(earlySites);
    earlySites = null;
    await keepPairKey(String(welcome.pairKey));
    await reportTabs();
  }
}

async function reportTabs(): Promise<void> {
  if (!approved) return;
  const tabs = await listTabs();
  approved?.notify('tabs', { tabs });
  await icons.report();
}

async function serve({ method, params, id }: Served, signal: AbortSignal): Promise<unknown> {
  if (method === 'ping') return {};
  if (!served.has(method))
    throw new ToolError('ERR_TOOL_NOT_FOUND', `The extension knows ${[...served].join(', ')} and ping, not ${method}.`);
  const hub = approved;
  if (!hub) throw new ToolError('ERR_PERMISSION_DENIED', 'This browser is not approved; approve it in Pilothouse.');
  if (method === 'describe') return describe(params, signal);
  if (method === 'model-state') return ownModelState();
  if (method === 'model-download') return downloadOwnModel(signal);
  if (method === 'model-ask') return askOwnModel(params, signal, text => hub.notify('model-piece', { id, text }));
  return callTool(params, signal, async (origins, what) => {
    const answer = await hub.request('covers', { call: id, origins, what });
    return new Set(isRecord(answer) && Array.isArray(answer.origins) ? answer.origins.map(String) : []);
  });
}

holdBlankTabs();
watchTabs(() => void reportTabs());
watchOpenedTabs({
  ask: async opened => {
    const answer = await approved?.request('opened', opened);
    return isRecord(answer) && answer.owned === true;
  },
  report: reportTabs,
});
onForgetAsked((origin, scope) => alone.forget(origin, scope));
onRetryAsked(() => connection.connectNow());
onPairAsked(code => {
  void connection.pair(code).then(fault => publishPairing({ kind: fault ?? 'none' }));
});
say({ kind: 'connecting' });
connection.start();
pageScripts.start();
new FrameScripts(siteWord);
new ContentScripts(siteWord);
