// What an agent is listed of the browser's tools, by the browser that it is bound to.
import { expect, test } from 'vitest';
import { ToolCatalogue } from '../../../../electron/core/tools/tool-catalogue.ts';
import { buildState } from '../../../support/hub-fixtures.ts';
import type { BrowserOffer } from '../../../../electron/core/tools/browser-offer.ts';

const small: BrowserOffer = { can: tool => tool !== 'handle_dialog', several: true };
const large: BrowserOffer = { can: () => true, several: true };
const both: BrowserOffer = {
  ...large,
  boundTo: id => (id === 'small' ? small : large),
  browserIds: ['small', 'large'],
};

function createCatalogue() {
  const catalogue = new ToolCatalogue(buildState());
  const told: unknown[] = [];
  catalogue.onChange((source, agentId) => told.push([source, agentId]));
  const names = (browserId: string | null, reader: 'mcp' | 'spec-004' = 'mcp') =>
    catalogue.list({ clientId: null, browserId }, undefined, reader).map(({ name }) => String(name));
  return { catalogue, told, names };
}

test('Who is bound to a browser is listed what that one can do, everybody else what any of them can.', () => {
  const { catalogue, names } = createCatalogue();
  catalogue.setOffer(both);
  expect(names(null)).toContain('handle_dialog');
  expect(names('large')).toEqual(names(null));
  expect(names('small')).toEqual(names(null).filter(name => name !== 'handle_dialog'));
  const counted = (browserId: string) => {
    try {
      return catalogue.find('nothing', { clientId: null, browserId }).id;
    } catch (error) {
      return String(error);
    }
  };
  expect(counted('large')).toContain(`the ${names(null).length} that there are`);
  expect(counted('small')).toContain(`the ${names(null).length - 1} that there are`);
  const checked = catalogue.browserTools({ clientId: 'claude', browserId: 'small' }).map(({ id }) => id);
  expect(checked).not.toContain('handle_dialog');
});

test('An agent is told when its browser makes its list another one, and only that agent.', () => {
  const { catalogue, told } = createCatalogue();
  catalogue.setOffer(both);
  told.length = 0;
  catalogue.bound('a', null, 'large');
  expect(told).toEqual([]);
  catalogue.bound('a', 'large', 'small');
  expect(told).toEqual([[null, 'a']]);
});

test('All are told when what a bound one is listed changes, although any of the browsers can do as much as before.', () => {
  const { catalogue, told } = createCatalogue();
  catalogue.setOffer(both);
  told.length = 0;
  catalogue.setOffer({ ...both, boundTo: () => large });
  expect(told).toEqual([[null, undefined]]);
});

test('Shortcuts are listed where the user has saved some, whichever browser an agent is bound to; all are told of that.', () => {
  const { catalogue, told, names } = createCatalogue();
  const ofShortcuts = (browserId: string | null) => names(browserId).filter(name => name.startsWith('shortcuts_'));
  catalogue.setOffer(both);
  expect([null, 'small', 'large'].map(ofShortcuts)).toEqual([[], [], []]);
  expect(names(null, 'spec-004')).toEqual(expect.arrayContaining(['shortcuts_list', 'shortcuts_execute']));
  told.length = 0;
  const withShortcuts = (offer: BrowserOffer) => ({ ...offer, hasShortcuts: true });
  const saved = { ...withShortcuts(both), boundTo: (id: string) => withShortcuts(id === 'small' ? small : large) };
  catalogue.setOffer(saved);
  catalogue.setOffer({ ...saved });
  expect(told).toEqual([[null, undefined]]);
  const tools = ['shortcuts_list', 'shortcuts_execute'];
  expect([null, 'small', 'large'].map(ofShortcuts)).toEqual([tools, tools, tools]);
});

test('A client of spec 004 finds both spellings of the tools for tabs, and agreeing on a plan is listed to everybody.', () => {
  const { names } = createCatalogue();
  const spellings = ['tabs_context', 'tabs_create', 'tabs_close'].flatMap(name => [name, `${name}_mcp`]);
  expect(names(null, 'spec-004')).toEqual(expect.arrayContaining(spellings));
  expect(names(null)).toContain('update_plan');
});
