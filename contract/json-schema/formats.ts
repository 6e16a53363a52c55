// Formats of texts that are looked at here. What is not among them, or could be right, passes: a format is a hint.

const date = /^(\d{4})-(\d{2})-(\d{2})$/;
const time = /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;

const formats: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['date', isDate],
  ['time', (text: string) => time.test(text)],
  [
    'date-time',
    (text: string) => isDate(text.slice(0, 10)) && /^[T ]$/i.test(text.charAt(10)) && time.test(text.slice(11)),
  ],
  ['email', (text: string) => /^[^\s@]{1,64}@[^\s@]{1,255}$/.test(text)],
  ['uri', (text: string) => URL.canParse(text)],
  ['uuid', (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)],
]);

function isDate(text: string): boolean {
  const [, year, month, day] = date.exec(text) ?? [];
  if (day === undefined) return false;
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(day);
}

export function fitsFormat(format: string, text: string): boolean {
  return formats.get(format)?.(text) ?? true;
}

/** How a text of this format looks, for an empty field. */
export const formatExamples: ReadonlyMap<string, string> = new Map([
  ['date', '2026-11-22'],
  ['time', '14:30:00Z'],
  ['date-time', '2026-11-22T14:30:00Z'],
  ['email', 'ana@example.com'],
  ['uri', 'https://example.com/'],
]);
