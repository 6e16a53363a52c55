// What an agent uses of the hub itself may go on for long: it ends when what let it pass does.
import { expect, test } from 'vitest';
import { buildAgent, buildClient, buildGrant, buildRequest } from '../../../support/hub-fixtures.ts';
import { createWorld } from './router-world.ts';

const use = { scope: 'model:prompt', id: 'models/chat', what: { kind: 'at-model', model: null }, params: {} } as const;

async function createUser() {
  const made = createWorld();
  const subject = { kind: 'client', id: buildClient().id } as const;
  const { id } = await made.grants.add(buildGrant({ subject, scope: use.scope, resource: { kind: 'any' } }));
  const asker = new AbortController();
  const begun: AbortSignal[] = [];
  const request = buildRequest({ method: 'chat', signal: asker.signal });
  const answer = made.router.use(
    () => buildAgent(),
    { ...use, request },
    (expectAllowed, signal) => {
      expectAllowed();
      begun.push(signal);
      return new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('ended'))));
    },
  );
  while (begun.length === 0) await new Promise(resolve => setImmediate(resolve));
  return { ...made, grantId: id, answer, asker, signal: begun[0] };
}

test('It is cancelled, and its asker told, as soon as the permission for it is revoked.', async () => {
  const { grants, grantId, underWay, answer, signal } = await createUser();
  underWay.recheck();
  expect(signal?.aborted).toBe(false);
  await grants.revoke(grantId);
  underWay.recheck();
  expect(await answer).toMatchObject({ kind: 'refusal' });
  expect(signal?.aborted).toBe(true);
});

test('It is cancelled when its asker leaves.', async () => {
  const { asker, answer, signal } = await createUser();
  asker.abort();
  expect(await answer).toMatchObject({ kind: 'failure', error: { message: 'ended' } });
  expect(signal?.aborted).toBe(true);
});
