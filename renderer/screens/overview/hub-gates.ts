// The gates that every call passes, in words: what each of them holds, or refused lately.
import { readRule } from '../../../contract/call-rules.ts';
import { openPrompts, openSiteQuestions, pendingBrowsers } from '../../store/attention.ts';
import { pendingClients } from '../../store/pending-clients.ts';
import { formatClock } from '../../words/format.ts';
import { midSentence, t } from '../../words/language.ts';
import { runModeTones, runModeWords } from '../../words/mode-words.ts';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';
import type { TraceEntry } from '../../../contract/schemas/trace.ts';
import type { Tone } from '../../words/tone.ts';

export interface Gate {
  readonly name: string;
  readonly value: string;
  readonly tone?: Tone;
  readonly note: string;
}

export function hubGates(snapshot: Snapshot, entries: readonly TraceEntry[]): Gate[] {
  return [modeGate(snapshot), identityGate(snapshot), ownershipGate(snapshot, entries), permissionGate(snapshot)];
}

function modeGate({ hub }: Snapshot): Gate {
  return {
    name: t('Run mode'),
    value: midSentence(runModeWords[hub.mode]),
    tone: hub.mode === 'running' ? undefined : runModeTones[hub.mode],
    note: hub.modeHeld
      ? t('by the fleet since {time}', { time: formatClock(hub.modeSince) })
      : t('since {time}', { time: formatClock(hub.modeSince) }),
  };
}

function identityGate(snapshot: Snapshot): Gate {
  const browsers = pendingBrowsers(snapshot).length;
  const agents = pendingClients(snapshot).length;
  const wanting = t('{count, plural, one {# browser wants in} other {# browsers want in}}', { count: browsers });
  const coming = t('{count, plural, one {# agent is new} other {# agents are new}}', { count: agents });
  const notes = [...(browsers > 0 ? [wanting] : []), ...(agents > 0 ? [coming] : [])];
  return {
    name: t('Identity'),
    value: t('{count, number} known', { count: Object.keys(snapshot.clients).length }),
    tone: notes.length > 0 ? 'attention' : undefined,
    note: notes.length > 0 ? notes.join(', ') : t('nobody new'),
  };
}

function ownershipGate(snapshot: Snapshot, entries: readonly TraceEntry[]): Gate {
  const isOwner = (rule: string | null) =>
    rule !== null && ['owner', 'no-own-tab'].includes(readRule(rule)?.kind ?? '');
  const refused = entries.filter(({ outcome, rule }) => outcome === 'refused' && isOwner(rule));
  const tabId = refused.at(-1)?.tabId;
  const count = Object.keys(snapshot.tabs).length;
  return {
    name: t('Ownership'),
    value: t('{count, number} refused', { count: refused.length }),
    tone: refused.length > 0 ? 'crashed' : undefined,
    note:
      tabId == null
        ? t('{count, plural, =0 {no tabs} one {# tab} other {# tabs}}', { count })
        : t('last at tab {tabId}', { tabId: String(tabId) }),
  };
}

function permissionGate(snapshot: Snapshot): Gate {
  const prompts = openPrompts(snapshot).length + openSiteQuestions(snapshot).length;
  return {
    name: t('Permission'),
    value: t('{count, number} waiting', { count: prompts }),
    tone: prompts > 0 ? 'attention' : undefined,
    note: t('{count, plural, =0 {no grants} one {# grant} other {# grants}}', {
      count: Object.keys(snapshot.grants).length,
    }),
  };
}
