// How the panel speaks of permission scopes. Risk and kind are checked by the compiler against the contract's table.
import { t } from './language.ts';
import type { Scope, scopes } from '../../contract/permissions.ts';

type Table = typeof scopes;

interface ScopeWords<S extends Scope> {
  readonly title: string;
  /** Follows "Claude Code wants to"; in German it stands at the end, as an infinitive. */
  readonly verb: string;
  readonly risk: Table[S]['risk'];
  readonly acts: Table[S]['acts'];
}

const words: { readonly [S in Scope]: ScopeWords<S> } = {
  'model:prompt': { title: t('Generate text'), verb: t('generate text'), risk: 'low', acts: false },
  'model:tools': { title: t('Models with tools'), verb: t('let a model call tools'), risk: 'medium', acts: true },
  'model:list': { title: t('List models'), verb: t('see which models there are'), risk: 'low', acts: false },
  'mcp:tools.list': { title: t('List tools'), verb: t('see which tools there are'), risk: 'low', acts: false },
  'mcp:tools.call': { title: t('Call tools'), verb: t('call a tool'), risk: 'medium', acts: true },
  'mcp:servers.register': { title: t('Register servers'), verb: t('register an MCP server'), risk: 'high', acts: true },
  'browser:activeTab.read': { title: t('Read pages'), verb: t('read the page'), risk: 'medium', acts: false },
  'chat:open': { title: t('Open chat'), verb: t('open the chat'), risk: 'low', acts: true },
  'browser:activeTab.interact': { title: t('Act on pages'), verb: t('click and type'), risk: 'medium', acts: true },
  'browser:activeTab.screenshot': { title: t('See pages'), verb: t('take a picture'), risk: 'medium', acts: false },
  'browser:navigate': { title: t('Navigate'), verb: t('open an address'), risk: 'medium', acts: true },
  'browser:tabs.read': { title: t('See tabs'), verb: t('see its tabs'), risk: 'low', acts: false },
  'browser:tabs.create': { title: t('Open tabs'), verb: t('open a tab'), risk: 'low', acts: true },
  'web:fetch': {
    title: t('Fetch from the web'),
    verb: t('send requests to other sites'),
    risk: 'high',
    acts: true,
  },
  'addressBar:suggest': {
    title: t('Suggest in the address bar'),
    verb: t('suggest in the address bar'),
    risk: 'low',
    acts: false,
  },
  'addressBar:context': {
    title: t('Know what is typed for'),
    verb: t('know the tab that is typed in the address bar of'),
    risk: 'medium',
    acts: false,
  },
  'addressBar:history': {
    title: t('Read the history'),
    verb: t('read what was visited and chosen before'),
    risk: 'high',
    acts: false,
  },
  'addressBar:execute': {
    title: t('Act from the address bar'),
    verb: t('carry out what is chosen in the address bar'),
    risk: 'medium',
    acts: true,
  },
  'agents:register': { title: t('Offer an agent'), verb: t('offer an agent to other pages'), risk: 'low', acts: true },
  'agents:discover': { title: t('See agents'), verb: t('see agents of other pages'), risk: 'medium', acts: false },
  'agents:invoke': {
    title: t('Ask agents'),
    verb: t('give tasks to agents of other pages'),
    risk: 'medium',
    acts: true,
  },
  'agents:message': {
    title: t('Write to agents'),
    verb: t('exchange messages with agents of other pages'),
    risk: 'medium',
    acts: true,
  },
  'agents:crossOrigin': {
    title: t('Reach other sites'),
    verb: t('reach agents of other sites'),
    risk: 'high',
    acts: true,
  },
  'agents:remote': {
    title: t('Reach other machines'),
    verb: t('reach agents on other machines'),
    risk: 'high',
    acts: true,
  },
  'browser:script': { title: t('Run scripts'), verb: t('run a script'), risk: 'high', acts: true },
  'browser:files': { title: t('Upload files'), verb: t('hand a file to the page'), risk: 'high', acts: true },
  'servers:read': {
    title: t('Read from servers'),
    verb: t('read prompts and resources of a server'),
    risk: 'low',
    acts: false,
  },
  'servers:call': { title: t('Call server tools'), verb: t('call a tool'), risk: 'medium', acts: true },
  'plugins:call': { title: t('Call plugin tools'), verb: t('call a tool'), risk: 'medium', acts: true },
  'hub:panel': {
    title: t('See the panel'),
    verb: t('see what this panel shows: calls with all that was asked and answered, and pictures of pages'),
    risk: 'high',
    acts: false,
  },
  'hub:answer': { title: t('Answer questions'), verb: t('answer questions here'), risk: 'high', acts: true },
  'servers:manage': {
    title: t('Manage servers'),
    verb: t('start, stop and change MCP servers'),
    risk: 'high',
    acts: true,
  },
};

export interface AnyScopeWords {
  readonly title: string;
  readonly verb: string;
  readonly risk: 'low' | 'medium' | 'high';
  readonly acts: boolean;
}

/** As they stand within a line. */
export const risksWithin: Readonly<Record<AnyScopeWords['risk'], string>> = {
  low: t('low risk'),
  medium: t('medium risk'),
  high: t('high risk'),
};

export const scopeNames = Object.keys(words) as Scope[];

export function isScope(text: string): text is Scope {
  return Object.hasOwn(words, text);
}

export function scopeWords(scope: Scope): AnyScopeWords {
  return words[scope];
}

/** What a risk means, in words that follow it on the prompt card. */
export function riskWords(scope: Scope): string {
  const { risk, acts } = words[scope];
  if (risk === 'high') return acts ? t('can change much, and is hard to undo') : t('sees much');
  if (acts) return t('acts as you');
  return t('reads, changes nothing');
}
