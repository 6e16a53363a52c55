// Tools that are off or held back: neither listed nor called, for everybody or for one client.
import { describe, expect, test } from 'vitest';
import { ToolCatalogue } from '../../../../electron/core/tools/tool-catalogue.ts';
import { ToolSwitches } from '../../../../electron/core/tools/tool-switches.ts';
import { buildState } from '../../../support/hub-fixtures.ts';

function createTools() {
  const state = buildState();
  const persist = {
    put: async () => {},
    remove: async () => {},
    removeClient: async () => {},
    removeFrom: async () => {},
  };
  const switches = new ToolSwitches({ rows: [{ toolId: 'files/read', clientId: 'codex' }], persist });
  const catalogue = new ToolCatalogue(state, switches);
  catalogue.setServerTools('files', [{ name: 'read' }, { name: 'write' }], new Map([['write', 'changed']]));
  const set = async (toolId: string, clientId: string | null, on: boolean) => {
    await switches.set(toolId, clientId, on);
    catalogue.changed(toolId);
  };
  const listed = (clientId: string) => catalogue.listOf('files', clientId).map(({ name }) => name);
  return { state, switches, catalogue, set, listed };
}

describe('A tool that is off', () => {
  test('It is listed for the others only, and called by them only.', () => {
    const { listed, catalogue } = createTools();
    expect([listed('codex'), listed('claude')]).toEqual([[], ['read']]);
    expect(catalogue.findFor('files__read', { clientId: 'claude', browserId: null }).id).toBe('files/read');
    expect(() => catalogue.findFor('files__read', { clientId: 'codex', browserId: null })).toThrow(
      'The user has switched "files/read" off; they can switch it on in Pilothouse under Tools.',
    );
  });

  test('It is off for everybody until it is on for everybody, and a client’s own switch stays.', async () => {
    const { listed, set } = createTools();
    await set('files/read', null, false);
    expect([listed('codex'), listed('claude')]).toEqual([[], []]);
    await set('files/read', null, true);
    expect([listed('codex'), listed('claude')]).toEqual([[], ['read']]);
  });

  test('A tool of the browser can be off too.', async () => {
    const { catalogue, set } = createTools();
    await set('navigate', 'codex', false);
    const names = (clientId: string) => catalogue.list({ clientId, browserId: null }).map(({ name }) => name);
    expect(names('claude').filter(name => !names('codex').includes(name))).toEqual(['navigate', 'files__read']);
  });

  test('The panel sees it, and whoever lists tools hears of it.', async () => {
    const { state, catalogue, set } = createTools();
    const heard: (string | null)[] = [];
    catalogue.onChange(source => heard.push(source));
    await set('files/read', null, false);
    expect(state.snapshot().tools['files/read']).toMatchObject({ on: false, offFor: ['codex'], held: null });
    expect(heard).toEqual(['files']);
  });

  test('The switches of a revoked client and of a removed server are forgotten.', async () => {
    const { switches, set } = createTools();
    expect(await switches.removeClient('codex')).toEqual(['files/read']);
    await set('files/read', null, false);
    await switches.removeServer('files');
    expect(switches.isOff('files/read', 'codex')).toBe(false);
  });
});

describe('A tool that is held back', () => {
  test('It is shown to the panel with the reason, and offered to nobody.', () => {
    const { state, catalogue, listed } = createTools();
    expect(state.snapshot().tools['files/write']).toMatchObject({ held: 'changed', on: true });
    expect(listed('claude')).toEqual(['read']);
    expect(() => catalogue.findFor('files/write', { clientId: 'claude', browserId: null })).toThrow(
      expect.objectContaining({ code: 'ERR_TOOL_NOT_ALLOWED' }),
    );
  });

  test('It is offered once the review says so.', () => {
    const { catalogue, listed } = createTools();
    catalogue.setHeld('files/write', null);
    expect(listed('claude')).toEqual(['read', 'write']);
  });
});
