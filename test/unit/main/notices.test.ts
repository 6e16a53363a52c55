// What the user is told of outside the window, from one state to the next.
import { describe, expect, test } from 'vitest';
import { foreign } from '../../../contract/reason.ts';
import { noticeChange as change } from '../../../electron/main/notices.ts';
import { english } from '../../../electron/main/words-english.ts';
import { german } from '../../../electron/main/words-german.ts';
import { asked, quiet, server, stateOf } from './shell-fixtures.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { ShellState } from '../../../electron/main/shell-state.ts';

const noticeChange = (before: ShellState, after: ShellState) => change(before, after, english);

describe('a question', () => {
  test('is told of with its tool, its place and what happens without an answer', () => {
    expect(noticeChange(quiet, stateOf({ prompts: [asked('p1')] })).show).toEqual([
      {
        id: 'prompts',
        title: 'Claude wants to call tools of an MCP server',
        body: 'box/echo, server Box. Unanswered, it is refused.',
        path: 'permissions',
      },
    ]);
  });

  test('that comes while another waits replaces its notice and counts the other', () => {
    const before = stateOf({ prompts: [asked('p1'), asked('p2')] });
    const after = stateOf({ prompts: [asked('p1'), asked('p2'), asked('p3', { tool: 'box/add' })] });
    const [notice] = noticeChange(before, after).show;
    expect(notice).toMatchObject({
      id: 'prompts',
      body: 'box/add, server Box. Unanswered, it is refused. 2 other questions wait too.',
    });
  });

  test('is told of once', () => {
    const state = stateOf({ prompts: [asked('p1')] });
    const again = stateOf({ prompts: [asked('p1', { calls: 2 })] });
    expect(noticeChange(state, again)).toEqual({ show: [], withdraw: [] });
  });

  test('that was answered takes its notice with it, when it was the last', () => {
    const [both, one] = [stateOf({ prompts: [asked('p1'), asked('p2')] }), stateOf({ prompts: [asked('p1')] })];
    expect(noticeChange(both, one).withdraw).toEqual([]);
    expect(noticeChange(one, quiet).withdraw).toEqual(['prompts']);
  });

  test('has no markup and nothing unseen in its words', () => {
    const prompt = asked('p1', { tool: 'x\u0000<img src=y>' });
    const [notice] = noticeChange(quiet, stateOf({ clients: { Claude: '<b>Ana & Bob</b>' }, prompts: [prompt] })).show;
    expect(`${notice?.title}${notice?.body}`).not.toMatch(/[<>&\u0000]/);
    expect(notice?.title).toContain('‹b›Ana ＆ Bob‹/b›');
  });
});

describe('a page that asks', () => {
  const asking = (...origins: string[]) =>
    stateOf({ siteQuestions: new Map(origins.map(origin => [origin, { origin, scopes: 3 }])) });
  const [one, two] = [asking('https://shop.example'), asking('https://shop.example', 'https://<b>.example')];

  test('is told of with its origin and how much it asks for, once', () => {
    expect(noticeChange(quiet, one).show).toEqual([
      {
        id: 'site-questions',
        title: 'https://shop.example wants to use your assistant',
        body: 'It asks for 3 permissions.',
        path: 'permissions',
      },
    ]);
    expect(noticeChange(one, one)).toEqual({ show: [], withdraw: [] });
  });

  test('beside another takes its place and counts it; the last one takes the notice with it', () => {
    const [notice] = noticeChange(one, two).show;
    expect(notice).toMatchObject({ id: 'site-questions', body: 'It asks for 3 permissions. 1 other page asks too.' });
    expect(notice?.title).toBe('https://‹b›.example wants to use your assistant');
    expect(noticeChange(two, one).withdraw).toEqual([]);
    expect(noticeChange(one, quiet).withdraw).toEqual(['site-questions']);
    expect(change(quiet, two, german).show[0]?.body).toBe(
      'Sie fragt nach 3 Berechtigungen. Auch 1 weitere Seite fragt.',
    );
  });
});

describe('a server', () => {
  const running = stateOf({ servers: [server('box', 'running')] });
  const crashed = stateOf({ servers: [server('box', 'crashed', { reason: foreign('Exit code 9: lost the disk.') })] });

  test('that crashes is told of with its reason', () => {
    expect(noticeChange(running, crashed).show).toEqual([
      { id: 'crash:box', title: 'box crashed', body: 'Exit code 9: lost the disk.', path: 'servers/box' },
    ]);
  });

  test('that waits for its restart after the crash is not told of twice, and one that gave up is', () => {
    const waiting = stateOf({ servers: [server('box', 'waiting')] });
    expect(noticeChange(crashed, waiting).show).toEqual([]);
    expect(noticeChange(waiting, stateOf({ servers: [server('box', 'failed')] })).show).toMatchObject([
      { title: 'box gave up' },
    ]);
  });

  test('that runs elsewhere is told of once in an outage, however often it is tried, and its return takes that back', () => {
    const why = { kind: 'nothing-listens', host: 'far', code: 'ECONNREFUSED' } as const;
    const far = (kind: 'running' | 'waiting' | 'starting', reason: Reason | null) =>
      stateOf({ servers: [server('far', kind, { isRemote: true, reason })] });
    const up = far('running', null);
    const waits = far('waiting', why);
    const tried = far('starting', { kind: 'try-again', attempt: 7, why });
    expect(noticeChange(up, waits).show).toMatchObject([{ title: 'far is away and comes back by itself' }]);
    expect([noticeChange(waits, tried), noticeChange(tried, waits)]).toEqual([
      { show: [], withdraw: [] },
      { show: [], withdraw: [] },
    ]);
    expect(noticeChange(tried, up).withdraw).toEqual(['crash:far']);
  });

  test('that runs again or is removed takes its notice back', () => {
    expect(noticeChange(crashed, running).withdraw).toEqual(['crash:box']);
    expect(noticeChange(crashed, quiet).withdraw).toEqual(['crash:box']);
  });

  test('that is stopped on purpose or was never seen running is no news', () => {
    expect(noticeChange(running, stateOf({ servers: [server('box', 'stopped')] })).show).toEqual([]);
    expect(noticeChange(quiet, crashed).show).toEqual([]);
  });
});

describe('drift', () => {
  const one = stateOf({ servers: [server('box', 'running', { name: 'Box' })], drifted: { 'box/a': 'box' } });
  const two = { ...one, drifted: new Map([...one.drifted, ['box/b', 'box']]) };

  test('of one tool and of two is told in one notice for its server', () => {
    expect(noticeChange(quiet, one).show).toEqual([
      {
        id: 'drift:box',
        title: 'Box changed its tools',
        body: '1 definition differs from what was approved. Agents do not get it before you have looked.',
        path: 'servers/box/tools',
      },
    ]);
    expect(noticeChange(one, two).show).toMatchObject([
      { id: 'drift:box', body: expect.stringMatching(/^2 definitions differ/) },
    ]);
  });

  test('that was reviewed takes its notice back', () => {
    expect(noticeChange(two, one)).toEqual({ show: [], withdraw: [] });
    expect(noticeChange(one, { ...one, drifted: new Map() }).withdraw).toEqual(['drift:box']);
  });
});

test('a browser that wants to connect is told of until it is answered', () => {
  const waiting = stateOf({ pendingBrowsers: ['Chromium'] });
  expect(noticeChange(quiet, waiting).show).toMatchObject([{ title: 'Chromium wants to connect', path: 'connect' }]);
  expect(noticeChange(waiting, quiet).withdraw).toEqual(['browser:Chromium']);
});

test('a German is told in German, with the names as they are', () => {
  const [question] = change(quiet, stateOf({ prompts: [asked('p1'), asked('p2')] }), german).show;
  expect(question?.title).toMatch(/ möchte /);
  expect(question?.body).toMatch(/Ohne Antwort wird abgelehnt\. 1 weitere Frage wartet\.$/);
  const [running, failed] = [server('box', 'running'), server('box', 'failed')].map(box => stateOf({ servers: [box] }));
  expect(change(running ?? quiet, failed ?? quiet, german).show).toMatchObject([{ title: 'box hat aufgegeben' }]);
});

describe('a change of the rules', () => {
  const asker = { via: 'cli' as const, processes: [{ pid: 4130, program: '/usr/bin/node' }] };

  test('that waits is told of with its program, and its notice goes with it', () => {
    const waiting = { ...quiet, confirmations: new Map([['1', 'node (4130)']]) };
    expect(noticeChange(quiet, waiting).show).toMatchObject([
      { id: 'confirmation:1', title: 'node (4130) wants to change the rules', path: 'permissions' },
    ]);
    expect(noticeChange(waiting, quiet).withdraw).toEqual(['confirmation:1']);
  });

  test('that was made is told of once; one that was refused is none', () => {
    const made = { at: 5, asker, what: 'grants:set', why: foreign('deny client <b>'), outcome: 'changed' as const };
    const after = { ...quiet, ruleChange: made };
    expect(noticeChange(quiet, after).show).toMatchObject([
      { id: 'rules:5', title: 'node (4130) changed the rules', body: 'deny client ‹b›', path: 'permissions/audit' },
    ]);
    expect(noticeChange(after, after).show).toEqual([]);
    expect(noticeChange(quiet, { ...quiet, ruleChange: { ...made, outcome: 'deny' as const } }).show).toEqual([]);
  });
});
