// What came back from a call as it is shown, what is said of arguments, and what was typed for other tools.
import { describe, expect, it } from 'vitest';
import {
  faultSentence,
  placeWords,
  problemSentence,
  variantWords,
} from '../../../../../renderer/screens/tools/argument-words.ts';
import { callBlocks, mostBlocks } from '../../../../../renderer/screens/tools/call-blocks.ts';
import { beginDraft, withValue } from '../../../../../renderer/screens/tools/call-draft.ts';
import { callNote, callWords, dataSentence } from '../../../../../renderer/screens/tools/call-words.ts';
import { keepDraft, keptDraft } from '../../../../../renderer/screens/tools/kept-drafts.ts';

const kinds = (result: unknown) => callBlocks(result).blocks.map(({ kind }) => kind);
const image = (mimeType: string, data = 'AAAA') => ({ type: 'image', mimeType, data });

describe('the blocks of a result', () => {
  it('draws pictures of known kinds alone', () => {
    expect(kinds({ content: [image('image/png'), image('image/svg+xml'), image('image/png', 'no base64!')] })).toEqual([
      'image',
      'data',
      'data',
    ]);
  });

  it('does not draw a picture that is too large, nor more than a page can hold', () => {
    expect(kinds({ content: [image('image/png', 'A'.repeat(33_000_000))] })).toEqual(['data']);
    const many = kinds({ content: Array.from({ length: 30 }, () => image('image/png')) });
    expect(many.filter(kind => kind === 'image')).toHaveLength(24);
  });

  it('leaves out what is too much, and counts it', () => {
    const { blocks, more } = callBlocks({ content: Array.from({ length: 130 }, () => ({ type: 'text', text: '' })) });
    expect([blocks.length, more]).toEqual([mostBlocks, 30]);
  });

  it('shows embedded texts with where they are from, and links as links that nobody opens', () => {
    const { blocks } = callBlocks({
      content: [
        { type: 'resource', resource: { uri: 'file:///a', text: 'ahoy' } },
        { type: 'resource', resource: { uri: 'file:///b', mimeType: 'application/zip', blob: 'AAAA' } },
        { type: 'resource_link', uri: 'javascript:alert(1)', name: 'x' },
        { type: 'resource' },
        'nonsense',
      ],
    });
    expect(blocks).toMatchObject([
      { kind: 'text', text: 'ahoy', of: 'file:///a' },
      { kind: 'data', what: 'file', of: 'file:///b', type: 'application/zip', bytes: 3 },
      { kind: 'link', uri: 'javascript:alert(1)', description: '' },
      { kind: 'other' },
      { kind: 'other' },
    ]);
  });

  it('shows structured content last, and alone where there is no other', () => {
    expect(kinds({ content: [{ type: 'text', text: 'a' }], structuredContent: { a: 1 } })).toEqual([
      'text',
      'structured',
    ]);
    expect(kinds({ content: [], structuredContent: { a: 1 } })).toEqual(['structured']);
  });

  it('shows nothing for no result, and anything else as it is', () => {
    expect(kinds(null)).toEqual([]);
    expect(kinds([1, 2])).toEqual(['other']);
    expect(kinds({ tools: [] })).toEqual(['other']);
  });
});

describe('words about a call', () => {
  const answer = { seq: 1, outcome: 'ok', rule: 'own-call', reason: null, latencyMs: 231, result: null } as const;

  it('tells time and size, and of a refusal who refused it', () => {
    expect(callNote(answer, 412_000)).toBe('231\u00a0ms, 412\u00a0kB');
    expect(callNote({ ...answer, outcome: 'refused', rule: 'mode paused' }, 0)).toBe('by mode: paused');
    expect(callWords('pending')).toEqual({ tone: 'crashed', word: 'error' });
  });

  it('names data that is not shown', () => {
    expect(dataSentence('sound', 'audio/wav', 3)).toBe('A sound that is not played: audio/wav, 3\u00a0B');
    expect(dataSentence('file', '', 3)).toBe('Data without a type, not shown: 3\u00a0B');
  });
});

describe('words about arguments', () => {
  it('says in one sentence what a value must be', () => {
    expect(faultSentence({ is: 'type', wanted: ['string', 'null'] })).toBe('It must be a text or null.');
    expect(faultSentence({ is: 'option', options: ['red', 3, ''] })).toBe('It must be one of red, 3, "".');
    expect(faultSentence({ is: 'option', options: ['only'] })).toBe('It must be only.');
    expect(faultSentence({ is: 'fewer', bound: 1 })).toBe('It needs at least 1 item.');
    expect(faultSentence({ is: 'not-above', bound: 2.5 })).toBe('It must be more than 2.5.');
  });

  it('names the place, items from 1, and shows what cannot be seen', () => {
    expect(placeWords(['tags', 0, 'a\u202eb'])).toBe('tags › 1 › a⟨U+202E⟩b');
    expect(problemSentence({ path: ['to'], fault: { is: 'missing', name: 'floor' } })).toBe(
      'to › floor: It has to be given.',
    );
  });

  it('names a variant by its title, its type or its number', () => {
    expect([variantWords('A room', 0), variantWords('integer', 1), variantWords(null, 2)]).toEqual([
      'A room',
      'whole number',
      'Kind 3',
    ]);
  });
});

describe('what was typed for a tool', () => {
  const schema = { properties: { a: { type: 'string' } } };

  it('is found again, as long as its schema is the same', () => {
    const draft = withValue(beginDraft(schema), ['a'], 'typed');
    keepDraft('one/tool', schema, draft);
    expect(keptDraft('one/tool', { properties: { a: { type: 'string' } } }).value).toEqual({ a: 'typed' });
    expect(keptDraft('one/tool', { properties: { a: { type: 'number' } } }).value).toEqual({});
  });

  it('goes with the fiftieth tool after it', () => {
    keepDraft('oldest', schema, withValue(beginDraft(schema), ['a'], 'typed'));
    for (let n = 0; n < 50; n += 1) keepDraft(`tool ${n}`, schema, beginDraft(schema));
    expect(keptDraft('oldest', schema).value).toEqual({});
  });
});
