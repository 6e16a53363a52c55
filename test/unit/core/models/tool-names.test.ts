// Names of tools on their way to a provider and back.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ToolNames } from '../../../../electron/core/models/sdk/tool-names.ts';

it('names are sent as every provider takes them, and come back as they were', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ minLength: 1, maxLength: 200 })), own => {
      const names = new ToolNames(own);
      const sent = own.map(name => names.sent(name));
      expect(sent.every(name => /^[a-zA-Z0-9_-]{1,64}$/.test(name))).toBe(true);
      expect(new Set(sent).size).toBe(own.length);
      expect(sent.map(name => names.own(name))).toEqual(own);
    }),
  );
});

it('what a provider takes already stays, and what nobody sent stays too', () => {
  const names = new ToolNames(['create_issue', 'github::create_issue']);
  expect(names.sent('create_issue')).toBe('create_issue');
  expect(names.sent('github::create_issue')).toBe('github__create_issue');
  expect(names.own('made_up')).toBe('made_up');
});
