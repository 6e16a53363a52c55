// What cannot be read in a filter of the trace as it is typed, as values.
import type { AmountField, IntegerQuery, WordField } from './trace-fields.ts';

export interface TraceQueryReasons {
  'query-open-quote': object;
  'query-needs-value': { queryField: WordField | IntegerQuery | 'status' | 'dir' };
  'query-needs-colon': { field: string };
  'query-needs-sign': { amountField: AmountField };
  /** `field` with its sign: `latency>`. */
  'query-needs-amount': { field: string; amountField: AmountField };
  'query-no-amount': { field: string; amountField: AmountField; text: string };
  'query-too-large': { field: string; text: string };
  'query-no-integer': { field: string; text: string };
  'query-no-status': { text: string; known: readonly string[] };
  'query-no-direction': { text: string };
  'query-no-field': { name: string; known: readonly string[] };
  'query-too-long': { max: number };
  'query-nothing-after': { word: string };
  'query-nothing-before': { word: string };
  'query-parenthesis-open': object;
  'query-parenthesis-not-opened': object;
  'query-parentheses-empty': object;
  'query-too-deep': { max: number };
  'query-too-many': { max: number };
}
