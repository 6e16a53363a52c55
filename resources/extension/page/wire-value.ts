// Runs inside a page: what was sent for a field of a kind as the field wants it (the value formats of the HTML standard, 2.3).

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** What to send for each kind. */
export const wireExamples: Readonly<Record<string, string>> = {
  date: '2012-09-30',
  time: '21:30',
  'datetime-local': '2012-09-30T21:30',
  month: '2012-09',
  week: '2012-W39',
  color: '#ff8800',
  number: '1234.5',
  range: '50',
};

/** Null for what can mean several things or nothing, such as 9/10/2012. Kinds that are not named here take any text. */
export function wireValue(kind: string, text: string): string | null {
  const sent = text.trim();
  if (sent === '') return '';
  switch (kind) {
    case 'date':
      return readDate(sent);
    case 'time':
      return readTime(sent);
    case 'datetime-local':
      return readDateTime(sent);
    case 'month':
      return readMonth(sent);
    case 'week':
      return readWeek(sent);
    case 'number':
    case 'range':
      return readDecimal(sent);
    default:
      return text;
  }
}

/** Without what the standard does not allow: a sign before a positive one, and a point with nothing behind it. */
function readDecimal(text: string): string | null {
  const plain = text.replace(/^\+/, '').replace(/^(-?\d+)\.(?=$|e)/i, '$1');
  return /^-?(\d+|\d*\.\d+)(e[+-]?\d+)?$/i.test(plain) && Number.isFinite(Number(plain)) ? plain : null;
}

function readDate(text: string): string | null {
  const iso = /^(\d{4,})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text);
  if (iso) return dateOf(iso[1], iso[2], iso[3]);
  const german = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(text);
  if (german) return dateOf(german[3], german[2], german[1]);
  const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  if (slashed) {
    const [, one = '', other = '', year] = slashed;
    if (one === other || Number(other) > 12) return dateOf(year, one, other);
    // Half the world reads the first as the day.
    return Number(one) > 12 ? dateOf(year, other, one) : null;
  }
  const dayFirst = /^(?:\w+,\s*)?(\d{1,2})(?:st|nd|rd|th)?\.?\s+([a-z]{3,9})\.?,?\s+(\d{4})$/i.exec(text);
  if (dayFirst) return dateOf(dayFirst[3], monthOf(dayFirst[2]), dayFirst[1]);
  const monthFirst = /^(?:\w+,\s*)?([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/i.exec(text);
  return monthFirst ? dateOf(monthFirst[3], monthOf(monthFirst[1]), monthFirst[2]) : null;
}

function readTime(text: string): string | null {
  const [, hour, minute = '00', second, half] =
    /^(\d{1,2})(?::(\d{2}))?(?::(\d{2}(?:\.\d{1,3})?))?\s*([ap]\.?m\.?)?$/i.exec(text) ?? [];
  if (hour === undefined || (half === undefined && !text.includes(':'))) return null;
  const counted = half === undefined ? Number(hour) : hourOf(Number(hour), /^p/i.test(half));
  if (counted === null || counted > 23 || Number(minute) > 59 || Number(second ?? 0) >= 60) return null;
  return `${pad(counted)}:${minute}${second === undefined ? '' : `:${second}`}`;
}

function hourOf(hour: number, isAfternoon: boolean): number | null {
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (isAfternoon ? 12 : 0);
}

function readDateTime(text: string): string | null {
  const [, day = '', hours = ''] =
    /^(.*[^\s,])(?:T|,\s*|\s+at\s+|\s+)(\d{1,2}(?::[\d:.]+)?\s*(?:[ap]\.?m\.?)?)$/i.exec(text) ?? [];
  const [date, time] = [readDate(day), readTime(hours)];
  return date && time ? `${date}T${time}` : null;
}

function readMonth(text: string): string | null {
  const yearFirst = /^(\d{4,})[-/.](\d{1,2})$/.exec(text);
  if (yearFirst) return dateOf(yearFirst[1], yearFirst[2], 1)?.slice(0, -3) ?? null;
  const yearLast = /^(\d{1,2})[-/.](\d{4})$/.exec(text);
  if (yearLast) return dateOf(yearLast[2], yearLast[1], 1)?.slice(0, -3) ?? null;
  const named = /^([a-z]{3,9})\.?,?\s+(\d{4})$/i.exec(text);
  return named ? (dateOf(named[2], monthOf(named[1]), 1)?.slice(0, -3) ?? null) : null;
}

function readWeek(text: string): string | null {
  const yearFirst = /^(\d{4,})-?\s?w(?:eek)?\s?(\d{1,2})$/i.exec(text);
  const weekFirst = /^w(?:eek)?\s?(\d{1,2})(?:,?\s+(?:of\s+)?|[-/])(\d{4})$/i.exec(text);
  const [year, week] = yearFirst ? [yearFirst[1], yearFirst[2]] : [weekFirst?.[2], weekFirst?.[1]];
  if (year === undefined || Number(week) < 1 || Number(week) > 53) return null;
  return `${year}-W${pad(Number(week))}`;
}

/** Null for a day that no calendar has. */
function dateOf(year: unknown, month: unknown, day: unknown): string | null {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  const date = new Date(Date.UTC(y, m - 1, d));
  if (date.getUTCMonth() !== m - 1 || date.getUTCDate() !== d) return null;
  return `${String(y).padStart(4, '0')}-${pad(m)}-${pad(d)}`;
}

/** 0, which no date has, for what is no name of a month. */
function monthOf(name = ''): number {
  return months.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}
