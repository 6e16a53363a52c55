// An answer for this use lets through the one call that was shown: whatever looks like it on the card is another call.
import { describe, expect, test } from 'vitest';
import { callDigest } from '../../../../electron/core/router/call-digest.ts';
import { agentId, buildReportedTab } from '../../../support/hub-fixtures.ts';
import { createWorld, turn } from './router-world.ts';
import type { OwnCommand } from '../../../../native-host/dialects/claudezilla/claudezilla-own.ts';

const same = 'x'.repeat(3_000);
const echo = 'everything/echo';

/** Asks for both at once, allows the first for this use, and says what was carried out then. */
async function allowedFirst(first: Record<string, unknown>, second: Record<string, unknown>, secrets: string[] = []) {
  const made = createWorld();
  made.world.secrets.push(...secrets);
  const shown = made.call(echo, first);
  const other = made.call(echo, second);
  await turn();
  const texts = made.prompt()?.asks.map(({ argumentsText }) => argumentsText);
  await made.answer('allow', 'use');
  await shown.result;
  await turn();
  return { texts, carriedOut: made.executed.map(({ args }) => args), undecided: other.request.verdict === null, made };
}

describe('Of two calls that look alike one answer for this use lets exactly one run', () => {
  test('when they differ behind the 2,000 characters that a card shows.', async () => {
    const first = { text: same, last: 'list' };
    const { texts, carriedOut, undecided, made } = await allowedFirst(first, { text: same, last: 'delete' });
    expect(new Set(texts).size).toBe(1);
    expect({ carriedOut, undecided }).toEqual({ carriedOut: [first], undecided: true });
    const { id = '', call = '' } = made.prompt() ?? {};
    expect(made.prompts.argumentsOf(id, call)).toBe(JSON.stringify({ text: same, last: 'delete' }));
  });

  test('when they differ in secrets that are masked alike.', async () => {
    const secrets = ['hunter2-hunter2', 'swordfish-sword'];
    const [first, second] = [
      { to: secrets[0], password: 'one' },
      { to: secrets[1], password: 'two' },
    ];
    const { texts, carriedOut, undecided } = await allowedFirst(first, second, secrets);
    expect(new Set(texts)).toEqual(new Set(['{"to":"••••","password":"••••"}']));
    expect({ carriedOut, undecided }).toEqual({ carriedOut: [first], undecided: true });
  });

  test('when they differ in a picture that is only described.', async () => {
    const [first, second] = ['AAAA', 'BBBB'].map(end => ({ picture: `${'A'.repeat(80_000)}${end}` }));
    const { texts, carriedOut, undecided } = await allowedFirst(first!, second!);
    expect(texts).toHaveLength(2);
    expect({ carriedOut, undecided }).toEqual({ carriedOut: [first], undecided: true });
  });
});

test('Calls that differ in the order of their members alone are one call, which one answer lets through.', async () => {
  const made = createWorld();
  const calls = [made.call(echo, { a: 1, b: { c: 2, d: 3 } }), made.call(echo, { b: { d: 3, c: 2 }, a: 1 })];
  await turn();
  expect(made.prompt()?.asks).toHaveLength(1);
  await made.answer('allow', 'use');
  await Promise.all(calls.map(({ result }) => result));
  expect(made.executed).toHaveLength(2);
});

test('What `_meta` tells a server, and the command of an extension’s own wire, belong to a call; what is new each time does not.', async () => {
  const made = createWorld();
  const ask = (meta: Record<string, unknown>, own?: OwnCommand) =>
    made.call(echo, {}, agentId, { meta, ...(own && { own }) });
  ask({ progressToken: 1 });
  ask({ progressToken: 2, traceparent: '00-1' });
  ask({ tenant: 'a' });
  ask({ tenant: 'b' });
  ask({}, { command: 'handleConsent', params: { accept: true } });
  ask({}, { command: 'handleConsent', params: { accept: false } });
  await turn();
  expect(made.prompt()?.asks.map(({ calls }) => calls)).toEqual([2, 1, 1, 1, 1]);
});

describe('What a card showed of a page is not what its tab shows now', () => {
  const click = { action: 'left_click', coordinate: [1, 1], tabId: 42 };
  const goTo = (made: ReturnType<typeof createWorld>, url: string) =>
    made.tabs.report('b1', [buildReportedTab({ url })]);

  test('Allowed for this use on one site, a call does not run on the site that the tab went to meanwhile.', async () => {
    const made = createWorld();
    const { result } = made.call('computer', click);
    await turn();
    goTo(made, 'https://bank.example/');
    await made.answer('allow', 'use');
    expect(await result).toMatchObject({ isError: true, _meta: { 'dev.pilothouse/code': 'ERR_TAB_MOVED' } });
    expect(made.executed).toEqual([]);
  });

  test('Allowed for longer on one site, a call does not run on another one either.', async () => {
    const made = createWorld();
    const { result } = made.call('computer', click);
    await turn();
    goTo(made, 'https://bank.example/');
    await made.answer('allow', 'always', 'site');
    expect(await result).toMatchObject({ isError: true });
    expect(made.executed).toEqual([]);
  });

  test('The same click on another site of the same tab is another call.', async () => {
    const made = createWorld();
    const shop = made.call('computer', click);
    await turn();
    const { call } = made.prompt() ?? {};
    goTo(made, 'https://bank.example/');
    void made.call('computer', click);
    await turn();
    const calls = made.prompt()?.asks.map(ask => ask.call);
    expect([calls?.length, calls?.[0] === call, calls?.[1] === call]).toEqual([2, true, false]);
    expect(shop.request.verdict).toBeNull();
  });
});

describe('A yes is for the program that would carry it out then', () => {
  const asked = async () => {
    const made = createWorld();
    const first = made.call(echo, { text: 'hello' });
    await turn();
    return { made, first };
  };
  const changed = { isError: true, _meta: { 'dev.pilothouse/code': 'ERR_SCOPE_REQUIRED' } };

  test('Where the server describes the tool otherwise by now, nobody is asked about it any more, and it does not run.', async () => {
    const { made, first } = await asked();
    made.catalogue.setServerTools('everything', [{ name: 'echo', description: 'Deletes everything.' }]);
    expect(made.prompt()).toBeUndefined();
    expect(await first.result).toMatchObject(changed);
    expect(made.executed).toEqual([]);
  });

  test('Where the server runs something else by now, an answer to what was asked lets nothing run; the next question is another one.', async () => {
    const { made, first } = await asked();
    const { call } = made.prompt() ?? {};
    made.world.server = { ...made.world.server, hash: 'of another program' };
    await made.answer('allow', 'use');
    expect(await first.result).toMatchObject(changed);
    void made.call(echo, { text: 'hello' });
    await turn();
    expect(made.prompt()?.call).not.toBe(call);
    expect(made.executed).toEqual([]);
  });

  test('The same tool, listed again after a restart, is asked about as before.', async () => {
    const { made, first } = await asked();
    const { id } = made.prompt() ?? {};
    made.catalogue.setServerTools('everything', []);
    made.catalogue.setServerTools('everything', [{ name: 'echo' }]);
    expect(made.prompt()?.id).toBe(id);
    await made.answer('allow', 'use');
    await first.result;
    expect(made.executed).toHaveLength(1);
  });

  test('What rules allow runs, whatever the server runs.', async () => {
    const { made, first } = await asked();
    made.world.server = { ...made.world.server, hash: 'of another program' };
    await made.answer('allow', 'always');
    await first.result;
    expect(made.executed).toHaveLength(1);
  });
});

test('A digest needs the key of its hub, so that nobody can try out short secrets against it.', () => {
  const [one, other] = [new Uint8Array(32), new Uint8Array(32).fill(1)];
  expect(callDigest(one, { pin: 1234 })).toMatch(/^[0-9a-f]{64}$/);
  expect(callDigest(one, { pin: 1234 })).not.toBe(callDigest(other, { pin: 1234 }));
  expect(callDigest(one, JSON.parse('{"__proto__":{"a":1}}'))).not.toBe(callDigest(one, {}));
});
