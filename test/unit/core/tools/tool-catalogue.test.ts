// Everything that can be called: found under both names, listed as MCP wants it, replaced server by server.
import { describe, expect, test } from 'vitest';
import { ToolSchema } from '../../../../contract/schemas/entities.ts';
import { browserTools, verbOf } from '../../../../electron/core/tools/browser-tools.ts';
import { ToolCatalogue } from '../../../../electron/core/tools/tool-catalogue.ts';
import { buildState } from '../../../support/hub-fixtures.ts';

const echo = {
  name: 'echo',
  description: 'Says it again.',
  inputSchema: { type: 'object', properties: { message: { type: 'string' } } },
  annotations: { readOnlyHint: true },
  'x-vendor': { kept: true },
};

function createCatalogue() {
  const state = buildState();
  const catalogue = new ToolCatalogue(state);
  const names = () => catalogue.list().map(({ name }) => name);
  const shown = () => Object.keys(state.snapshot().tools);
  return { state, catalogue, names, shown };
}

const browserNames = browserTools.filter(({ listed }) => listed === undefined).map(({ name }) => name);
const shownNames = browserTools.map(({ name }) => name);
const unlistedTools = browserTools.filter(({ listed }) => listed !== undefined);
const notFound = (name: string) => ({
  code: 'ERR_TOOL_NOT_FOUND',
  message: `There is no tool ${JSON.stringify(name)}; tools/list names the ${browserNames.length} that there are.`,
});

describe('The browser’s tools', () => {
  test('They are there without any server.', () => {
    const { names, shown } = createCatalogue();
    expect({ names: names(), shown: shown() }).toEqual({
      names: browserNames,
      shown: shownNames,
    });
  });

  test.each(unlistedTools)('$name is not listed, and can be called.', ({ name }) => {
    const { catalogue, names } = createCatalogue();
    expect([names().includes(name), catalogue.find(name).id]).toEqual([false, name]);
  });

  test.each(browserTools)('$name has a definition that an MCP client can read.', ({ name, makesCalls, mayAct }) => {
    expect(createCatalogue().catalogue.definition(name)).toEqual({
      name,
      title: expect.stringMatching(/./),
      description: expect.stringMatching(/\.$/),
      inputSchema: expect.objectContaining({ type: 'object' }),
      // What makes more calls may act by them, and some tools act with some arguments.
      ...(createCatalogue().catalogue.reads(name) && !makesCalls && !mayAct && { annotations: { readOnlyHint: true } }),
    });
  });

  test.each(browserTools)('$name names no property as required that it does not have.', ({ inputSchema }) => {
    const { properties, required = [] } = inputSchema as { properties: object; required?: string[] };
    expect(required.filter(name => !Object.hasOwn(properties, name))).toEqual([]);
  });

  test.each([
    ['screenshot', 'screenshot'],
    ['left_click', 'click in'],
    ['type', 'type in'],
    ['key', 'send keys to'],
    ['scroll', 'scroll in'],
    ['wait', 'wait in'],
    ['dance', 'act in'],
    ['constructor', 'act in'],
    ['__proto__', 'act in'],
    [7, 'act in'],
  ])('The verb of the action %j is %j.', (action, verb) => {
    const computer = browserTools.find(({ name }) => name === 'computer');
    expect(computer && verbOf(computer, { action })).toBe(verb);
  });
});

describe('The tools of a server', () => {
  test('They are called by their id and by their listed name.', () => {
    const { catalogue } = createCatalogue();
    catalogue.setServerTools('everything', [echo]);
    const named = { id: 'everything/echo', listName: 'everything__echo' };
    const callable = { kind: 'server', ...named, serverId: 'everything', tool: echo, readOnly: true };
    expect([catalogue.find('everything/echo'), catalogue.find('everything__echo')]).toEqual([callable, callable]);
  });

  test('They are listed under a name that models take, with everything else as the server gave it.', () => {
    const { catalogue } = createCatalogue();
    catalogue.setServerTools('everything', [echo]);
    expect(catalogue.list().at(-1)).toEqual({ ...echo, name: 'everything__echo' });
  });

  test('They are shown without their schema.', () => {
    const { state, catalogue } = createCatalogue();
    catalogue.setServerTools('everything', [echo]);
    expect(ToolSchema.strict().parse(state.snapshot().tools['everything/echo'])).toEqual({
      id: 'everything/echo',
      name: 'everything__echo',
      held: null,
      on: true,
      offFor: [],
      source: { kind: 'server', serverId: 'everything' },
      title: 'echo',
      description: 'Says it again.',
      scope: 'servers:call',
      readOnly: true,
      bytes: Buffer.byteLength(JSON.stringify({ ...echo, name: 'everything__echo' })),
    });
  });

  test.each([undefined, null, [], { readOnlyHint: 'true' }, { readOnlyHint: 1 }, { destructiveHint: false }])(
    'With the annotations %j a tool counts as acting.',
    annotations => {
      const { catalogue } = createCatalogue();
      catalogue.setServerTools('everything', [{ name: 'echo', annotations }]);
      expect(catalogue.find('everything/echo')).toMatchObject({ readOnly: false });
    },
  );

  test('A new list replaces the old one of that server and no other.', () => {
    const { catalogue, names, shown } = createCatalogue();
    catalogue.setServerTools('a', [{ name: 'one' }, { name: 'two' }]);
    catalogue.setServerTools('b', [{ name: 'one' }]);
    catalogue.setServerTools('a', [{ name: 'two' }, { name: 'three' }]);
    expect({
      names: names().slice(browserNames.length),
      shown: shown().slice(shownNames.length).sort(),
    }).toEqual({
      names: ['a__two', 'a__three', 'b__one'],
      shown: ['a/three', 'a/two', 'b/one'],
    });
    expect(() => catalogue.find('a__one')).toThrow(expect.objectContaining({ code: 'ERR_TOOL_NOT_FOUND' }));
  });

  test('An empty list takes them away under both names.', () => {
    const { catalogue, shown } = createCatalogue();
    catalogue.setServerTools('everything', [echo]);
    catalogue.setServerTools('everything', []);
    expect(shown()).toEqual(shownNames);
    for (const name of ['everything/echo', 'everything__echo'])
      expect(() => catalogue.find(name)).toThrow(expect.objectContaining(notFound(name)));
  });

  test('A tool that a server lists twice is listed once, as it came last.', () => {
    const { catalogue, names } = createCatalogue();
    catalogue.setServerTools('everything', [echo, { name: 'add' }, { ...echo, description: 'Later.' }]);
    expect(names().slice(browserNames.length)).toEqual(['everything__echo', 'everything__add']);
    expect(catalogue.definition('everything/echo')).toMatchObject({ description: 'Later.' });
  });

  test('A server’s tool with the name of a browser tool does not stand in for it.', () => {
    const { catalogue } = createCatalogue();
    catalogue.setServerTools('everything', [{ name: 'navigate' }]);
    expect([catalogue.find('navigate').kind, catalogue.find('everything/navigate').kind]).toEqual([
      'browser',
      'server',
    ]);
  });

  test('Long names stay callable by what is listed.', () => {
    const { catalogue, names } = createCatalogue();
    const tools = ['1', '2'].map(end => ({ name: `${'x'.repeat(80)}${end}` }));
    catalogue.setServerTools('everything', tools);
    const found = names()
      .slice(browserNames.length)
      .map(name => catalogue.find(String(name)));
    expect(found.map(callable => callable.kind === 'server' && callable.tool)).toEqual(tools);
  });
});

describe('What there is not', () => {
  test.each(['', 'everything', 'everything/', 'toString', '__proto__', 'Navigate'])('%j is no tool.', name => {
    expect(() => createCatalogue().catalogue.find(name)).toThrow(expect.objectContaining(notFound(name)));
  });

  test('An endless name is cut in the error.', () => {
    expect(() => createCatalogue().catalogue.find('x'.repeat(1_000_000))).toThrow(
      expect.objectContaining(notFound('x'.repeat(120))),
    );
  });
});

describe('Listeners', () => {
  test('They hear of each change until they leave.', () => {
    const { catalogue } = createCatalogue();
    let heard = 0;
    const leave = catalogue.onChange(() => (heard += 1));
    catalogue.setServerTools('everything', [echo]);
    leave();
    catalogue.setServerTools('everything', []);
    expect(heard).toBe(1);
  });
});

test('A name that is not known is told how many tools its server lists, or how many there are.', () => {
  const { catalogue } = createCatalogue();
  catalogue.setServerTools('everything', [{ name: 'echo' }, { name: 'add' }]);
  expect(() => catalogue.find('everything/nothing')).toThrow(
    'There is no tool "everything/nothing"; tools/list names the 2 of "everything".',
  );
  const all = catalogue.list().length;
  expect(() => catalogue.find('nothing')).toThrow(
    `There is no tool "nothing"; tools/list names the ${all} that there are.`,
  );
});
