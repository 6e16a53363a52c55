// Tools of the hub itself, for clients that the user chose them for: those that stand for a list of tools, and those that tell an agent
// of itself. None of their names holds `__` or `/`, so none is a server's.
import { callTool } from './call-by-name.ts';
import type { ToolListing } from '../../../contract/entities.ts';
import type { BrowserTool } from './browser-tool.ts';
import type { Callable } from './callable.ts';

export const findTool = 'find_tools';
export const openTool = 'open_tools';

/** What the user chose for a client; absent is `whole`, and no. */
export interface ClientOffer {
  readonly listing?: ToolListing | undefined;
  readonly seesHub?: boolean | undefined;
}

interface OwnTool {
  readonly tool: BrowserTool;
  /** The ways to be offered tools in whose list it is; `about` is for those who may ask the hub about themselves. */
  readonly listedIn: readonly ToolListing[] | 'about';
}

const noArguments = { type: 'object', properties: {} };
const byHub = { needsTab: false, byHub: true, alsoTakes: ['timeout'] } as const;
const ofLists = { ...byHub, scope: 'mcp:tools.list', verb: 'list' } as const;
/** What they tell is the asker's own, as its tabs are. */
const ofAsker = { ...byHub, scope: 'browser:tabs.read', verb: 'tell of' } as const;

const lists: readonly OwnTool[] = [
  {
    listedIn: ['groups', 'search'],
    tool: {
      ...ofLists,
      name: findTool,
      title: 'Find tools',
      description: 'Finds tools by what they do and gives their definitions, best first.',
      inputSchema: {
        type: 'object',
        properties: {
          query: { type: 'string', description: 'A few words, or the name of a tool.' },
          group: { type: 'string', description: 'Only of this group.' },
          limit: { type: 'integer', minimum: 1, maximum: 20, description: 'Default 5.' },
        },
        required: ['query'],
      },
    },
  },
  {
    listedIn: ['groups'],
    tool: {
      ...ofLists,
      name: openTool,
      title: 'Open a group of tools',
      description: 'Puts the tools of a group into your list of tools.',
      inputSchema: { type: 'object', properties: { group: { type: 'string' } }, required: ['group'] },
    },
  },
  {
    listedIn: ['groups', 'search'],
    tool: {
      ...ofLists,
      mayAct: true,
      takesTasks: true,
      name: callTool,
      title: 'Call a tool by its name',
      description: 'Calls the tool of that name with these arguments, also one that is not in your list.',
      inputSchema: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          arguments: { type: 'object', description: "As the tool's inputSchema has them." },
        },
        required: ['name'],
      },
    },
  },
];

const about: readonly OwnTool[] = [
  ['hub_servers', 'What runs', 'The servers that you may use: which run, and how many of their tools are yours.'],
  ['hub_grants', 'My grants', 'What you may do: your grants, how far you go without a question, your plan.'],
  ['hub_refusals', 'Why I was refused', 'Your last refused calls: why, and what helps.'],
  ['hub_browser', 'My browser and tabs', 'The browser that your calls go to, and your tabs.'],
  [
    'hub_names',
    'What I may ask for',
    'Names of your tools, by whether a call is allowed now, asks the user or is refused.',
  ],
].map(([name = '', title = '', description = '']): OwnTool => {
  const group = { type: 'string', description: 'Only of this group: a server, or web_browser.' };
  const inputSchema = name === 'hub_names' ? { type: 'object', properties: { group } } : noArguments;
  return { listedIn: 'about', tool: { ...ofAsker, name, title, description, inputSchema } };
});

const traces: OwnTool = {
  listedIn: 'about',
  tool: {
    ...ofAsker,
    name: 'hub_traces',
    title: 'My traces',
    description: 'Your newest messages as the trace has them, secrets masked; with seq one of them whole.',
    inputSchema: {
      type: 'object',
      properties: { limit: { type: 'integer', minimum: 1, maximum: 50 }, seq: { type: 'integer' } },
    },
  },
};

const ownTools: readonly OwnTool[] = [...lists, ...about, traces];

type BrowserCallable = Callable & { readonly kind: 'browser' };

const byName = new Map(ownTools.map(own => [own.tool.name, own]));

export const ownCallables = ownTools.map<BrowserCallable>(({ tool }) => ({ kind: 'browser', id: tool.name, tool }));
export const aboutCallables = ownCallables.filter(({ id }) => byName.get(id)?.listedIn === 'about');

export function isOwnTool(id: string): boolean {
  return byName.has(id);
}

/** Whether its list has it. */
export function isOwnListed(id: string, { listing = 'whole', seesHub = false }: ClientOffer): boolean {
  const listedIn = byName.get(id)?.listedIn ?? [];
  return listedIn === 'about' ? seesHub : listedIn.includes(listing);
}

/** Whether it may be called: what stands for a list tells no more than a list, also to an agent that had it before the user chose anew. */
export function isOwnCallable(id: string, offer: ClientOffer): boolean {
  return byName.get(id)?.listedIn === 'about' ? offer.seesHub === true : true;
}
