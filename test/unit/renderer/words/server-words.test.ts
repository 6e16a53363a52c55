// Words of servers, tools, sandboxes, sign-ins, foreign extensions and cut messages.
import { describe, expect, it } from 'vitest';
import { foreign } from '../../../../contract/reason.ts';
import { changedMiddle, definitionChanges } from '../../../../renderer/parts/definition-changes.ts';
import { inheritedSentence } from '../../../../renderer/screens/servers/config/environment-words.ts';
import { asksForReview } from '../../../../renderer/store/offered-tools.ts';
import { hostOf, mayOpen } from '../../../../renderer/words/address-words.ts';
import { pairingWords } from '../../../../renderer/words/browser-words.ts';
import { cutSentence } from '../../../../renderer/words/cut-words.ts';
import { formatLasted, formatPercent } from '../../../../renderer/words/format.ts';
import { foldersTrouble, hostsTrouble, networkWords, sandboxOf } from '../../../../renderer/words/sandbox-words.ts';
import { riskOfStarting, serverSentence, serverWords, stateTone } from '../../../../renderer/words/server-words.ts';
import { estimateTokens, tokensSentence } from '../../../../renderer/words/token-words.ts';
import { heldWord } from '../../../../renderer/words/tool-words.ts';
import { fixtureSnapshot } from '../../../support/panel-fixture/snapshot.ts';

const now = 1_800_000_000_000;
const { servers, browsers } = fixtureSnapshot(now);
const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ');

describe('a server', () => {
  it('says its reason beside its state', () => {
    expect(serverWords(servers['sentry']!.state, now)).toMatchObject({
      word: 'sign in needed',
      reason: 'mcp.sentry.dev asks for a sign-in (HTTP 401).',
    });
    expect(serverWords(servers['notes']!.state, now).reason).toBe(null);
  });

  it('says why it is not there yet while it starts', () => {
    const state = { kind: 'starting' as const, since: now, pid: null, reason: foreign('It waits for its turn.') };
    expect(serverSentence({ ...servers['weather']!, state }, now)?.text).toBe('It waits for its turn.');
  });

  it('says when it is tried again, and how much of its budget of restarts is used', () => {
    const { postgres } = servers;
    const state = {
      kind: 'waiting' as const,
      since: now,
      until: now + 4_000,
      reason: foreign('It exited with code 1.'),
    };
    const said = serverSentence({ ...postgres!, state, restarts: { used: 2, of: 3 } }, now);
    expect(plain(said?.title ?? null)).toMatch(/^Starts again in 4 s, at \d\d:\d\d/);
    expect(said?.text).toBe('It exited with code 1. Of its automatic starts 2 of 3 in 10 minutes are used.');
  });

  it('is away where it runs elsewhere, and says when it is tried next, and that a call does so too', () => {
    const reason = foreign('Nothing listens there.');
    const state = { kind: 'waiting' as const, since: now, until: now + 290_000, reason };
    const said = serverSentence({ ...servers['postgres']!, kind: 'http', state, restarts: null }, now);
    expect(plain(said?.title ?? null)).toMatch(/^Away\. Next try in 5 min, at \d\d:\d\d.*, or with the next call$/);
    expect(said?.text).toBe('Nothing listens there.');
  });

  it('has a shape for every state that an event may name', () => {
    expect(['running', 'failed', 'blocked', 'stopped', 'starting', 'unheard-of'].map(stateTone)).toEqual([
      'running',
      'crashed',
      'attention',
      'stopped',
      'waiting',
      'waiting',
    ]);
  });

  it('says before an approval what will happen with it', () => {
    expect([riskOfStarting('stdio'), riskOfStarting('http'), riskOfStarting('wasm')]).toEqual([
      'This will run on your machine, as you',
      'Agents will be connected with this address',
      'This file will run on your machine, in an isolated runner',
    ]);
  });

  it('says what it gets of the environment', () => {
    expect(inheritedSentence('stdio', 0)).toMatch(
      /^Nothing was added\. It gets the part of your environment listed below/,
    );
    expect(inheritedSentence('javascript', 2)).toBe('It sees these 2 variables and no other.');
    expect(inheritedSentence('sse', 0)).toBe('It is called without headers of your own.');
  });
});

describe('a sandbox', () => {
  it('is told in short', () => {
    const folders = [{ path: '/a', writable: true }];
    expect([
      networkWords(null),
      networkWords({ network: 'none', hosts: [], folders: [] }),
      networkWords({ network: 'hosts', hosts: ['a.test'], folders }),
    ]).toEqual(['off', 'network: none, no folder of your home', 'network: a.test only, 1 folder']);
  });

  it('names the host or folder that means nothing', () => {
    expect(hostsTrouble(['a.test', '*.b.test', 'localhost:8080'])).toBe(null);
    expect(hostsTrouble(['https://a.test'])).toMatch(/^“https:\/\/a\.test” names no host/);
    expect([foldersTrouble(['/a', 'C:\\b']), foldersTrouble(['~/a'])]).toEqual([
      null,
      '“~/a” is not an absolute path; give the whole path of the folder.',
    ]);
  });

  it('cannot be made around what runs elsewhere', () => {
    expect(sandboxOf(servers['sentry']!)).toMatchObject({ available: false });
    expect(sandboxOf(servers['notes']!)).toEqual({
      available: true,
      sentence: 'A sandbox is made by bubblewrap on this machine.',
    });
  });
});

describe('a tool', () => {
  it('costs about a quarter of its bytes in tokens, said with three digits', () => {
    expect([estimateTokens(4_812), plain(tokensSentence(154_321)), plain(tokensSentence(100))]).toEqual([
      1_203,
      'about 38,600 tokens',
      'about 25 tokens',
    ]);
  });

  it('says why it is held back, and only an open question asks', () => {
    expect(heldWord('changed')).toMatchObject({ tone: 'attention', word: 'changed' });
    expect((['new', 'changed', 'refused', null] as const).map(held => asksForReview({ held }))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('is compared field by field, what a model reads first', () => {
    const before = {
      name: 'a',
      inputSchema: { type: 'object', properties: { x: { type: 'string' } } },
      description: 'One',
    };
    const after = {
      name: 'a',
      inputSchema: { type: 'object', properties: { x: { type: 'number' } } },
      description: 'Two',
    };
    expect(definitionChanges(before, after)).toEqual({
      changed: [
        { path: 'description', before: 'One', after: 'Two' },
        { path: 'inputSchema.properties.x.type', before: 'string', after: 'number' },
      ],
      same: 2,
    });
  });

  it('is all new where nothing was approved, and keeps empty and odd values apart', () => {
    expect(definitionChanges(null, { name: 'a', list: [], deep: { on: true } }).changed).toEqual([
      { path: 'name', before: null, after: 'a' },
      { path: 'list', before: null, after: '[]' },
      { path: 'deep.on', before: null, after: 'true' },
    ]);
  });

  it('shows the middle that differs, on whole characters', () => {
    expect(changedMiddle('a@1.4.0', 'a@1.5.0')).toEqual({
      before: [
        { text: 'a@1.', changed: false },
        { text: '4', changed: true },
        { text: '.0', changed: false },
      ],
      after: [
        { text: 'a@1.', changed: false },
        { text: '5', changed: true },
        { text: '.0', changed: false },
      ],
    });
    expect(changedMiddle('👍', '👎').after).toEqual([{ text: '👎', changed: true }]);
  });
});

describe('a browser that waits', () => {
  it('is compared by its code where its extension is ours', () => {
    expect(pairingWords(browsers['browser-new']!)).toMatchObject({
      hasCode: true,
      advice: expect.stringMatching(/code/),
    });
  });

  it('is told apart by the id of its extension where it is not', () => {
    const words = pairingWords(browsers['browser-claude']!);
    expect(words.hasCode).toBe(false);
    expect(words.claim).toBe(
      'A Chromium browser named its extension fcoeoabgfenejglbffodgkkbkcdhcgfn, which is the id of Claude in Chrome',
    );
    expect(words.advice).toMatch(/nothing can be compared/);
  });
});

it('says how much of a message is kept', () => {
  expect([plain(cutSentence(12_000_000, 1_048_576)), cutSentence(12, undefined)]).toEqual([
    'Only the first 1.0 MB of 12.0 MB are kept in the trace; the message itself was passed on whole.',
    null,
  ]);
});

it('opens encrypted addresses and those of this machine alone', () => {
  const urls = ['https://a.test/x', 'http://127.0.0.1:9/x', 'http://a.test', 'http://localhost.a.test', 'javascript:1'];
  expect(urls.map(mayOpen)).toEqual([true, true, false, false, false]);
  expect([hostOf('https://a.test/x'), hostOf('no address')]).toEqual(['a.test', 'no address']);
});

it('writes shares of a core and how long something lasts', () => {
  expect([0.04, 3.6, 112.4].map(formatPercent).map(plain)).toEqual(['0.0 %', '3.6 %', '112 %']);
  expect([5_000, 725_000, 11_520_000].map(formatLasted).map(plain)).toEqual(['5 s', '12 min', '3 h 12 min']);
});
