// Commands of spec 000 for an extension of spec 000: what is carried over as it is, and what stays the hub's to say.
import { expect, test } from 'vitest';
import { ClaudezillaExtension } from '../../../../../native-host/dialects/claudezilla/claudezilla-extension.ts';
import { ownOf, splitOwn, withOwn } from '../../../../../native-host/dialects/claudezilla/claudezilla-own.ts';
import type { Message } from '../../../../../contract/schemas/messages.ts';

type Sent = { id: string; command: string; params: Record<string, unknown> };

function open() {
  const dialect = new ClaudezillaExtension();
  const ask = (id: number, params: object) =>
    dialect.encode({ kind: 'request', id, method: 'call', params }) as unknown as Sent;
  const answer = (id: number, result: unknown) => dialect.decode({ id: String(id), success: true, result }) as Message;
  return { ask, answer };
}

test('The params go as they are; tab and agent are the hub’s, and another window is not named.', () => {
  const { ask, answer } = open();
  ask(1, { tool: 'tabs_create', args: {}, asker: 'agent-1' });
  answer(1, { tabId: 7, windowId: 1 });
  const params = { selector: '#a', annotate: true, tabId: 99, agentId: 'agent_other', windowId: 3 };
  const own = { command: 'click', params };
  expect(ask(2, { tool: 'computer', args: {}, tabId: 7, asker: 'agent-1', own })).toMatchObject({ command: 'click' });
  expect(ask(3, { tool: 'computer', args: {}, tabId: 7, own }).params).toEqual({
    selector: '#a',
    annotate: true,
    tabId: 7,
    agentId: 'agent-1',
  });
});

test('Whose a tab is in the extension is learned from its list by a new connection.', () => {
  const { ask, answer } = open();
  ask(1, { tool: 'tabs_context', args: {} });
  answer(1, { tabs: [{ tabId: 7, ownerId: 'agent-before' }] });
  expect(ask(2, { tool: 'tabs_close', args: {}, tabId: 7 }).params).toEqual({ tabId: 7, agentId: 'agent-before' });
});

test('The answer comes back whole, its picture among the blocks until then.', () => {
  const { ask, answer } = open();
  const said = { tabId: 7, quality: 60, labels: [1], dataUrl: 'data:image/jpeg;base64,/9j/' };
  ask(1, { tool: 'computer', args: {}, tabId: 7, own: { command: 'screenshot', params: {} } });
  expect(answer(1, said)).toMatchObject({
    result: {
      content: [{ type: 'image', data: '/9j/', mimeType: 'image/jpeg' }],
      own: { tabId: 7, quality: 60, labels: [1] },
    },
  });
  const { content, own } = splitOwn(said);
  expect(ownOf(withOwn({ content }, { own }))).toEqual(said);
});

test('A picture that the hub had to scale says so in the wire’s own keys.', () => {
  const _meta = { 'dev.pilothouse/scaled': { from: { width: 10, height: 10 }, to: { width: 5, height: 5 } } };
  const content = [{ type: 'image', data: 'AAAA', mimeType: 'image/jpeg', _meta }];
  expect(ownOf(withOwn({ content }, { own: { format: 'png', scaledSize: null } }))).toEqual({
    format: 'jpeg',
    scaledSize: { width: 5, height: 5 },
    dataUrl: 'data:image/jpeg;base64,AAAA',
  });
});

test.each([undefined, null, 'text', [1], { dataUrl: 5 }, { dataUrl: 'no picture' }])(
  'An answer that is %j is taken without a picture.',
  value => {
    expect(splitOwn(value).content).toEqual([]);
  },
);

test('The answer to a tool of the hub has no keys of the wire.', () => {
  expect(ownOf({ content: [] })).toBeNull();
});
