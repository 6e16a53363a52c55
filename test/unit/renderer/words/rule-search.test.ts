// Rules are found by the names that the panel shows, and by their codes.
import { describe, expect, test } from 'vitest';
import { TraceConditionSchema } from '../../../../contract/schemas/trace.ts';
import { withRuleCodes } from '../../../../renderer/screens/traces/trace-view.ts';
import { codeOfRule, rulesNamed } from '../../../../renderer/words/rule-search.ts';

describe('A rule', () => {
  test.each([
    ['own tabs', 'own-tabs'],
    ['Learning mode', 'learning'],
    ['mode: stopped (this agent)', 'mode stopped agent'],
    ['owner: tab 42', 'owner 42'],
    ['run: 100 calls', 'run 100'],
    ['grant 24', 'grant 24'],
    ['policy no-uploads', 'policy no-uploads'],
    ['own-tabs', 'own-tabs'],
    ['something else', 'something else'],
    ['', ''],
  ])('that is shown as "%s" is filtered by the code "%s".', (name, code) => {
    expect(codeOfRule(name)).toBe(code);
  });

  test('is found by a part of its name.', () => {
    expect(rulesNamed('at a time')).toEqual(['origin ']);
    expect(rulesNamed('answer')).toEqual(['this-use', 'not-answered', 'no-answer-in-time']);
    expect(rulesNamed('Owner')).toEqual(['no-own-tab', 'owner ']);
  });

  test('in a filter of the trace is looked for by its name too, and everything else as it was.', () => {
    const other = { field: 'tool', has: 'own tabs' } as const;
    const found = withRuleCodes({ all: [other, { not: { field: 'rule', has: 'own tabs' } }] });
    const any = [
      { field: 'rule', has: 'own tabs' },
      { field: 'rule', has: 'own-tabs' },
    ];
    expect(found).toEqual({ all: [other, { not: { any } }] });
    expect(TraceConditionSchema.safeParse(withRuleCodes({ field: 'rule', has: 'e' })).success).toBe(true);
  });
});
