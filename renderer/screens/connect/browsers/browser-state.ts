// How a browser of this machine stands, in words: its true state in short, what is behind it, and what helps.
import { formatMinute } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { reasonWords } from '../../../words/reason-words.ts';
import type { BrowserTruth, MachineBrowser } from '../../../../contract/schemas/browsers.ts';
import type { Tone } from '../../../words/tone.ts';

interface StateWords {
  readonly tone: Tone;
  readonly text: string;
}

const fixed: Readonly<Record<Exclude<BrowserTruth['kind'], 'old-extension'>, StateWords>> = {
  'not-here': { tone: 'stopped', text: t('not on this machine') },
  'needs-websocket': { tone: 'attention', text: t('needs the WebSocket way') },
  off: { tone: 'stopped', text: t('found, not connected') },
  forbidden: { tone: 'crashed', text: t('forbidden by a policy') },
  'other-program': { tone: 'crashed', text: t('starts another program') },
  broken: { tone: 'crashed', text: t('its manifest is broken') },
  closed: { tone: 'stopped', text: t('closed') },
  'no-extension': { tone: 'attention', text: t('no extension yet') },
  waits: { tone: 'attention', text: t('waits for your approval') },
  denied: { tone: 'crashed', text: t('denied') },
  away: { tone: 'attention', text: t('its extension is away') },
  connected: { tone: 'running', text: t('connected') },
};

export function browserState({ truth, isOn }: MachineBrowser): StateWords {
  // Nothing is broken that was not switched on.
  if (truth.kind === 'forbidden' && !isOn) return { ...fixed.forbidden, tone: 'attention' };
  if (truth.kind !== 'old-extension') return fixed[truth.kind];
  return { tone: 'attention', text: t('extension {version} is older than the hub’s', { version: truth.version }) };
}

/** What stands behind the state, as a sentence. */
export function browserDetail(browser: MachineBrowser): string {
  const { truth, extensions, note } = browser;
  const newest = extensions.toSorted((a, b) => b.seenAt - a.seenAt)[0];
  const seen =
    newest && newest.version !== ''
      ? t('extension {version} last seen {time}', {
          version: newest.version,
          time: formatMinute(newest.seenAt),
        })
      : null;
  if (truth.kind === 'closed') return seen ? t('manifest fine, {seen}', { seen }) : t('manifest fine');
  if (truth.kind === 'connected' && newest && newest.version !== '')
    return t('extension {version} since {time}', {
      version: newest.version,
      time: formatMinute(truth.since),
    });
  if (isTaken(browser)) return reasonWords(truth.reason);
  if (truth.kind === 'off') return note ? reasonWords(note) : t('switching on shows the file first');
  return reasonWords(truth.reason);
}

/** Version, profiles, and whether it runs: `156, Work, running`. */
export function browserFacts({ version, profiles, running, found }: MachineBrowser): string {
  if (found === 'no') return t('not found');
  const list = profiles.kind === 'known' ? profiles.list : [];
  const named = list.length === 1 ? list[0]?.name : undefined;
  const facts = [
    version === null ? null : version.split('.')[0],
    named ??
      (list.length > 1 ? t('{count, plural, one {# profile} other {# profiles}}', { count: list.length }) : null),
    running.kind === 'yes' ? t('running') : null,
  ].filter(fact => fact != null && fact !== '');
  return facts.length > 0 ? facts.join(', ') : t('found');
}

export type BrowserAct = 'repair' | 'start' | 'page' | 'code';

/** Something stands where our manifest would be: switching on alone would be refused. */
export function isTaken({ truth, manifest }: MachineBrowser): boolean {
  return truth.kind === 'off' && manifest.state !== 'absent' && manifest.state !== 'ours';
}

/** The one thing that helps now. */
export function browserAct(browser: MachineBrowser): BrowserAct | null {
  const { truth, canStart } = browser;
  switch (truth.kind) {
    case 'off':
      return isTaken(browser) ? 'repair' : null;
    case 'other-program':
    case 'broken':
      return 'repair';
    case 'closed':
      return canStart ? 'start' : null;
    case 'no-extension':
    case 'away':
    case 'old-extension':
    case 'denied':
      return 'page';
    case 'needs-websocket':
    case 'forbidden':
      return 'code';
    default:
      return null;
  }
}
