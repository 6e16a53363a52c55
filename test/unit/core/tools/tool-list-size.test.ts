// What every agent reads at every start: the list of the browser's tools has a bound, and shared arguments are described once.
import { expect, test } from 'vitest';
import { anyBrowser } from '../../../../electron/core/tools/browser-offer.ts';
import { browserTools } from '../../../../electron/core/tools/browser-tools.ts';
import { ToolCatalogue } from '../../../../electron/core/tools/tool-catalogue.ts';
import { buildState } from '../../../support/hub-fixtures.ts';

const several = { can: () => true, several: true };

/** Characters of the answer to tools/list, as JSON: as most agents read it, and at its longest. */
test.each([
  ['one browser', anyBrowser, 11_850],
  ['several browsers', several, 12_650],
  ['several browsers and shortcuts', { ...several, hasShortcuts: true }, 13_200],
] as const)('With %s the list keeps to its bound.', (_, offer, mostChars) => {
  const catalogue = new ToolCatalogue(buildState());
  catalogue.setOffer(offer);
  const { length } = JSON.stringify({ tools: catalogue.list() });
  expect(length).toBeLessThanOrEqual(mostChars);
  // A bound that nothing comes near holds nothing.
  expect(length).toBeGreaterThan(mostChars - 100);
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
