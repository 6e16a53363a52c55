// What a site may, in two short lines: what stands out first, else what it was allowed. Pure.
import { fileOrigin } from '../../../../contract/sites.ts';
import { pageScopes } from '../../../../contract/web-agent.ts';
import { formatCount, formatCountdown } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { grantLasts } from '../../../words/prompt-words.ts';
import { scopeWithin } from '../../../words/site-words.ts';
import { lastingOf, type SiteRow } from './site-rows.ts';
import type { SiteRules } from '../../../../contract/schemas/web-agent.ts';
import type { Tone } from '../../../words/tone.ts';

export interface SiteState {
  /** Null where nothing stands out. */
  readonly tone: Tone | null;
  readonly word: string;
  readonly more: string;
}

/** More titles than these are counted. */
const maxNamed = 2;

export function siteState(row: SiteRow, rules: SiteRules | undefined, now: number): SiteState {
  const { site, question, looksLikeAnother } = row;
  if (question) {
    const left = formatCountdown(question.expiresAt - now);
    const word = t('asks for {count, number}', { count: question.scopes.length });
    return { tone: 'attention', word, more: t('refused in {left}', { left }) };
  }
  if (site.blocked) return { tone: 'stopped', word: t('blocked by you'), more: t('its pages find no API') };
  if (row.id === fileOrigin && rules?.files !== true)
    return { tone: 'stopped', word: t('off'), more: t('unless you switch it on') };
  if (site.overRate && site.overRate.until > now) {
    const span = t('{seconds, number} s', { seconds: Math.ceil((site.overRate.until - now) / 1_000) });
    const refused = t('{count, plural, one {# request refused} other {# requests refused}}', {
      count: site.overRate.refused,
    });
    return { tone: 'waiting', word: t('over its rate, {span}', { span }), more: refused };
  }
  const may = mayWords(row);
  if (looksLikeAnother) return { tone: 'attention', word: t('looks like another name'), more: may };
  return { tone: null, word: may, more: moreWords(row, now) };
}

/** `generate text, 3 tools`. */
export function mayWords({ scopes, tools, mayCallUnnamed }: SiteRow): string {
  const allowed = scopes.filter(({ effect }) => effect === 'allow');
  if (allowed.length === 0) return t('nothing granted');
  if (allowed.length > pageScopes.length / 2)
    return t('everything but {count, plural, one {# scope} other {# scopes}}', {
      count: pageScopes.length - allowed.length,
    });
  const named = allowed.map(({ scope }) =>
    scope === 'mcp:tools.call' && !mayCallUnnamed
      ? t('{count, plural, =0 {no tool} one {# tool} other {# tools}}', { count: tools.length })
      : scopeWithin(scope),
  );
  const rest = named.length - maxNamed;
  const shown = rest > 0 ? [...named.slice(0, maxNamed), t('{count, number} more', { count: rest })] : named;
  return shown.join(', ');
}

function moreWords({ scopes, site, isLocked }: SiteRow, now: number): string {
  const denied = scopes.filter(({ effect }) => effect === 'deny').length;
  const lasts = scopes.filter(({ effect }) => effect === 'allow').flatMap(row => lastingOf(row) ?? []);
  const longest = lasts.find(({ lifetime }) => lifetime === 'always') ?? lasts[0];
  const parts = [
    longest ? grantLasts(longest, now) : null,
    denied > 0 ? t('{count} denied', { count: formatCount(denied) }) : null,
    Object.keys(site.flags).length > 0 ? t('flags changed') : null,
    isLocked ? t('locked by policy.json') : null,
  ];
  return parts.filter(part => part !== null).join(', ');
}
