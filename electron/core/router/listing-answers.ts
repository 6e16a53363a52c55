// What stands for a list of tools answers: which tools there are for a few words, and a group put into the list.
import { hubError } from '../../../words/hub-error.ts';
import { callTool } from '../tools/call-by-name.ts';
import { definitionOf } from '../tools/callable.ts';
import { findTool, openTool } from '../tools/own-tools.ts';
import { briefly, maxListed } from '../tools/tool-listing.ts';
import type { GatedAgent } from '../gates/gate.ts';
import type { Callable } from '../tools/callable.ts';
import type { ToolListings } from '../tools/tool-listing.ts';

export interface ListingServices {
  readonly listings: Pick<ToolListings, 'find' | 'groups' | 'open'>;
}

type Arguments = Readonly<Record<string, unknown>>;
type Answer = (services: ListingServices, agent: GatedAgent, args: Arguments) => unknown;

const usualFound = 5;
const mostFound = 20;
/** Of whole definitions in one answer; what is beyond is named with a line. */
const maxDefinitionChars = 24_000;
const maxBrief = 100;

export const listingAnswers: Readonly<Record<string, Answer>> = {
  [findTool]: ({ listings }, agent, { query, group, limit }) => {
    if (typeof query !== 'string') throw invalid(findTool, 'query');
    const among = typeof group === 'string' ? expectGroup(listings, agent, group) : null;
    const found = listings.find(agent, query, among);
    const wanted = typeof limit === 'number' ? Math.min(mostFound, Math.max(1, Math.trunc(limit))) : usualFound;
    const shown = withinChars(found.slice(0, wanted));
    return found.length === 0
      ? { tools: [], groups: countsOf(listings, agent) }
      : { ...shown, ...(found.length > wanted && { more: found.length - wanted }) };
  },
  [openTool]: ({ listings }, agent, { group }) => {
    if (typeof group !== 'string') throw invalid(openTool, 'group');
    const tools = listings.open(agent, group);
    if (!tools) throw noGroup(listings, agent, group);
    return {
      opened: group,
      listed: Math.min(tools.length, maxListed),
      tools: tools.slice(0, maxBrief).map(briefly),
      ...(tools.length > maxBrief && { more: tools.length - maxBrief }),
      note: `They are in your list of tools now. Where your program does not read it again, ${findTool} gives their definitions and ${callTool} calls them.`,
    };
  },
  // What could be read was read as a call of the tool that it names before.
  [callTool]: (_services, _agent, { name }) => {
    throw invalid(callTool, typeof name === 'string' && name !== callTool ? 'arguments' : 'name');
  },
};

/** Whole as far as there is room, the rest by name. The best one is whole in any case. */
function withinChars(found: readonly Callable[]): { tools: unknown[]; alsoFound?: unknown[] } {
  const tools: unknown[] = [];
  let left = maxDefinitionChars;
  for (const callable of found) {
    const definition = definitionOf(callable);
    left -= JSON.stringify(definition).length;
    if (left < 0 && tools.length > 0) break;
    tools.push(definition);
  }
  const rest = found.slice(tools.length).map(briefly);
  return rest.length > 0 ? { tools, alsoFound: rest } : { tools };
}

function countsOf(listings: ListingServices['listings'], agent: GatedAgent): Record<string, number> {
  return Object.fromEntries([...listings.groups(agent)].map(([group, tools]) => [group, tools.length]));
}

function expectGroup(listings: ListingServices['listings'], agent: GatedAgent, group: string): string {
  if (listings.groups(agent).has(group)) return group;
  throw noGroup(listings, agent, group);
}

function noGroup(listings: ListingServices['listings'], agent: GatedAgent, group: string): Error {
  const groups = [...listings.groups(agent).keys()].slice(0, 40).join(', ');
  return hubError('ERR_INVALID_ARGUMENTS', { kind: 'no-such-group', group: group.slice(0, 100), groups });
}

function invalid(tool: string, argument: string): Error {
  return hubError('ERR_INVALID_ARGUMENTS', { kind: 'argument-missing', tool, argument });
}
