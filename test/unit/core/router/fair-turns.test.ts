// Many calls of one agent: how few of them begin, and stand at a server, before one of another agent.
import { describe, expect, test } from 'vitest';
import { FairTurns } from '../../../../electron/core/router/fair-turns.ts';
import { FewForEach } from '../../../../electron/core/router/few-for-each.ts';
import { buildPending } from '../../../support/hub-fixtures.ts';

/** Turns of the loop that the test makes, and who began, in order. */
function createTurns() {
  const planned: (() => void)[] = [];
  const turns = new FairTurns(next => planned.push(next));
  const begun: string[] = [];
  const enter = (asker: string) => {
    const turn = turns.enter(asker);
    if (turn === null) begun.push(asker);
    else void turn.then(() => begun.push(asker));
  };
  const loop = async () => {
    for (const next of planned.splice(0)) next();
    await Promise.resolve();
  };
  return { begun, enter, loop, planned };
}

describe('Turns', () => {
  test('A few calls begin at once.', () => {
    const { begun, enter } = createTurns();
    for (let call = 0; call < 4; call += 1) enter('a');
    expect(begun).toHaveLength(4);
  });

  test('Behind 500 of one agent, another one’s begins in the next turn of the loop: with fewer than ten of the flood before it.', async () => {
    const { begun, enter, loop } = createTurns();
    for (let call = 0; call < 500; call += 1) enter('flood');
    enter('other');
    expect(begun).toHaveLength(4);
    await loop();
    expect(begun.indexOf('other')).toBeGreaterThan(0);
    expect(begun.indexOf('other')).toBeLessThan(10);
  });

  test('Several others take turns with the flood, each in its own order, and all of it begins in the end.', async () => {
    const { begun, enter, loop, planned } = createTurns();
    for (let call = 0; call < 100; call += 1) enter('flood');
    for (const asker of ['b', 'c', 'b', 'c']) enter(asker);
    await loop();
    expect(begun.slice(4)).toEqual(['flood', 'b', 'c', 'flood']);
    await loop();
    expect(begun.slice(8, 10).toSorted()).toEqual(['b', 'c']);
    while (planned.length > 0) await loop();
    expect(begun).toHaveLength(104);
  });

  test('Of calls that come one by one none waits, and only every fourth plans a turn; then nothing is planned.', async () => {
    const { begun, enter, loop, planned } = createTurns();
    for (let call = 0; call < 3; call += 1) enter('a');
    expect(planned).toEqual([]);
    enter('a');
    expect(planned).toHaveLength(1);
    await loop();
    expect(planned).toEqual([]);
    for (let call = 0; call < 4; call += 1) enter('a');
    expect(begun).toHaveLength(8);
  });

  test('The fifth that comes before a turn waits for it.', async () => {
    const { begun, enter, loop } = createTurns();
    for (let call = 0; call < 5; call += 1) enter('a');
    expect(begun).toHaveLength(4);
    await loop();
    expect(begun).toHaveLength(5);
  });
});

describe('Calls at one server', () => {
  function createAtServer() {
    const few = new FewForEach();
    const sent: string[] = [];
    const answers: ReturnType<typeof buildPending>[] = [];
    const ask = (asker: string, signal = new AbortController().signal) =>
      few.run(asker, signal, async hasWaited => {
        sent.push(`${asker}${hasWaited ? ' later' : ''}`);
        const answer = buildPending();
        answers.push(answer);
        await answer.promise;
      });
    return { sent, answers, ask };
  }

  test('Of 500 of one agent few are there before another one’s; each answer lets the next one go.', async () => {
    const { sent, answers, ask } = createAtServer();
    const flood = Array.from({ length: 500 }, () => ask('flood'));
    const other = ask('other');
    expect([sent.length, sent.indexOf('other')]).toEqual([33, 32]);
    for (let answered = 0; answered < 501; answered += 1) {
      answers[answered]?.resolve();
      await new Promise(resolve => setImmediate(resolve));
    }
    await Promise.all([...flood, other]);
    expect([sent.length, sent.filter(who => who === 'flood later').length]).toEqual([501, 468]);
  });

  test('Who leaves before its turn has never been there.', async () => {
    const { sent, answers, ask } = createAtServer();
    for (let call = 0; call < 32; call += 1) void ask('flood');
    const leaving = new AbortController();
    const left = ask('flood', leaving.signal);
    const stays = ask('flood');
    leaving.abort();
    await expect(left).rejects.toMatchObject({ code: 'ERR_CANCELLED' });
    answers[0]?.resolve();
    await expect.poll(() => sent.length).toBe(33);
    answers[32]?.resolve();
    await stays;
  });

  test('One that fails gives its place to the next.', async () => {
    const few = new FewForEach();
    const { signal } = new AbortController();
    const failed = Array.from({ length: 40 }, () => few.run('a', signal, () => Promise.reject(new Error('no'))));
    expect((await Promise.allSettled(failed)).map(({ status }) => status)).not.toContain('fulfilled');
    await expect(few.run('a', signal, async () => 'yes')).resolves.toBe('yes');
  });
});
