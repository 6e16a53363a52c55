// Figures as the interface writes them: sizes, durations, ages, times of day, counts and rates. A missing value is an en dash.
import { language, locale, t } from './language.ts';

/** Joins a number and its unit, so that they never part at a line end. */
const nbsp = '\u00a0';
export const missing = '–';

/** With one digit behind the sign, as `14.2`. */
export function formatDecimal(value: number): string {
  return fixed(value, 1);
}

/** A number with so many digits behind the sign that the language has for decimals. */
function fixed(value: number, digits: number): string {
  const text = value.toFixed(digits);
  return language === 'de' ? text.replace('.', ',') : text;
}

/** A size in bytes as `312 B`, `86.2 kB`, `1.4 MB`. */
export function formatBytes(bytes: number | null): string {
  if (bytes === null) return missing;
  if (bytes < 1000) return `${bytes}${nbsp}B`;
  const units = ['kB', 'MB', 'GB'];
  let value = bytes / 1000;
  let unit = 0;
  // 999.95 would be written as 1000.0, so the step up comes before the rounding does.
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${fixed(value, value >= 99.95 ? 0 : 1)}${nbsp}${units[unit]}`;
}

/** A duration in milliseconds as `0.2 ms`, `318 ms`, `1.28 s`, `2 min 50 s`, `3 h 12 min`, `2 d 4 h`. */
export function formatDuration(ms: number | null): string {
  if (ms === null) return missing;
  if (ms < 9.95) return `${fixed(ms, 1)}${nbsp}ms`;
  if (ms < 999.5) return `${Math.round(ms)}${nbsp}ms`;
  if (ms < 9_995) return `${fixed(ms / 1000, 2)}${nbsp}s`;
  if (ms < 59_950) return `${fixed(ms / 1000, 1)}${nbsp}s`;
  return formatSpan(ms);
}

/** A span in milliseconds without fractions: `40 s`, `2 min 50 s`, `3 h 12 min`, `2 d 4 h`. */
export function formatSpan(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds}${nbsp}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return pair(minutes, 'min', seconds % 60, 's');
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return pair(hours, 'h', minutes % 60, 'min');
  return pair(Math.floor(hours / 24), 'd', hours % 24, 'h');
}

function pair(big: number, bigUnit: string, small: number, smallUnit: string): string {
  const head = `${big}${nbsp}${bigUnit}`;
  return small === 0 ? head : `${head}${nbsp}${small}${nbsp}${smallUnit}`;
}

/** How long something has lasted, for what is drawn every second: `40 s`, `12 min`, `3 h 12 min`, `2 d 4 h`. */
export function formatLasted(ms: number): string {
  const minutes = Math.floor(Math.max(0, ms) / 60_000);
  return minutes > 0 && minutes < 60 ? `${minutes}${nbsp}min` : formatSpan(ms);
}

/** What is left of a span in its largest unit, rounded up: `8 min`, `40 s`, `2 h`. */
export function formatLeft(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (seconds <= 60) return `${seconds}${nbsp}s`;
  if (seconds < 3600) return `${Math.ceil(seconds / 60)}${nbsp}min`;
  return `${Math.ceil(seconds / 3600)}${nbsp}h`;
}

/** How long ago a time was, in its largest unit: `3 s ago`, `4 min ago`, `2 d ago`. */
export function formatAge(at: number | null, now: number): string {
  if (at === null) return missing;
  const seconds = Math.floor((now - at) / 1000);
  return seconds < 1 ? t('just now') : t('{span} ago', { span: largestUnit(seconds) });
}

/** How old something is that changes by days: `12 d`, `3 mo`, `2 y`. */
export function formatOld(at: number, now: number): string {
  const days = Math.max(0, Math.floor((now - at) / 86_400_000));
  if (days < 60) return t('{count} d', { count: String(days) });
  if (days < 730) return t('{count} mo', { count: String(Math.floor(days / 30.44)) });
  return t('{count} y', { count: String(Math.floor(days / 365.25)) });
}

function largestUnit(seconds: number): string {
  if (seconds < 60) return `${seconds}${nbsp}s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}${nbsp}min`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)}${nbsp}h`;
  return `${Math.floor(seconds / 86_400)}${nbsp}d`;
}

const two = (value: number) => String(value).padStart(2, '0');

/** Time of day as `14:32:09`, in the time zone of the machine. */
export function formatClock(at: number): string {
  const date = new Date(at);
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** Time of day as `14:32`, where seconds are of no matter. */
export function formatMinute(at: number): string {
  return formatClock(at).slice(0, 5);
}

/** Time of day as `14:32`; of another day `2026-11-21 14:32`. */
export function formatWhen(at: number, now: number): string {
  const moment = formatMoment(at).slice(0, -3);
  return formatMoment(now).startsWith(moment.slice(0, 10)) ? formatMinute(at) : moment;
}

/** Time of day with milliseconds, as traces show it: `14:32:09.104`. */
export function formatClockMs(at: number): string {
  return `${formatClock(at)}.${String(new Date(at).getMilliseconds()).padStart(3, '0')}`;
}

/** Date and time for tooltips: `2026-11-21 14:32:09`. */
export function formatMoment(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${formatClock(at)}`;
}

/** When that was, short: `14:32` on the same day, with its date on another. */
export function formatRecent(at: number, now = Date.now()): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return isToday ? formatMinute(at) : formatMoment(at).slice(0, 16);
}

/** A share of one processor core as `0.4 %`, `112 %`. */
export function formatPercent(percent: number): string {
  return `${fixed(percent, percent < 99.95 ? 1 : 0)}${nbsp}%`;
}

/** What is left of a wait, as `1:53`. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

/** A count with thousands marked: `12,482`. */
export function formatCount(value: number): string {
  return Math.round(value).toLocaleString(locale);
}

/** A count for narrow places: `999`, `12.4k`, `1.2M`. */
export function formatShort(value: number): string {
  if (value < 1000) return String(value);
  if (value < 999_950) return `${cutDecimals(value / 1000)}k`;
  return `${cutDecimals(value / 1_000_000)}M`;
}

function cutDecimals(value: number): string {
  return value >= 100 ? String(Math.floor(value)) : fixed(Math.floor(value * 10) / 10, 1);
}

/** Events a second as `14.2/s`; none is `0/s`. */
export function formatRate(perSecond: number): string {
  if (perSecond < 0.05) return '0/s';
  return `${fixed(perSecond, perSecond < 99.95 ? 1 : 0)}/s`;
}

/** The way of writing dates: English with the day first, as everywhere in the interface. */
const dateLocale = { en: 'en-GB', de: 'de-DE' }[language];
const dayFormat = new Intl.DateTimeFormat(dateLocale, { day: 'numeric', month: 'short' });
const monthFormat = new Intl.DateTimeFormat(dateLocale, { month: 'long', year: 'numeric' });

/** A day without its year: `19 Nov`. */
export function formatDay(at: number): string {
  return dayFormat.format(at);
}

/** `November 2026`. */
export function formatMonth(at: number): string {
  return monthFormat.format(at);
}

/** What something costs, in a currency such as `USD`: `$0.71`; of what is less than a hundredth, four digits. */
export function formatCost(cost: number, currency: string): string {
  const digits = cost > 0 && cost < 0.01 ? 4 : 2;
  return cost.toLocaleString(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
