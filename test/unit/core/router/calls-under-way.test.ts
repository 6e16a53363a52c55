// What allowed a call may end while the call is under way: it is stopped then, and answered with what a gate says.
import { expect, test } from 'vitest';
import { HubError } from '../../../../contract/errors.ts';
import { CallsUnderWay, Withdrawn } from '../../../../electron/core/router/calls-under-way.ts';
import { buildReportedTab, otherAgentId } from '../../../support/hub-fixtures.ts';
import { createWorld, doneResult, turn } from './router-world.ts';

const click = { action: 'left_click', coordinate: [1, 1], tabId: 42 };
const refusal = { kind: 'mode', mode: 'paused', of: 'all', tool: 'computer' } as const;

/** A call that an answer for this use has allowed and that is being carried out until `finish`. */
async function callUnderWay() {
  const made = createWorld();
  let finish: () => void = () => {};
  made.world.execute = () => new Promise(resolve => (finish = () => resolve(doneResult)));
  const { request, result } = made.call('computer', click);
  await turn();
  await made.answer('allow', 'always');
  await turn();
  expect(made.executed).toHaveLength(1);
  return { ...made, request, result, finish: () => finish() };
}

test('What ends stops the work and is the answer; what does not end lets it be.', async () => {
  const calls = new CallsUnderWay();
  let isOver = false;
  const asker = new AbortController();
  const work = (signal: AbortSignal) =>
    new Promise<string>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  const result = calls.carryOut(() => (isOver ? refusal : null), asker.signal, work);
  calls.recheck();
  isOver = true;
  calls.recheck();
  await expect(result).rejects.toEqual(new Withdrawn(refusal));
});

test('Its own time ends it at once, also where its target still says how far it came; an asker that leaves waits for that.', async () => {
  const calls = new CallsUnderWay();
  const silent = () => new Promise<string>(() => {});
  const deadline = new AbortController();
  const result = calls.carryOut(() => null, deadline.signal, silent);
  const over = new HubError('ERR_TOOL_TIMEOUT', 'It had 5 s.');
  deadline.abort(over);
  await expect(result).rejects.toBe(over);
  const asker = new AbortController();
  let said: (text: string) => void = () => {};
  const left = calls.carryOut(
    () => null,
    asker.signal,
    () => new Promise<string>(resolve => (said = resolve)),
  );
  asker.abort();
  said('It is done.');
  expect(await left).toBe('It is done.');
});

test('An answer that comes in spite of it is withheld.', async () => {
  const calls = new CallsUnderWay();
  const result = calls.carryOut(
    () => refusal,
    new AbortController().signal,
    async () => {
      calls.recheck();
      return 'the secret';
    },
  );
  await expect(result).rejects.toBeInstanceOf(Withdrawn);
});

test('A revoked grant ends a call that it had allowed, in trace and audit too.', async () => {
  const { grants, result, request, audit, underWay } = await callUnderWay();
  for (const { id } of grants.all()) await grants.revoke(id);
  underWay.recheck();
  expect(await result).toMatchObject({ isError: true, _meta: { 'dev.pilothouse/code': 'ERR_SCOPE_REQUIRED' } });
  expect(request.verdict).toMatchObject({ outcome: 'refused', rule: 'not-allowed-any-more' });
  expect(audit.at(-1)).toMatchObject({ outcome: 'dropped', rule: 'not-allowed-any-more', decision: 1 });
});

test('A tab that is given to another agent ends the calls of the one before.', async () => {
  const { tabs, result, underWay } = await callUnderWay();
  tabs.giveTo(otherAgentId, 'b1', 42);
  underWay.recheck();
  expect(await result).toMatchObject({ _meta: { 'dev.pilothouse/code': 'ERR_NOT_OWNER' } });
});

test('A tab that closes ends nothing here, for the call may have closed it; nor does one that goes to another page.', async () => {
  for (const reported of [[], [buildReportedTab({ url: 'https://elsewhere.example/' })]]) {
    const { tabs, result, underWay, finish } = await callUnderWay();
    tabs.report('b1', reported);
    underWay.recheck();
    finish();
    expect(await result).toMatchObject(doneResult);
  }
});

test('A tool that is switched off while its call waits for the user is not carried out.', async () => {
  const made = createWorld();
  const { result } = made.call('everything__echo', {});
  await turn();
  made.catalogue.setServerTools('everything', []);
  await made.answer('allow', 'always');
  expect(await result).toMatchObject({ isError: true, _meta: { 'dev.pilothouse/code': 'ERR_TOOL_NOT_FOUND' } });
  expect(made.executed).toEqual([]);
});
