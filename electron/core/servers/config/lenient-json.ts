// JSON as people paste it: comments and trailing commas are let through, every mistake is named with its line and column.
import { parse } from 'jsonc-parser';
import { hubError } from '../../../../words/hub-error.ts';
import { faultOf, placeIn } from '../../json/check-json.ts';

/** Parses JSON with `//` and slash-star comments and trailing commas. Throws HubError ERR_INVALID_ARGUMENTS; refuses the key `__proto__`. */
export function parseLenientJson(pasted: string): unknown {
  // Pages are full of spaces that are none of JSON's. A text without its end is taken to the end of its line, and looked at once.
  const text = pasted
    .replace(/^\uFEFF/, '')
    .replace(/"(?:[^"\\\n]|\\.)*"?|[^\S\r\n\t ]/g, it => (it.startsWith('"') ? it : ' '));
  const fault = faultOf(text, { lenient: true, mayName: name => name !== '__proto__' });
  if (!fault) return parse(text, [], { allowTrailingComma: true });
  const found = text.slice(fault.offset).match(/^(?:[\w-]{1,20}|.)/u)?.[0];
  throw hubError('ERR_INVALID_ARGUMENTS', {
    kind: 'no-json',
    expected: fault.expected,
    found: found === undefined ? null : JSON.stringify(found),
    ...placeIn(text, fault.offset),
  });
}
