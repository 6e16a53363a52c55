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
