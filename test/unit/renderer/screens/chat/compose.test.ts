// The field of a chat: what `/` and `@` offer, what comes from servers, which files can go along, and budgets as they are typed.
import { describe, expect, it } from 'vitest';
import { maxFileBytes, maxQuestionFiles } from '../../../../../contract/chat.ts';
import { budgetChange, budgetDraft } from '../../../../../renderer/screens/chat/about/budget-draft.ts';
import { base64, fileTrouble, mediaTypeOf } from '../../../../../renderer/screens/chat/compose/attached.ts';
import { promptText, resourceFile } from '../../../../../renderer/screens/chat/compose/server-answers.ts';
import {
  askedAt,
  type Offered,
  suggested,
  withoutAsked,
} from '../../../../../renderer/screens/chat/compose/suggestions.ts';
import { fixtureChat } from '../../../../support/panel-fixture/chats.ts';

const view = fixtureChat(0, 'prompt-1');

describe('what is asked for while somebody types', () => {
  it('a slash counts at the beginning alone, an at sign at the beginning of a word', () => {
    expect(askedAt('/sum', 4)).toEqual({ sign: '/', from: 0, to: 4, text: 'sum' });
    expect(askedAt('look at @bil', 12)).toEqual({ sign: '@', from: 8, to: 12, text: 'bil' });
    expect(askedAt('@', 1)?.text).toBe('');
    const nothing = ['a /sum', '/home/ana', '/sum up', 'ana@example.com', 'no sign', '@a b'];
    expect(nothing.map(text => askedAt(text, text.length))).toEqual(nothing.map(() => null));
  });

  it('what was asked for goes from the text', () => {
    const text = 'look at @bil now';
    expect(withoutAsked(text, askedAt(text, 12)!)).toBe('look at  now');
  });

  const offered: Offered[] = [
    {
      serverId: 'docs',
      server: 'Docs',
      offers: {
        prompts: [{ name: 'summary', description: null, arguments: [] }],
        resources: [{ uri: 'docs://plan', name: 'plan', description: null, mimeType: null }],
      },
    },
  ];
  const files = [{ id: 'file-1', name: 'billing.csv', mediaType: 'text/csv', bytes: 3 }];
  const kinds = (text: string) =>
    suggested(askedAt(text, text.length)!, offered, files).map(({ kind, id }) => `${kind} ${id}`);

  it('prompts of servers, found by their name or their server', () => {
    expect(kinds('/')).toEqual(['prompt docs summary']);
    expect(kinds('/doc')).toEqual(['prompt docs summary']);
    expect(kinds('/none')).toEqual([]);
  });

  it('files of the conversation, resources, and last a file of the machine', () => {
    expect(kinds('@')).toEqual(['file file-1', 'resource docs docs://plan', 'attach attach']);
    expect(kinds('@pl')).toEqual(['resource docs docs://plan', 'attach attach']);
  });
});

describe('what servers answer', () => {
  it('a prompt is the texts of its messages', () => {
    const messages = [
      { role: 'user', content: { type: 'text', text: 'One' } },
      { role: 'user', content: { type: 'resource', resource: { uri: 'a:b', text: 'Two' } } },
      { role: 'user', content: { type: 'image', data: 'AA==' } },
      'junk',
    ];
    expect(promptText({ messages })).toBe('One\n\nTwo');
    expect([promptText(null), promptText({ messages: 7 })]).toEqual(['', '']);
  });

  it('a resource is a file with its text or its bytes', () => {
    const file = resourceFile({ contents: [{ uri: 'a:b', text: 'é' }] }, 'plan', 'key');
    expect(file).toMatchObject({ name: 'plan', mediaType: 'text/plain', bytes: 2, ask: { data: 'w6k=' } });
    expect(resourceFile({ contents: [{ mimeType: 'image/png', blob: 'AAAA' }] }, 'p', 'k')?.bytes).toBe(3);
    expect([resourceFile({ contents: [] }, 'p', 'k'), resourceFile(null, 'p', 'k')]).toEqual([null, null]);
  });
});

describe('files', () => {
  it('too many, too large and empty ones are left out, and say why', () => {
    expect(fileTrouble({ name: 'a', size: 5 }, 0)).toBeNull();
    expect(fileTrouble({ name: 'a', size: 5 }, maxQuestionFiles)).toMatch(/at most \d+ files/);
    expect(fileTrouble({ name: 'a', size: maxFileBytes + 1 }, 0)).toMatch(/at most \d\.\d.MB can be sent/);
    expect(fileTrouble({ name: 'a', size: 0 }, 0)).toMatch(/empty/);
  });

  it('a kind that the system does not know is told by the name', () => {
    const types = ['notes.MD', 'a.csv', 'Makefile'].map(name => mediaTypeOf({ name, type: '' }));
    expect(types).toEqual(['text/markdown', 'text/csv', 'text/plain']);
    expect(mediaTypeOf({ name: 'a.md', type: 'image/png' })).toBe('image/png');
  });

  it('large ones become base64 in pieces', () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => at % 256);
    expect(base64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
  });
});

describe('a budget as it is typed', () => {
  const draft = budgetDraft(view.head.settings);

  it('comes to a change; an empty field is no bound', () => {
    expect(budgetChange({ ...draft, calls: '25', cost: '0,5' })).toEqual({
      budget: { calls: 25, rounds: 10, seconds: 180, cost: 0.5 },
      totalCalls: null,
      totalCost: null,
    });
    expect(budgetChange({ ...draft, totalCalls: '0' })?.totalCalls).toBe(0);
  });

  it('what cannot be meant is no change', () => {
    const wrong = [
      { calls: '' },
      { calls: '1.5' },
      { seconds: '2' },
      { rounds: '0' },
      { cost: '-1' },
      { totalCalls: 'x' },
    ];
    expect(wrong.map(each => budgetChange({ ...draft, ...each }))).toEqual(wrong.map(() => null));
  });
});
