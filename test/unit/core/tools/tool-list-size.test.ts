// What every agent reads at every start: the list of the browser's tools has a bound, and shared arguments are described once.
import { expect, test } from 'vitest';
import { browserTools } from '../../../../electron/core/tools/browser-tools.ts';
import { ToolCatalogue } from '../../../../electron/core/tools/tool-catalogue.ts';
import { buildState } from '../../../support/hub-fixtures.ts';

/** Characters of the answer to tools/list, as JSON. */
const mostChars = 11_800;

const several = { can: () => true, several: true };

test.each([
  ['one browser', null],
  ['several browsers', several],
] as const)('With %s the list keeps to its bound.', (_, offer) => {
  const catalogue = new ToolCatalogue(buildState());
  catalogue.setOffer(offer);
  expect(JSON.stringify({ tools: catalogue.list() }).length).toBeLessThanOrEqual(mostChars);
});

test('Every tool takes a timeout, and where it acts on a tab its tabId; both are described once.', () => {
  const propertiesOf = (tool: (typeof browserTools)[number]) => tool.inputSchema.properties as Record<string, unknown>;
  for (const tool of browserTools) expect(propertiesOf(tool), tool.name).toHaveProperty('timeout');
  for (const tool of browserTools.filter(({ needsTab }) => needsTab))
    expect(propertiesOf(tool).tabId, tool.name).toEqual({ type: 'number' });
  const describing = browserTools.filter(({ description }) =>
    /\btabId is one of your tabs\b.*\btimeout\b/.test(description),
  );
  expect(describing.map(({ name }) => name)).toEqual(['tabs_context']);
});
