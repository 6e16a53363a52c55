// The first fault in JSON that a person wrote: jsonc-parser reads it, what stands there and what was expected is told here.
import { type JSONVisitor, printParseErrorCode, visit } from 'jsonc-parser';
import { type JsonExpected, maxJsonDepth } from '../../../contract/json.ts';

/** The offset counts UTF-16 units from 0. */
export interface JsonFault {
  readonly expected: JsonExpected;
  readonly offset: number;
  /** The text that stands there, empty at the end. */
  readonly found: string;
}

interface JsonRules {
  /** Comments and trailing commas are let through. */
  readonly lenient: boolean;
  /** Whether an object that has the names of `before` may have this one too. */
  mayName(name: string, before: ReadonlySet<string>): boolean;
}

const inTexts: Readonly<Record<string, JsonExpected>> = {
  UnexpectedEndOfString: 'text',
  InvalidEscapeCharacter: 'escape',
  InvalidUnicode: 'escape',
  InvalidCharacter: 'escape',
};

class Found extends Error {
  readonly fault: JsonFault;

  constructor(fault: JsonFault) {
    super();
    this.fault = fault;
  }
}

/** Null for what `JSON.parse`, or jsonc-parser's `parse` where it is lenient, reads as it stands. It never goes deeper than the bound. */
export function faultOf(text: string, { lenient, mayName }: JsonRules): JsonFault | null {
  try {
    visit(text, faultFinder(text, mayName), { disallowComments: !lenient, allowTrailingComma: lenient });
    return null;
  } catch (error) {
    if (error instanceof Found) return error.fault;
    throw error;
  }
}

/** A visitor that throws the first fault. */
function faultFinder(text: string, mayName: JsonRules['mayName']): JSONVisitor {
  /** The names of each object around, null for a list. */
  const around: (Set<string> | null)[] = [];
  let expected: JsonExpected = 'value';
  const fail = (unmet: JsonExpected, offset: number, length: number): never => {
    throw new Found({ expected: unmet, offset, found: text.slice(offset, offset + length) });
  };
  const begin = (offset: number, length: number) => around.length > maxJsonDepth && fail('depth', offset, length);
  const close = (_offset: number, length: number) => {
    // The end of the text closes too what is open, without a sign.
    if (length === 0) return;
    around.pop();
    expected = afterValue(around.at(-1));
  };
  const open = (next: 'name' | 'value') => (offset: number, length: number) => {
    begin(offset, length);
    around.push(next === 'name' ? new Set() : null);
    expected = next;
  };
  return {
    onObjectBegin: open('name'),
    onArrayBegin: open('value'),
    onObjectEnd: close,
    onArrayEnd: close,
    onObjectProperty: (name, offset, length) => {
      const names = around.at(-1);
      if (names && !mayName(name, names)) fail('names', offset, length);
      names?.add(name);
      expected = 'colon';
    },
    onLiteralValue: (_value, offset, length) => {
      begin(offset, length);
      expected = afterValue(around.at(-1));
    },
    onSeparator: sign => {
      expected = sign === ',' && around.at(-1) ? 'name' : 'value';
    },
    onError: (code, offset, length) => fail(inTexts[printParseErrorCode(code)] ?? expected, offset, length),
  };
}

/** In an object with these names, in a list for null, else outside of both. */
function afterValue(names: ReadonlySet<string> | null | undefined): JsonExpected {
  if (names === undefined) return 'end';
  return names ? 'member' : 'item';
}

/** Lines and columns count from 1. */
export function placeIn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
