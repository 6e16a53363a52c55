// How the panel speaks of permission scopes. Risk and kind are checked by the compiler against the contract's table.
import type { Scope, scopes } from '../../electron/contract/permissions.ts';

type Table = typeof scopes;

interface ScopeWords<S extends Scope> {
  readonly title: Table[S]['title'];
  /** Follows "Claude Code wants to". */
  readonly verb: string;
  readonly risk: Table[S]['risk'];
  readonly acts: Table[S]['acts'];
}

const words: { readonly [S in Scope]: ScopeWords<S> } = {
  'model:prompt': { title: 'Generate text', verb: 'generate text', risk: 'low', acts: false },
  'model:tools': { title: 'Models with tools', verb: 'let a model call tools', risk: 'medium', acts: true },
  'mcp:tools.list': { title: 'List tools', verb: 'see which tools there are', risk: 'low', acts: false },
  'mcp:tools.call': { title: 'Call tools', verb: 'call a tool', risk: 'medium', acts: true },
  'mcp:servers.register': { title: 'Register servers', verb: 'register an MCP server', risk: 'high', acts: true },
  'browser:activeTab.read': { title: 'Read pages', verb: 'read the page', risk: 'medium', acts: false },
  'chat:open': { title: 'Open chat', verb: 'open the chat', risk: 'low', acts: true },
  'browser:activeTab.interact': { title: 'Act on pages', verb: 'click and type', risk: 'medium', acts: true },
  'browser:activeTab.screenshot': { title: 'See pages', verb: 'take a picture', risk: 'medium', acts: false },
  'browser:navigate': { title: 'Navigate', verb: 'open an address', risk: 'medium', acts: true },
  'browser:tabs.read': { title: 'See tabs', verb: 'see its tabs', risk: 'low', acts: false },
  'browser:tabs.create': { title: 'Open tabs', verb: 'open a tab', risk: 'low', acts: true },
  'browser:script': { title: 'Run scripts', verb: 'run a script', risk: 'high', acts: true },
  'browser:files': { title: 'Upload files', verb: 'hand a file to the page', risk: 'high', acts: true },
  'servers:read': {
    title: 'Read from servers',
    verb: 'read prompts and resources of a server',
    risk: 'low',
    acts: false,
  },
  'servers:call': { title: 'Call server tools', verb: 'call a tool', risk: 'medium', acts: true },
  'servers:manage': { title: 'Manage servers', verb: 'start, stop and change MCP servers', risk: 'high', acts: true },
};

export interface AnyScopeWords {
  readonly title: string;
  readonly verb: string;
  readonly risk: 'low' | 'medium' | 'high';
  readonly acts: boolean;
}

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
  if (risk === 'high') return acts ? 'can change much, and is hard to undo' : 'sees much';
  if (acts) return 'acts as you';
  return 'reads, changes nothing';
}
