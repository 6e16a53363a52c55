// What the tab of the plugins shows: the list and its sums, states in words, pings, and which site may call what.
import { describe, expect, it } from 'vitest';
import { originParts } from '../../../../../contract/origin-parts.ts';
import { consentRows, consentTools } from '../../../../../renderer/screens/servers/plugins/consent-rows.ts';
import { lastMissed, pingBars } from '../../../../../renderer/screens/servers/plugins/ping-bars.ts';
import {
  lastRefused,
  pluginsShown,
  pluginTotals,
} from '../../../../../renderer/screens/servers/plugins/plugin-list.ts';
import { homesText, pluginSentence, pluginWords } from '../../../../../renderer/words/plugin-words.ts';
import { extendedSnapshot } from '../../../../support/panel-fixture/extended.ts';
import type { Plugin, PluginBrowser, PluginState } from '../../../../../contract/schemas/plugins.ts';

const now = 1_800_000_000_000;
const snapshot = extendedSnapshot(now);
const plugin = (state: PluginState, more: Partial<Plugin> = {}): Plugin => ({
  ...snapshot.plugins['decode@plugins.example']!,
  state,
  ...more,
});

describe('the list', () => {
  it('has those that are used first and those that were refused last, and is filtered by name, id, browser and state', () => {
    const names = (filter: string) => pluginsShown(snapshot.plugins, filter).map(({ name }) => name);
    expect(names('')).toEqual(['Decode', 'Time', 'Clipboard history', 'Mail helper', 'Old notes', 'Shell runner']);
    expect([names('northwind'), names('DISABLED'), names('firefox').length, names('nothing of it')]).toEqual([
      ['Clipboard history'],
      ['Mail helper'],
      6,
      [],
    ]);
  });

  it('counts what is active, what is offered, and what a person should look at', () => {
    expect(pluginTotals(snapshot)).toEqual({ all: 6, active: 2, tools: 0, asking: 2 });
    const tools = { a: { ...snapshot.tools['time@plugins.example::now']!, held: null } };
    expect(pluginTotals({ ...snapshot, tools }).tools).toBe(1);
    expect(lastRefused(snapshot.plugins)?.id).toBe('sh@unknown.example');
  });
});

describe('a state', () => {
  it('of a browser that is away is no trouble; of one that does not answer it is', () => {
    const silent = { kind: 'unreachable', since: now, missed: 3, nextPingAt: now + 42_000, away: false } as const;
    expect(pluginWords(plugin(silent), now)).toEqual({
      tone: 'attention',
      word: 'unreachable, 3 pings missed',
      more: 'next ping in 42\u00a0s',
    });
    expect(pluginWords(plugin({ ...silent, away: true }), now).tone).toBe('stopped');
  });

  it('of an error says what it speaks, that it is not on the list, or what the hub says', () => {
    const error = (reason: Extract<PluginState, { kind: 'error' }>['reason']) =>
      pluginWords(plugin({ kind: 'error', since: now, reason }, { refusals: 1 }), now);
    expect(error({ kind: 'plugin-not-listed', plugin: 'a@b' })).toMatchObject({
      word: 'refused: not on the list',
      more: 'asked once',
    });
    expect(error({ kind: 'plugin-unwell', plugin: 'a@b' })).toMatchObject({
      word: 'error',
      more: 'Plugin a@b answers and says that it is not healthy.',
    });
  });

  it('of one whose tools have changed asks to look at them', () => {
    expect(pluginSentence(plugin({ kind: 'active', since: now }, { held: 2 }))?.title).toBe('2 tools have changed');
    expect(pluginSentence(plugin({ kind: 'active', since: now }))).toBe(null);
  });
});

describe('several browsers', () => {
  const browser = (id: string, more: Partial<PluginBrowser>): PluginBrowser => ({
    ...{ id, name: `Firefox “${id}”`, here: true, version: '2.0.0', offers: true, fault: null },
    ...more,
  });
  const speaks = { kind: 'plugin-speaks', version: 'harbor-plugin/v0', spoken: 'harbor-plugin/v1' } as const;
  const browsers = [
    browser('old', { version: '1.9.0', offers: false }),
    browser('refused', { version: null, offers: false, fault: speaks }),
    browser('away', { here: false }),
    browser('new', {}),
  ];

  it('it is active in those alone in which it is called, and of the others it is said what it has there', () => {
    expect(pluginWords(plugin({ kind: 'active', since: now }, { browsers }), now).more).toBe('Firefox “new”');
    expect(homesText({ browsers })).toMatch(
      /^Firefox “new”, Firefox “away”, Firefox “old” \(has version 1\.9\.0, which is not offered\), Firefox “refused” \(refused there: .*harbor-plugin\/v0/,
    );
  });
});

describe('pings', () => {
  it('are as high as they were slow, by the logarithm, and full where they were missed', () => {
    const bars = pingBars([
      { at: 1, ms: 0 },
      { at: 2, ms: 1_000 },
      { at: 3, ms: null },
      { at: 4, ms: 10 },
    ]);
    const [none = -1, slow = -1, missed = -1, fast = -1] = bars.map(({ height }) => height);
    expect([none, slow, missed]).toEqual([0.2, 1, 1]);
    expect(fast).toBeGreaterThan(0.3);
    expect(lastMissed(bars)?.at).toBe(3);
  });
});

describe('consent', () => {
  it('is what web origins may do with this plugin, the one used last first', () => {
    const id = 'decode@plugins.example';
    const rows = consentRows(snapshot, id);
    expect(rows.map(({ subject }) => subject.id)).toEqual([
      'https://app.ledger.test',
      'http://localhost:5173',
      'https://notes.atlas.test',
      'http://docs.ledger.test',
    ]);
    expect(rows.slice(0, 2).map(grant => consentTools(grant, id))).toEqual([['base64_decode'], null]);
    expect(consentRows(snapshot, 'time@plugins.example')).toEqual([]);
  });
});

describe('an origin', () => {
  it('tells its host from scheme and port, and that what is not encrypted is not', () => {
    expect(
      ['https://app.ledger.test', 'http://docs.test:8080', 'http://localhost:5173', 'what else'].map(originParts),
    ).toEqual([
      { scheme: '', host: 'app.ledger.test', port: '', isOpen: false },
      { scheme: 'http://', host: 'docs.test', port: ':8080', isOpen: true },
      { scheme: 'http://', host: 'localhost', port: ':5173', isOpen: false },
      { scheme: '', host: 'what else', port: '', isOpen: false },
    ]);
  });
});
