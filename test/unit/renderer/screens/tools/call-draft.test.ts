// The arguments of a call while they are written: in fields, and as JSON over the same value.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  asForm,
  asJson,
  beginDraft,
  type CallDraft,
  canBeSent,
  checkDraft,
  textAt,
  withGiven,
  withItem,
  withJson,
  withMember,
  without,
  withPick,
  withText,
  withValue,
} from '../../../../../renderer/screens/tools/call-draft.ts';
import { formRows } from '../../../../../renderer/store/schema/form-rows.ts';
import { pointerOf, valueAt, withValueAt } from '../../../../../contract/json-schema/json.ts';

const schema = {
  type: 'object',
  required: ['title', 'pair', 'to'],
  properties: {
    title: { type: 'string' },
    copies: { type: 'integer', default: 2 },
    pair: { type: 'array', items: { type: 'number' }, minItems: 2 },
    tags: { type: 'array', items: { type: 'string' } },
    to: { oneOf: [{ type: 'string' }, { type: 'object', properties: { floor: { type: 'integer', default: 1 } } }] },
    kind: { const: 'order' },
    free: { type: 'object', additionalProperties: { type: 'number' }, properties: { a: { type: 'string' } } },
  },
};

const begun = beginDraft(schema);

function row(draft: CallDraft, pointer: string) {
  const found = formRows(schema, draft.value, draft.picks).rows.find(one => one.pointer === pointer);
  if (!found) throw new Error(`There is no row ${pointer}.`);
  return found;
}

const problems = (draft: CallDraft) =>
  checkDraft(schema, draft).problems.map(({ path, fault }) => `${path.join('/')}: ${fault.is}`);

describe('what a form begins with', () => {
  it('has defaults and the least that must be there, and makes up nothing', () => {
    expect(begun.value).toEqual({ copies: 2, pair: [null, null] });
    expect(problems(begun)).toEqual([': missing', ': missing', 'pair/0: type', 'pair/1: type']);
  });

  it('takes a default as it stands', () => {
    expect(beginDraft({ properties: { a: { default: { b: [1] } } } }).value).toEqual({ a: { b: [1] } });
  });

  it('gives a required constant, and none that may be left out', () => {
    const both = { properties: { a: { const: 1 }, b: { const: 2 } }, required: ['a'] };
    expect(beginDraft(both).value).toEqual({ a: 1 });
  });
});

describe('fields', () => {
  it('sets, changes and leaves out', () => {
    const set = withValue(begun, ['title'], 'Ink');
    expect(set.value['title']).toBe('Ink');
    expect(withValue(set, ['title'], undefined).value).not.toHaveProperty('title');
  });

  it('keeps what is typed until it is a number', () => {
    const typing = withText(begun, ['copies'], '1.', 'number');
    expect([typing.value['copies'], textAt(typing, row(typing, '/copies'))]).toEqual([1, '1.']);
    const wrong = withText(typing, ['copies'], '1.5e', 'number');
    expect([wrong.value['copies'], textAt(wrong, row(wrong, '/copies'))]).toEqual([1, '1.5e']);
    expect(canBeSent(wrong)).toBe(false);
    expect(problems(wrong)).toContain('copies: unread');
    expect(withText(wrong, ['copies'], '', 'number').value).not.toHaveProperty('copies');
  });

  it.each(['9007199254740993', '1e999', '0x10', '1,5', 'NaN', '--1', ' '])(
    'takes %j for no number that could be sent',
    text => {
      const draft = withText(begun, ['copies'], text, 'number');
      expect(text.trim() === '' ? draft.value['copies'] : canBeSent(draft)).toBe(
        text.trim() === '' ? undefined : false,
      );
    },
  );

  it('adds and removes items, and what was typed into them goes with them', () => {
    let draft = withItem(begun, schema, row(begun, '/tags'));
    draft = withItem(draft, schema, row(draft, '/tags'));
    draft = withValue(draft, ['tags', 1], 'b');
    expect(draft.value['tags']).toEqual(['', 'b']);
    expect(without(draft, ['tags', 0]).value['tags']).toEqual(['b']);
    const typed = withText(draft, ['pair', 0], 'x', 'number');
    expect(canBeSent(without(typed, ['pair', 1]))).toBe(true);
  });

  it('gives an object that was left out, and takes it away again', () => {
    const given = withGiven(begun, schema, row(begun, '/free'));
    expect(given.value['free']).toEqual({});
    expect(withValue(given, ['free'], undefined).value).not.toHaveProperty('free');
  });

  it('adds a member of its own name, even one that objects inherit', () => {
    const given = withGiven(begun, schema, row(begun, '/free'));
    const { value } = withMember(given, schema, ['free'], 'constructor', { type: 'number', default: 3 });
    expect(Object.hasOwn(value['free'] as object, 'constructor')).toBe(true);
  });

  it('changes the variant with what that begins with', () => {
    const picked = withPick(begun, schema, row(begun, '/to'), 1);
    expect(picked.value['to']).toEqual({ floor: 1 });
    expect(row(picked, '/to').variants?.picked).toBe(1);
    const back = withPick(picked, schema, row(picked, '/to'), 0);
    expect(back.value).not.toHaveProperty('to');
    expect(row(back, '/to').shape.kind).toBe('text');
  });
});

describe('as JSON', () => {
  it('shows the same value, and takes what is typed as soon as it can be read', () => {
    const json = asJson(withValue(begun, ['title'], 'Ink'));
    expect(JSON.parse(json.json ?? '')).toEqual(json.value);
    const changed = withJson(json, '{"title": "Paper"}');
    expect(asForm(changed).value).toEqual({ title: 'Paper' });
  });

  it('says what cannot be read, and keeps the last that could', () => {
    const broken = withJson(asJson(begun), '{"title":');
    expect([broken.unread, canBeSent(broken), broken.value]).toEqual(['syntax', false, begun.value]);
    expect(withJson(begun, '[1]').unread).toBe('no-object');
    expect(withJson(begun, '').value).toEqual({});
  });

  it('is the form’s value whatever is typed, and the form’s fields show it again', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), value => {
        const draft = asForm(withJson(asJson(begun), JSON.stringify(value)));
        expect(asJson(draft).value).toEqual(JSON.parse(JSON.stringify(value)));
        for (const one of formRows(schema, draft.value, draft.picks).rows) textAt(draft, one);
      }),
    );
  });
});

describe('places', () => {
  it('changes one place and no other', () => {
    const path = fc.array(fc.constantFrom('a', 'b/c', 'd~e', 'constructor'), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(path, fc.jsonValue(), (steps, value) => {
        const whole = { z: 1 };
        const changed = withValueAt(whole, steps, value);
        expect(valueAt(changed, steps)).toEqual(value);
        expect(changed).toMatchObject({ z: 1 });
        expect(whole).toEqual({ z: 1 });
      }),
    );
  });

  it('never reaches a prototype', () => {
    const changed = withValueAt({}, ['__proto__', 'polluted'], true);
    expect(Object.hasOwn(changed as object, '__proto__')).toBe(true);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('writes a place as RFC 6901 does', () => {
    expect(pointerOf(['a/b', 0, '~'])).toBe('/a~1b/0/~0');
  });
});
