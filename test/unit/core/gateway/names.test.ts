// Names where several servers stand behind one: prefixes, templates, pages, and where a resource is looked for.
import { describe, expect, test } from 'vitest';
import { pageOf } from '../../../../electron/core/gateway/pages.ts';
import { ResourceFinder } from '../../../../electron/core/gateway/resource-finder.ts';
import { readPrefixedPrompt, readPrefixedUri, withOwnUris } from '../../../../electron/core/gateway/resource-names.ts';
import { Subscriptions } from '../../../../electron/core/gateway/subscriptions.ts';
import { templateMatcher } from '../../../../electron/core/gateway/uri-template.ts';
import type { Listed } from '../../../../electron/core/gateway/resource-names.ts';

describe('Prefixed names', () => {
  test.each([
    ['pilothouse+a-1:file:///x', { serverId: 'a-1', name: 'file:///x' }],
    ['pilothouse+a:x\ny', { serverId: 'a', name: 'x\ny' }],
    ['pilothouse+A:file:///x', null],
    ['pilothouse+:file:///x', null],
    ['pilothouse+a:', null],
    ['file:///pilothouse+a:x', null],
  ])('%j names %j.', (uri, named) => {
    expect(readPrefixedUri(uri)).toEqual(named);
  });

  test.each([
    ['a-1__b', { serverId: 'a-1', name: 'b' }],
    ['a__b__c', { serverId: 'a', name: 'b__c' }],
    ['__b', null],
    ['b', null],
  ])('The prompt %j is %j.', (name, named) => {
    expect(readPrefixedPrompt(name)).toEqual(named);
  });

  test('Only a URI that was listed before gives way, and everything else stays as it is.', () => {
    const lists = [
      { serverId: 'a', items: [{ uri: 'x:1', 'x-own': 1 }, { uri: 'x:2' }] },
      { serverId: 'b', items: [{ uri: 'x:2', name: 'two' }, { name: 'without' }] },
    ];
    expect(withOwnUris(lists, 'uri')).toEqual([
      { uri: 'x:1', 'x-own': 1 },
      { uri: 'x:2' },
      { uri: 'pilothouse+b:x:2', name: 'two' },
      { name: 'without' },
    ]);
  });
});

describe('Templates', () => {
  test.each([
    ['file:///{id}/data', 'file:///7/data', true],
    ['file:///{id}/data', 'file:///7/8/data', false],
    ['file:///{+path}', 'file:///a/b/c.txt', true],
    ['x://search{?q,lang}', 'x://search?q=1&lang=en', true],
    ['x://search{?q,lang}', 'x://search', true],
    ['x://a.b/{id}', 'x://aXb/1', false],
    ['x://{a}{b}{c}', 'x://abc', true],
    ['x://{a}{b}{c}', 'x://ab', false],
    ['{+path}/{id}', 'a/b/c', true],
    ['x://{id}', 'x://', false],
    ['x://(unclosed', 'x://(unclosed', true],
  ])('%s and %s: %s', (template, uri, fits) => {
    expect(templateMatcher(template)(uri)).toBe(fits);
  });
});

test('A template and a URI that were made to be slow are not.', () => {
  const fits = templateMatcher('x:' + '{+a}'.repeat(400) + '!');
  expect(fits(`x:${'a'.repeat(2_000)}`)).toBe(false);
  expect(fits(`x:${'a'.repeat(2_000)}!`)).toBe(true);
});

describe('Pages', () => {
  const many = Array.from({ length: 2_500 }, (_, index) => index);

  test('A short list is one page without a cursor.', () => {
    expect(pageOf('tools', [1, 2], undefined)).toEqual({ tools: [1, 2] });
  });

  test('A long list comes whole and in order, page by page.', () => {
    const seen: unknown[] = [];
    let cursor: unknown;
    let pages = 0;
    do {
      const page = pageOf('tools', many, cursor === undefined ? {} : { cursor });
      seen.push(...(page.tools as unknown[]));
      cursor = page.nextCursor;
      pages += 1;
    } while (cursor !== undefined);
    expect({ pages, seen }).toEqual({ pages: 3, seen: many });
  });

  test.each([['x'], [''], [7], ['LTE'], [Buffer.from('p-5').toString('base64url')]])(
    'The cursor %j is refused.',
    cursor => {
      expect(() => pageOf('tools', many, { cursor })).toThrow(
        expect.objectContaining({ rpcCode: -32602, message: expect.stringContaining('ask again without one') }),
      );
    },
  );

  test('A list that became shorter meanwhile ends.', () => {
    const { nextCursor } = pageOf('tools', many, {});
    expect(pageOf('tools', [1], { cursor: nextCursor })).toEqual({ tools: [] });
  });
});

describe('Where a resource is looked for', () => {
  const lists: Record<string, Record<string, Listed[]>> = {
    a: { resources: [{ uri: 'x:1' }], resourceTemplates: [{ uriTemplate: 'x:t/{id}' }] },
    b: {
      resources: [{ uri: 'x:1' }, { uri: 'x:2' }],
      resourceTemplates: [{ uriTemplate: 'x:t/{id}' }, { uriTemplate: 'y:{id}' }],
    },
  };

  function finder(ids = ['a', 'b']) {
    return new ResourceFinder({
      servers: () => ids.map(id => ({ id })),
      list: (serverId, kind) => Promise.resolve(lists[serverId]?.[kind] ?? []),
    });
  }

  test.each([
    ['x:1', 'a', 'x:1'],
    ['x:2', 'b', 'x:2'],
    ['x:t/7', 'a', 'x:t/7'],
    ['y:7', 'b', 'y:7'],
    ['pilothouse+b:x:1', 'b', 'x:1'],
    ['pilothouse+a:z:unlisted', 'a', 'z:unlisted'],
  ])('%s is of %s.', async (uri, serverId, name) => {
    expect(await finder().find(uri, 1)).toEqual({ serverId, name });
  });

  test('A link that a tool handed out leads to its server, before any template.', async () => {
    const found = finder();
    found.learn('x:t/9', 'b');
    expect(await found.find('x:t/9', 1)).toEqual({ serverId: 'b', name: 'x:t/9' });
  });

  test('Where only one server has resources it is asked about any.', async () => {
    expect(await finder(['b']).find('z:1', 1)).toEqual({ serverId: 'b', name: 'z:1' });
  });

  test('With several, an unknown URI is nobody’s.', async () => {
    await expect(finder().find('z:1', 1)).rejects.toMatchObject({ rpcCode: -32002, data: { uri: 'z:1' } });
  });

  test('A URI of a server that is not there is refused with its name.', async () => {
    await expect(finder().find('pilothouse+gone:x:1', 1)).rejects.toThrow('is of the server gone');
  });

  test('A server that does not answer is passed over.', async () => {
    const found = new ResourceFinder({
      servers: () => [{ id: 'a' }, { id: 'b' }],
      list: (serverId, kind) =>
        serverId === 'a' ? Promise.reject(new Error('silent')) : Promise.resolve(lists['b']?.[kind] ?? []),
    });
    expect(await found.find('x:1', 1)).toEqual({ serverId: 'b', name: 'x:1' });
  });
});

describe('Names of updates', () => {
  test('They are those that were subscribed, of that server only.', () => {
    const subscriptions = new Subscriptions();
    subscriptions.add('x:1', { serverId: 'a', name: 'x:1' });
    subscriptions.add('pilothouse+a:x:1', { serverId: 'a', name: 'x:1' });
    subscriptions.add('pilothouse+b:x:1', { serverId: 'b', name: 'x:1' });
    expect(subscriptions.namesFor('a', 'x:1')).toEqual(['x:1', 'pilothouse+a:x:1']);
    expect(subscriptions.namesFor('b', 'x:1')).toEqual(['pilothouse+b:x:1']);
    expect(subscriptions.namesFor('c', 'x:1')).toEqual([]);
    expect(subscriptions.urisOf('a')).toEqual(['x:1']);
  });

  test('A part of what was subscribed comes in the form that was used.', () => {
    const subscriptions = new Subscriptions();
    subscriptions.add('pilothouse+a:x:1', { serverId: 'a', name: 'x:1' });
    expect(subscriptions.namesFor('a', 'x:1/part')).toEqual(['pilothouse+a:x:1/part']);
  });
});
