// The state of a plugin as shape, word and second line, and what its tools are like.
import { pluginProtocol } from '../../contract/plugins.ts';
import { formatClock, formatLasted, formatLeft } from './format.ts';
import { t, tIn } from './language.ts';
import { reasonWords } from './reason-words.ts';
import type { Plugin, PluginBrowser, PluginState, PluginTool } from '../../contract/schemas/plugins.ts';
import type { Tone } from './tone.ts';

export interface PluginWords {
  readonly tone: Tone;
  /** For a cell of a table. */
  readonly word: string;
  /** A second, quieter line; may be empty. */
  readonly more: string;
}

export function pluginWords(plugin: Pick<Plugin, 'state' | 'browsers' | 'refusals'>, now: number): PluginWords {
  const { state } = plugin;
  switch (state.kind) {
    case 'active':
      return { tone: 'running', word: t('active'), more: browsersText({ browsers: plugin.browsers.filter(isCalled) }) };
    case 'disabled':
      return { tone: 'stopped', word: t('disabled by you'), more: stillInstalled(plugin) };
    case 'unreachable':
      return unreachableWords(state, now);
    case 'error':
      return errorWords(state, plugin.refusals);
  }
}

/** By name, those that are connected before the others. */
export function browsersText({ browsers }: Pick<Plugin, 'browsers'>): string {
  return browsers
    .toSorted((a, b) => Number(b.here) - Number(a.here))
    .map(({ name }) => name)
    .join(', ');
}

/** The same, and of each where nothing is called what it has there. */
export function homesText({ browsers }: Pick<Plugin, 'browsers'>): string {
  return browsers
    .toSorted((a, b) => Number(b.offers) - Number(a.offers) || Number(b.here) - Number(a.here))
    .map(homeText)
    .join(', ');
}

function homeText({ name: browser, version, offers, fault }: PluginBrowser): string {
  if (offers) return browser;
  if (fault) return t('{browser} (refused there: {why})', { browser, why: reasonWords(fault) });
  if (version === null) return browser;
  return t('{browser} (has version {version}, which is not offered)', { browser, version });
}

function isCalled({ here, offers }: PluginBrowser): boolean {
  return here && offers;
}

function stillInstalled(plugin: Pick<Plugin, 'browsers'>): string {
  const here = plugin.browsers.filter(({ here: isHere }) => isHere);
  return here.length === 0 ? '' : t('still installed in {browser}', { browser: browsersText({ browsers: here }) });
}

type OfKind<K extends PluginState['kind']> = Extract<PluginState, { kind: K }>;

function unreachableWords({ missed, nextPingAt, away, since }: OfKind<'unreachable'>, now: number): PluginWords {
  if (away) return { tone: 'stopped', word: t('its browser is away'), more: formatLasted(now - since) };
  return {
    tone: 'attention',
    word: t('unreachable, {missed, plural, one {# ping missed} other {# pings missed}}', { missed }),
    more: nextPingAt === null ? '' : t('next ping in {span}', { span: formatLeft(nextPingAt - now) }),
  };
}

function errorWords({ reason }: OfKind<'error'>, refusals: number): PluginWords {
  switch (reason.kind) {
    case 'plugin-speaks':
      return {
        tone: 'crashed',
        word: t('error: speaks {version}', { version: reason.version }),
        more: t('Pilothouse speaks {version}', { version: pluginProtocol.split('/')[1] ?? pluginProtocol }),
      };
    case 'plugin-not-listed':
      return {
        tone: 'crashed',
        word: t('refused: not on the list'),
        more: t('asked {count, plural, one {once} other {# times}}', { count: refusals }),
      };
    default:
      return { tone: 'crashed', word: t('error'), more: reasonWords(reason) };
  }
}

/** The state in one sentence with its remedy; null where nothing needs saying. */
export function pluginSentence({
  state,
  held,
}: Pick<Plugin, 'state' | 'held'>): { title: string; text: string } | null {
  switch (state.kind) {
    case 'active':
      return held === 0
        ? null
        : {
            title: t('{count, plural, one {# tool has} other {# tools have}} changed', { count: held }),
            text: t('What you approved stays in use until you have looked at what is new.'),
          };
    case 'disabled':
      return {
        title: t('Disabled by you'),
        text: t('None of its tools is called, however often it registers, until you enable it.'),
      };
    case 'unreachable':
      return state.away
        ? { title: t('Its browser is away'), text: t('Its tools are there again as soon as that browser connects.') }
        : {
            title: t('Unreachable since {time}', { time: formatClock(state.since) }),
            text: t('It does not answer pings. Reload the extension in its browser; it is asked again by itself.'),
          };
    case 'error':
      return { title: t('It cannot be used'), text: reasonWords(state.reason) };
  }
}

const kinds: Readonly<Record<PluginTool['kind'], string>> = {
  reads: tIn('tool', 'reads'),
  acts: tIn('tool', 'acts'),
  dangerous: t('dangerous'),
};

export function pluginKindWord(kind: PluginTool['kind']): string {
  return kinds[kind];
}

const speeds = { instant: t('instant'), fast: t('fast'), slow: t('slow') } as const;

export function pluginSpeedWord(speed: NonNullable<PluginTool['speed']>): string {
  return speeds[speed];
}
