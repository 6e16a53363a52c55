// The labels that spec 000's extension draws on a picture, as the text beside it.
import { isRecord } from '../../../contract/json.ts';

/** One line each. */
export function labelLines(labels: Readonly<Record<string, unknown>>): string {
  return Object.entries(labels).map(labelLine).join('\n');
}

/** `3 link "Next" a.next`: the number on the picture, what it is, what it is called, and a selector. */
function labelLine([number, label]: [string, unknown]): string {
  const { role, text, selector } = isRecord(label) ? label : {};
  const name = said(text) === '' ? [] : [JSON.stringify(said(text))];
  return [number, said(role), ...name, said(selector)].join(' ');
}

function said(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
