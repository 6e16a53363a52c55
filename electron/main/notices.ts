// What the user is told of outside the window: told from one state of the hub to the next. Pure.
import { noticeWords, shortPlace } from './outside-words.ts';
import { askerOf, programOf, type ShellState, type ShownServer } from './shell-state.ts';
import type { ShellWords } from './shell-words.ts';

export interface Notice {
  /** What it is about; a later notice of the same id takes its place. */
  readonly id: string;
  readonly title: string;
  readonly body: string;
  /** Where a click leads: a path such as `permissions`. */
  readonly path: string;
}

export interface NoticeChange {
  readonly show: readonly Notice[];
  /** Ids of notices whose matter has ended. */
  readonly withdraw: readonly string[];
}

const promptsId = 'prompts';
const siteQuestionsId = 'site-questions';
const crashKinds = new Set<ShownServer['kind']>(['crashed', 'failed', 'waiting']);

/** What became worth a word between two states, and what no longer is. */
export function noticeChange(before: ShellState, after: ShellState, words: ShellWords): NoticeChange {
  const changes = [promptNotices, siteNotices, crashNotices, driftNotices, pendingBrowserNotices, ruleNotices].map(
    part => part(before, after, words),
  );
  return { show: changes.flatMap(({ show }) => show), withdraw: changes.flatMap(({ withdraw }) => withdraw) };
}

/** One notice for all questions: a flood of them is one thing to look at. */
function promptNotices(before: ShellState, after: ShellState, words: ShellWords): NoticeChange {
  if (after.prompts.size === 0) return { show: [], withdraw: before.prompts.size > 0 ? [promptsId] : [] };
  const fresh = [...after.prompts.values()].filter(({ id }) => !before.prompts.has(id));
  const newest = fresh.at(-1);
  if (!newest) return { show: [], withdraw: [] };
  const title = words.asks(noticeWords(askerOf(after, newest), 60), words.scopes[newest.scope]);
  const body = words.unanswered(
    noticeWords(`${newest.tool}, ${words.reason(shortPlace(newest.where, 60))}`, 260),
    after.prompts.size - 1,
  );
  return { show: [{ id: promptsId, title, body, path: 'permissions' }], withdraw: [] };
}

/** One for all pages that ask, and none for what one adds to its question: that is shown where it is answered. */
function siteNotices(before: ShellState, after: ShellState, words: ShellWords): NoticeChange {
  if (after.siteQuestions.size === 0)
    return { show: [], withdraw: before.siteQuestions.size > 0 ? [siteQuestionsId] : [] };
  const newest = [...after.siteQuestions].findLast(([id]) => !before.siteQuestions.has(id))?.[1];
  if (!newest) return { show: [], withdraw: [] };
  const title = words.siteAsks(noticeWords(newest.origin, 80));
  const body = words.siteWants(newest.scopes, after.siteQuestions.size - 1);
  return { show: [{ id: siteQuestionsId, title, body, path: 'permissions' }], withdraw: [] };
}

function crashNotices(before: ShellState, after: ShellState, words: ShellWords): NoticeChange {
  const show: Notice[] = [];
  const withdraw: string[] = [];
  for (const [id, server] of after.servers) {
    const was = before.servers.get(id);
    const crashed = crashKinds.has(server.kind);
    const isNews = was !== undefined && (!isDown(was) || (server.kind === 'failed' && was.kind !== 'failed'));
    if (crashed && isNews) show.push(crashNotice(server, words));
    if (!crashed && was && isDown(was) && server.kind === 'running') withdraw.push(`crash:${id}`);
  }
  for (const id of before.servers.keys()) if (!after.servers.has(id)) withdraw.push(`crash:${id}`);
  return { show, withdraw };
}

/** What is elsewhere is tried again without an end, which is told of once. */
function isDown({ kind, reason }: ShownServer): boolean {
  return crashKinds.has(kind) || (kind === 'starting' && reason?.kind === 'try-again');
}

function crashNotice({ id, name, kind, isRemote, reason }: ShownServer, words: ShellWords): Notice {
  const shown = noticeWords(name, 60);
  return {
    id: `crash:${id}`,
    title: isRemote ? words.away(shown) : words.crashed(shown, kind),
    body: noticeWords(reason === null ? words.logTells : words.reason(reason)),
    path: `servers/${id}`,
  };
}

/** One notice for each server whose tools are no longer what was approved. */
function driftNotices(before: ShellState, after: ShellState, words: ShellWords): NoticeChange {
  const counts = (state: ShellState) => {
    const found = new Map<string, number>();
    for (const serverId of state.drifted.values()) found.set(serverId, (found.get(serverId) ?? 0) + 1);
    return found;
  };
  const [was, is] = [counts(before), counts(after)];
  const show: Notice[] = [];
  for (const [serverId, tools] of is) {
    if (tools <= (was.get(serverId) ?? 0)) continue;
    const name = noticeWords(after.servers.get(serverId)?.name ?? serverId, 60);
    show.push({
      id: `drift:${serverId}`,
      title: words.drifted(name),
      body: words.differing(tools),
      path: `servers/${serverId}/tools`,
    });
  }
  return { show, withdraw: [...was.keys()].filter(id => !is.has(id)).map(id => `drift:${id}`) };
}

function pendingBrowserNotices(before: ShellState, after: ShellState, words: ShellWords): NoticeChange {
  const show: Notice[] = [];
  for (const [id, name] of after.pendingBrowsers) {
    if (before.pendingBrowsers.has(id)) continue;
    const title = words.connects(noticeWords(name, 60));
    show.push({ id: `browser:${id}`, title, body: words.waitsForYou, path: 'connect' });
  }
  const gone = [...before.pendingBrowsers.keys()].filter(id => !after.pendingBrowsers.has(id));
  return { show, withdraw: gone.map(id => `browser:${id}`) };
}

/** What a program outside of the panel asks to widen, and what was changed without this desktop. */
function ruleNotices(before: ShellState, after: ShellState, words: ShellWords): NoticeChange {
  const show: Notice[] = [];
  for (const [id, program] of after.confirmations) {
    if (before.confirmations.has(id)) continue;
    const title = words.asksForRules(program === null ? null : noticeWords(program, 60));
    show.push({ id: `confirmation:${id}`, title, body: words.answerInPanel, path: 'permissions' });
  }
  const change = after.ruleChange;
  if (change !== null && change !== before.ruleChange && change.outcome === 'changed') {
    const program = programOf(change.asker);
    const title = words.changedRules(program === null ? null : noticeWords(program, 60));
    show.push({
      id: `rules:${change.at}`,
      title,
      body: noticeWords(words.reason(change.why)),
      path: 'permissions/audit',
    });
  }
  const gone = [...before.confirmations.keys()].filter(id => !after.confirmations.has(id));
  return { show, withdraw: gone.map(id => `confirmation:${id}`) };
}
