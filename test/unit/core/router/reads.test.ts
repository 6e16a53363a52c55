// Requests to servers that are no calls of tools: reading is for every approved client, what is not known needs what a call needs.
import { describe, expect, test } from 'vitest';
import { buildAgent, buildClient, buildGrant, buildRequest } from '../../../support/hub-fixtures.ts';
import { createWorld, turn } from './router-world.ts';

function createReader() {
  const made = createWorld();
  const request = (method: string) => buildRequest({ method, params: { uri: 'x:1' }, seq: 1 });
  const passing = (method: string) => ({
    serverId: 'everything',
    method,
    params: { uri: 'x:1' },
    request: request(method),
  });
  const read = (method = 'resources/read') => {
    const way = passing(method);
    return {
      way,
      done: made.router.read(
        () => buildAgent(),
        way,
        async () => ({ contents: [] }),
      ),
    };
  };
  const act = (method: string) => {
    const way = passing(method);
    return {
      way,
      done: made.router.act(
        () => buildAgent(),
        way,
        async () => ({ acted: true }),
      ),
    };
  };
  return { ...made, read, act };
}

describe('Reading', () => {
  test.each(['ask', 'own-tabs', 'read-only'] as const)(
    'A client that starts with %s reads without a question; it stands in the audit.',
    async start => {
      const { world, read, audit, prompt } = createReader();
      world.client = buildClient({ start });
      const { way, done } = read();
      expect(await done).toEqual({ contents: [] });
      expect(prompt()).toBeUndefined();
      expect(way.request.verdict).toMatchObject({ outcome: 'ok', rule: 'approved client' });
      expect(audit).toMatchObject([
        { what: 'everything/resources/read', where: 'server everything', rule: 'approved client', outcome: 'allow' },
      ]);
    },
  );

  test('It goes on while the user allows reading only.', async () => {
    const { world, read } = createReader();
    world.mode = 'read-only';
    expect(await read('prompts/get').done).toEqual({ contents: [] });
  });

  test.each([
    ['stopped', 'ERR_PAUSED', 'mode: stopped'],
    ['revoked', 'ERR_PERMISSION_DENIED', 'client revoked'],
  ] as const)('It is refused when the client is %s, and reaches no server.', async (how, code, rule) => {
    const { world, read, audit } = createReader();
    if (how === 'stopped') world.mode = 'stopped';
    else world.client = null;
    const { way, done } = read();
    await expect(done).rejects.toMatchObject({ code });
    expect(way.request.verdict).toMatchObject({ outcome: 'refused', code, rule });
    expect(audit).toMatchObject([{ rule, outcome: 'deny' }]);
  });

  test.each([
    ['every tool of the server', null, 'ERR_PERMISSION_DENIED'],
    ['one tool of the server', ['everything/echo'], null],
  ] as const)('A client that may not call %s: %j, %j.', async (_, tools, code) => {
    const { read, grants } = createReader();
    const resource = { kind: 'server', serverId: 'everything' } as const;
    await grants.add(buildGrant({ effect: 'deny', scope: 'servers:call', tools: tools && [...tools], resource }));
    const done = read().done;
    if (code) await expect(done).rejects.toMatchObject({ code });
    else expect(await done).toEqual({ contents: [] });
  });
});

describe('A method that is not known', () => {
  test('It asks the user, as a call does, and is carried out once allowed.', async () => {
    const { act, prompt, answer } = createReader();
    const { done } = act('vendor/launch');
    await turn();
    expect(prompt()).toMatchObject({ scope: 'servers:call', tool: 'everything/vendor/launch' });
    await answer('allow', 'use');
    expect(await done).toEqual({ acted: true });
  });

  test('It is refused while the user allows reading only.', async () => {
    const { act, world } = createReader();
    world.mode = 'read-only';
    await expect(act('vendor/launch').done).rejects.toMatchObject({ code: 'ERR_READ_ONLY' });
  });
});
