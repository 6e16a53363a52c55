// Whatever a config holds: with our entry all else is as it was, and without it again the text is what it was.
import fc from 'fast-check';
import { stringify as toToml } from 'smol-toml';
import { expect, test } from 'vitest';
import { stringify as toYaml } from 'yaml';
import { readEntry, withEntry, withoutEntry } from '../../../../electron/core/agent-configs/edit/edit-entry.ts';
import { openPlace } from '../../../../electron/core/agent-configs/edit/open-place.ts';
import type { EntryPlace, OpenPlace } from '../../../../electron/core/agent-configs/edit/open-place.ts';

const entry = { command: '/home/ana/it is "here"/pilothouse', args: ['mcp', '--client', 'a-1b2c3d'] };
const name = fc.stringMatching(/^[a-z][a-z0-9 _.-]{0,8}$/).filter(text => text !== 'pilothouse');
const server = fc.record({ command: fc.string(), args: fc.array(fc.string(), { maxLength: 3 }), on: fc.boolean() });
const servers = fc.dictionary(name, server, { maxKeys: 4 });
const others = fc.dictionary(
  name,
  fc.oneof(fc.string(), fc.integer({ min: -1000, max: 1000 }), fc.boolean(), servers),
  {
    maxKeys: 4,
  },
);
const whole = fc.tuple(others, servers, fc.boolean()).map(([rest, own, isFirst]) => {
  return isFirst ? { table: own, ...rest } : { ...rest, table: own };
});
const formats = ['json', 'jsonc', 'toml', 'yaml'] as const;
const opened = await Promise.all(formats.map(format => openPlace({ format, keys: ['table'] })));
const place = (wanted: EntryPlace['format']) => opened[formats.indexOf(wanted)] as OpenPlace;

function expectBothWays(text: string, at: OpenPlace): void {
  const before = readEntry(text, at);
  const { text: next, tablesMade } = withEntry(text, at, entry, []);
  expect(readEntry(next, at)).toMatchObject({ entry, others: expect.arrayContaining([...before.others]) });
  const after = withoutEntry(next, at, tablesMade);
  // Empty braces and the line end at the end of a text may be written in another way.
  const plain = (one: string) => one.replaceAll(/\{\s*\}/g, '{}').trimEnd();
  expect(plain(after)).toBe(plain(text));
}

test('JSON, with each indentation and line end', () => {
  const layout = fc.tuple(fc.constantFrom('', ' ', '  ', '    ', '\t'), fc.constantFrom('\n', '\r\n'));
  fc.assert(
    fc.property(whole, layout, (value, [indent, eol]) => {
      expectBothWays(JSON.stringify(value, null, indent).replaceAll('\n', eol), place('json'));
      expectBothWays(JSON.stringify(value, null, indent).replaceAll('\n', ` // note${eol}`), place('jsonc'));
    }),
  );
});

test('TOML', () => {
  fc.assert(fc.property(whole, value => expectBothWays(toToml(value), place('toml'))));
});

test('YAML, with each indentation', () => {
  fc.assert(
    fc.property(whole, fc.integer({ min: 1, max: 6 }), (value, indent) => {
      expectBothWays(toYaml(value, { indent, lineWidth: 0 }), place('yaml'));
    }),
  );
});
