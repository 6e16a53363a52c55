// The line below the side panel's chat: where a question goes, what it may use, and what the answer has used already.
import { hasOwnModel } from '../own-model.ts';
import { type Child, el } from './dom.ts';
import { whereItGoes } from './origin-view.ts';
import { words } from './words/words.ts';
import type { CompanionView } from '../../../contract/schemas/companion-pages.ts';
import type { Conversation } from './conversation.ts';

/** `view` is null while no hub is there. */
export function chatFoot(view: CompanionView | null, known: Conversation | null): Child[] {
  if (!view) return [el('span', {}, words.hub.standalone(hasOwnModel()))];
  const goes = known?.head.model ?? view.models.chat;
  return [
    goes ? whereItGoes(goes.goesTo) : null,
    el('span', { class: 'grow' }),
    el('span', { class: 'cut' }, whatItUses(view, known)),
  ];
}

function whatItUses({ servers }: CompanionView, known: Conversation | null): string {
  const answer = known?.turns.findLast(turn => turn.kind === 'answer');
  if (!answer) {
    const running = servers.filter(({ state }) => state === 'running').length;
    return words.chat.servers(servers.length, running);
  }
  const picked = answer.sources.filter(({ picked: is, kind }) => is && kind !== 'browser').length;
  return words.chat.budget(picked, answer.spent.calls, answer.spent.maxCalls);
}
