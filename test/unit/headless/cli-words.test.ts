// The command line's words: which language is taken, and that German says nothing in English.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { cliWords } from '../../../electron/headless/choose-words.ts';
import { errorText } from '../../../electron/headless/error-text.ts';
import { english } from '../../../electron/headless/words/english.ts';
import { german } from '../../../electron/headless/words/german.ts';
import { NoHubError } from '../../../native-host/relay/home-files.ts';
import { hubError } from '../../../words/hub-error.ts';
import { englishWordsIn } from '../../support/own-english.ts';
import { createTempHome } from '../../support/temp-home.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';
import type { CliWords } from '../../../electron/headless/words/cli-words.ts';

const nowhere = '/nonexistent/home';

describe('the language of the command line', () => {
  test.each([
    [{ LC_ALL: 'de_DE.UTF-8', LANG: 'en_US.UTF-8' }, german],
    [{ LC_ALL: 'en_US.UTF-8', LC_MESSAGES: 'de_DE', LANG: 'de_DE' }, english],
    [{ LC_MESSAGES: 'de_AT.UTF-8', LANG: 'en_US.UTF-8' }, german],
    [{ LC_ALL: '', LANG: 'de' }, german],
    [{ LANG: 'C.UTF-8' }, english],
    [{ LANG: 'den_CA' }, english],
  ] as const)('is that of the terminal: %j', async (env, words) => {
    expect(await cliWords(nowhere, env, () => 'fr-FR')).toBe(words);
  });

  test('is that of the system where the terminal tells none', async () => {
    expect(await cliWords(nowhere, {}, () => 'de-DE')).toBe(german);
    expect(await cliWords(nowhere, {}, () => 'en-US')).toBe(english);
  });

  test.each([
    ['de', english, german],
    ['en', german, english],
    ['system', german, german],
    ['klingon', german, german],
  ])('chosen as "%s" in the desktop app, it holds against the terminal', async (language, terminal, words) => {
    const { home, remove } = createTempHome();
    try {
      fs.mkdirSync(path.join(home, 'electron'), { recursive: true });
      fs.writeFileSync(path.join(home, 'electron/desktop.json'), JSON.stringify({ language }));
      expect(await cliWords(home, { LANG: terminal === german ? 'de_DE.UTF-8' : 'en_US.UTF-8' }, () => 'en')).toBe(
        words,
      );
    } finally {
      remove();
    }
  });
});

/** Every text of the table, of plain values. */
function saidBy(words: CliWords): string[] {
  const hubs = (['running', 'read-only', 'paused', 'stopped'] as const).flatMap(mode =>
    (['electron', 'headless'] as const).map(shell => ({ version: '1', home: '/h', pid: 7, mode, shell })),
  );
  return [
    ...Object.values(words).filter(text => typeof text === 'string'),
    ...[words.effects, words.subjects, words.lifetimes].flatMap(table => Object.values<string>(table)),
    words.noHub('/h/f'),
    words.runs('/h', 'http://x'),
    words.runsAlready('/h', '7', null),
    words.runsAlready('/h', '7', 'http://x'),
    words.browserIsLed('/p'),
    words.stillStarting('/h'),
    words.portTaken(80),
    words.portForbidden(80),
    words.stillRuns('/h', 7),
    ...hubs.map(hub => words.status(hub as Snapshot['hub'])),
    ...[1, 2].map(count =>
      words.counts({ agents: count, browsers: count, servers: count, allServers: count, prompts: count }),
    ),
    ...[1, 2].map(count => words.policy(count, '/p')),
    words.granted('24', 'x'),
    words.revoked('24'),
    words.place({ kind: 'any' }),
    words.place({ kind: 'site', origin: 'https://a.example' }),
    words.place({ kind: 'server', serverId: 'x' }),
    words.place({ kind: 'tab', browserId: 'b', tabId: 7 }),
    ...[0, 1, 2].map(words.used),
    ...[null, 'grant 24', 'policy x'].map(rule => words.decided('allow', rule)),
    words.noFit('grant 24', words.effects.deny, 'x'),
    ...(['subject', 'agent', 'scope', 'tool', 'place'] as const).map(what => words.differs(what, 'x', null)),
    words.differs('place', 'x', 'y'),
    words.ended('2026-01-01T00:00:00.000Z'),
    words.toAllow('x'),
    words.noPort('X', 'y'),
    words.noTab('y'),
    words.commandInstalled('/x', '/y'),
    words.commandRemoved('/x'),
    ...[null, '/x'].map(words.notInPath),
    words.noAnswer('/s', 'ECONNREFUSED'),
    ...serversSaidBy(words),
    ...watchSaidBy(words),
  ];
}

function serversSaidBy(words: CliWords): string[] {
  return [
    ...[words.serverStates, words.blockedBy].flatMap(table => Object.values<string>(table)),
    words.serverIs('7', words.serverStates.running),
    words.serverGone('7'),
    words.serverAdded('7'),
    words.wouldRun('7', '/x'),
    words.inFolder('/x'),
    words.hiddenVariable('X'),
    words.warning('7'),
    words.serverApproved('7', 'abc'),
    ...[true, false].map(words.isSet),
    ...[[], ['7', '8']].map(words.usedBy),
    words.typeSecret('X'),
    words.noValue('X'),
    words.secretSet('X'),
    words.secretRemoved('X'),
    words.noSecret('X'),
    words.noFile('/x', 'ENOENT'),
    ...[true, false].map(others => words.absentAgents(3, others)),
  ];
}

function watchSaidBy(words: CliWords): string[] {
  return [
    ...[words.agentStates, words.held].flatMap(table => Object.values<string>(table)),
    ...Object.entries(words.outcomes).flatMap(([outcome, said]) => (outcome === 'ok' ? [] : [said])),
    ...[1, 2].map(count => words.calls(count, count)),
    ...(['running', 'read-only', 'paused', 'stopped'] as const).map(mode => words.modeIs(mode, '2026')),
    ...[true, false].flatMap(on => [null, 'x-1'].map(client => words.toolIs('x/y', on, client))),
    words.otherContent('image'),
    words.noFilter('x', 'y'),
  ];
}

test('numbers have the noun that goes with them', () => {
  const counts = (count: number) =>
    english.counts({ agents: count, browsers: count, servers: count, allServers: count, prompts: count });
  expect(counts(1)).toBe('1 agent, 1 browser, 1 of 1 server running; 1 question waits for you.');
  expect(counts(2)).toBe('2 agents, 2 browsers, 2 of 2 servers running; 2 questions wait for you.');
  expect([0, 1, 2].map(english.toolCount)).toEqual(['0 tools', '1 tool', '2 tools']);
  expect([0, 1, 2].map(german.toolCount)).toEqual(['0 Tools', '1 Tool', '2 Tools']);
});

test('nothing of it is English in German', () => {
  const said = saidBy(german);
  expect(said).toHaveLength(saidBy(english).length);
  expect(said.filter(text => englishWordsIn(text).length > 0)).toEqual([]);
  const same = said.filter((text, at) => text === saidBy(english)[at]);
  expect(same).toEqual(['Token: ', 'https://a.example']);
});

test('the side of a call that names none is not said', () => {
  expect(english.differs('agent', 'agent_1', null)).toBe('its agent is agent_1');
  expect(english.differs('place', 'server a', 'server b')).toBe('its place is server a, not server b');
  expect(german.differs('agent', 'agent_1', null)).toBe('der Agent ist agent_1');
  expect(german.differs('place', 'Server a', 'Server b')).toBe('der Ort ist Server a, nicht Server b');
});

test('an error is worded where it is ours, and stands as it is where it is not', () => {
  expect(errorText(new NoHubError('/h/endpoint.json'), german)).toMatch(/^Es läuft kein Hub: \/h/);
  expect(errorText(hubError('ERR_INVALID_ARGUMENTS', { kind: 'no-grant', grant: '7' }), german)).toMatch(
    /^Eine Freigabe „7“ gab es nie/,
  );
  const newer = { kind: 'file-not-read', file: '/f', why: { kind: 'of-a-newer-hub' } } as unknown as Reason;
  const refused = hubError('ERR_INVALID_ARGUMENTS', newer);
  expect(errorText(refused, german)).toBe(refused.message);
  expect(errorText(new NoHubError('/h'), english)).toBe(new NoHubError('/h').message);
  expect(errorText(new Error('EPIPE'), german)).toBe('EPIPE');
});
