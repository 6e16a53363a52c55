// Whether arguments of a call are as a plugin's tool asks for them, before it is sent: the first fault, with its place.
import { checkValue } from '../../../contract/json-schema/check.ts';
import { hubError } from '../../../words/hub-error.ts';
import type { Fault } from '../../../contract/json-schema/keywords.ts';

const maxKeywordChars = 200;

/** Throws INVALID_ARGUMENTS. What of a schema cannot be checked in bounds is left to the plugin. */
export function expectFitting(toolId: string, schema: unknown, args: Readonly<Record<string, unknown>>): void {
  const [problem] = checkValue(schema, args).problems;
  if (!problem) return;
  const { path, fault } = problem;
  const named = fault.is === 'missing' || fault.is === 'unknown' ? [...path, fault.name] : path;
  const at = `/${named.join('/')}`;
  const keyword = keywordOf(fault).slice(0, maxKeywordChars);
  const details = { pluginCode: 'INVALID_ARGUMENTS', details: { at, keyword } };
  throw hubError('INVALID_ARGUMENTS', { kind: 'plugin-argument', tool: toolId, at, keyword }, { details });
}

const keywords = {
  shorter: 'minLength',
  longer: 'maxLength',
  fewer: 'minItems',
  more: 'maxItems',
  'fewer-members': 'minProperties',
  'more-members': 'maxProperties',
  below: 'minimum',
  above: 'maximum',
  'not-below': 'exclusiveMaximum',
  'not-above': 'exclusiveMinimum',
  step: 'multipleOf',
  missing: 'required',
  unknown: 'additionalProperties',
  needs: 'dependentRequired',
  twice: 'uniqueItems',
  several: 'oneOf',
  forbidden: 'not',
  none: 'anyOf',
  reserved: 'propertyNames',
  unread: 'format',
  pattern: 'pattern',
  format: 'format',
  type: 'type',
  option: 'enum',
} as const satisfies Record<Fault['is'], string>;

/** The keyword of JSON Schema with its value, which reads the same in every language. */
function keywordOf(fault: Fault): string {
  const keyword = keywords[fault.is];
  if ('bound' in fault) return `${keyword} ${fault.bound}`;
  switch (fault.is) {
    case 'type':
      return `${keyword} ${fault.wanted.join(', ')}`;
    case 'option':
      return `${keyword} ${fault.options.map(option => JSON.stringify(option)).join(', ')}`;
    case 'pattern':
      return `${keyword} ${fault.pattern}`;
    case 'format':
      return `${keyword} ${fault.format}`;
    case 'needs':
      return `${keyword} ${fault.other}`;
    default:
      return keyword;
  }
}
