// What a client's agents are listed in each way, what they find and open, and what that costs.
import { expect, test } from 'vitest';
import { ToolCatalogue } from '../../../../electron/core/tools/tool-catalogue.ts';
import { maxListed, ToolListings } from '../../../../electron/core/tools/tool-listing.ts';
import { ToolSwitches } from '../../../../electron/core/tools/tool-switches.ts';
import { buildState } from '../../../support/hub-fixtures.ts';
import type { ClientOffer } from '../../../../electron/core/tools/own-tools.ts';

const agent = { id: 'agent_1', clientId: 'codex', browserId: null };

function create(offer: ClientOffer = {}) {
  const chosen = { offer };
  const persist = {
    put: async () => {},
    remove: async () => {},
    removeClient: async () => {},
    removeFrom: async () => {},
  };
  const switches = new ToolSwitches({ rows: [], persist });
  const offerOf = (clientId: string) => (clientId === 'codex' ? chosen.offer : {});
  const catalogue = new ToolCatalogue(buildState(), switches, undefined, offerOf);
  const told: (string | undefined)[] = [];
  catalogue.setServerTools('one', [{ name: 'echo', description: 'Echoes a text.' }, { name: 'weigh' }]);
  catalogue.setServerTools('two', [{ name: 'echo', description: 'Echoes a text.' }]);
  catalogue.onChange((_, agentId) => told.push(agentId));
  const lists = (serverId: string, _: string, name: string) => !(serverId === 'one' && name === 'weigh');
  const listings = new ToolListings({ catalogue, offerOf, lists });
  const names = (whose = agent) => listings.list(whose, 'mcp').map(({ name }) => name);
  return { catalogue, listings, names, chosen, switches, told };
}

test('Until the user chooses, the list is whole and has none of the hub’s own tools.', () => {
  const { names, catalogue } = create();
  expect(names()).toEqual(expect.arrayContaining(['tabs_context', 'one__echo', 'two__echo']));
  expect(names()).not.toEqual(expect.arrayContaining(['one__weigh']));
  expect(names().filter(name => /^(find_|open_|call_|hub_)/.test(String(name)))).toEqual([]);
  expect(names()).toHaveLength(catalogue.list(agent, (_, name) => name !== 'weigh').length);
});

test('With a search the list has the search and the call alone, and says which groups there are.', () => {
  const { names, listings } = create({ listing: 'search' });
  expect(names()).toEqual(['find_tools', 'call_tool']);
  expect(listings.list(agent, 'mcp')[0]).toMatchObject({ description: expect.stringContaining('one (1), two (1)') });
});

test('A group that is opened is listed, for that agent alone, which is told.', () => {
  const { names, listings, told } = create({ listing: 'groups' });
  expect(names()).toEqual(['find_tools', 'open_tools', 'call_tool']);
  expect(listings.open(agent, 'one')?.map(({ id }) => id)).toEqual(['one/echo']);
  expect(names()).toEqual(['find_tools', 'open_tools', 'call_tool', 'one__echo']);
  expect(told).toEqual(['agent_1']);
  expect(names({ ...agent, id: 'agent_2' })).toHaveLength(3);
  expect(listings.open(agent, 'three')).toBeNull();
  listings.agentGone('agent_1');
  expect(names()).toHaveLength(3);
});

test('Of many open groups the tools of those that were opened first give way.', () => {
  const { names, listings, catalogue } = create({ listing: 'groups' });
  catalogue.setServerTools(
    'big',
    Array.from({ length: 3_000 }, (_, at) => ({ name: `t${at}` })),
  );
  listings.open(agent, 'one');
  listings.open(agent, 'big');
  expect(names()).toHaveLength(3 + maxListed);
  expect(names()).toContain('big__t0');
  expect(names()).not.toContain('one__echo');
  listings.open(agent, 'one');
  expect(names()).toContain('one__echo');
});

test('What is off or held back is neither found nor in a group, and an agent’s own run has its own tools.', async () => {
  const { listings, switches, catalogue } = create({ listing: 'search' });
  const found = () => listings.find(agent, 'echo', null).map(({ id }) => id);
  expect(found()).toEqual(['one/echo', 'two/echo']);
  expect(listings.find(agent, 'echo', 'two').map(({ id }) => id)).toEqual(['two/echo']);
  expect(listings.find(agent, 'weigh', null)).toEqual([]);
  await switches.set('one/echo', 'codex', false);
  expect(found()).toEqual(['two/echo']);
  catalogue.setServerTools('two', [{ name: 'echo' }], new Map([['echo', 'changed']]));
  expect(found()).toEqual([]);
  expect([...listings.groups(agent).keys()]).toEqual(['web_browser']);
});

test('What tells an agent of itself is listed and found by its name only for those that the user lets ask.', () => {
  const { names, catalogue, chosen } = create();
  expect(() => catalogue.findFor('hub_grants', agent)).toThrow(/no tool "hub_grants"/);
  chosen.offer = { seesHub: true };
  expect(names()).toEqual(
    expect.arrayContaining(['hub_servers', 'hub_grants', 'hub_refusals', 'hub_browser', 'hub_names', 'hub_traces']),
  );
  expect(catalogue.findFor('hub_grants', agent).id).toBe('hub_grants');
  expect(() => catalogue.findFor('hub_grants', { ...agent, clientId: 'other' })).toThrow(/no tool "hub_grants"/);
  chosen.offer = { seesHub: true, listing: 'search' };
  expect(names()).toHaveLength(8);
});

test('A tool that there is not is refused with where this client finds the others.', () => {
  const { catalogue, chosen } = create();
  expect(() => catalogue.findFor('nothing', agent)).toThrow(/tools\/list names/);
  chosen.offer = { listing: 'search' };
  expect(() => catalogue.findFor('nothing', agent)).toThrow(/find_tools names/);
});

test('The panel neither shows nor switches the hub’s own tools.', () => {
  const { catalogue } = create({ listing: 'search', seesHub: true });
  for (const name of ['find_tools', 'call_tool', 'hub_traces']) expect(() => catalogue.find(name)).toThrow(/no tool/);
});

test('The cost of each way is what its list comes to.', () => {
  const { listings, chosen, names } = create({ listing: 'search' });
  const { whole, search, groups } = listings.costsFor('codex');
  const list = listings.list(agent, 'mcp');
  expect(search).toMatchObject({ tools: names().length });
  // One tool is not listed by the run of this agent, which the cost of its client does not know.
  expect(Math.abs(search.bytes - Buffer.byteLength(JSON.stringify(list)))).toBeLessThan(5);
  chosen.offer = {};
  expect(whole.tools).toBe(listings.list(agent, 'mcp').length + 1);
  expect(groups.tools).toBe(3);
  expect(search.bytes).toBeLessThan(groups.bytes);
  expect(groups.bytes).toBeLessThan(whole.bytes / 5);
});
