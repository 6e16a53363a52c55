// JSON as people paste it: comments and trailing commas are let through, every mistake is named with its line and column.
import { parse } from 'jsonc-parser';
import { type Expected, faultOf, maxJsonDepth, placeIn } from '../../json/check-json.ts';

/** The sentence of what is wrong, with line and column. */
export class LenientJsonError extends Error {}

const words: Readonly<Record<Expected, string>> = {
  value: 'a value',
  name: 'a name in straight double quotes or }',
  colon: 'a :',
  member: 'a comma or }',
  item: 'a comma or ]',
  end: 'nothing after the end of the value',
  text: 'a text that is closed with " on its line',
  escape: 'a text with valid escapes (\\\\ for one backslash)',
  names: 'no name "__proto__"',
  depth: `at most ${maxJsonDepth} levels`,
};

/** Parses JSON with `//` and slash-star comments and trailing commas. Throws LenientJsonError; refuses the key `__proto__`. */
export function parseLenientJson(pasted: string): unknown {
  // Pages are full of spaces that are none of JSON's. A text without its end is taken to the end of its line, and looked at once.
  const text = pasted
    .replace(/^\uFEFF/, '')
    .replace(/"(?:[^"\\\n]|\\.)*"?|[^\S\r\n\t ]/g, it => (it.startsWith('"') ? it : ' '));
  const fault = faultOf(text, { lenient: true, mayName: name => name !== '__proto__' });
  if (!fault) return parse(text, [], { allowTrailingComma: true });
  const found = text.slice(fault.offset).match(/^(?:[\w-]{1,20}|.)/u)?.[0];
  const what = found === undefined ? 'the end of the text' : JSON.stringify(found);
  const { line, column } = placeIn(text, fault.offset);
  throw new LenientJsonError(
    `This is no JSON: expected ${words[fault.expected]}, found ${what} at line ${line}, column ${column}.`,
  );
}
