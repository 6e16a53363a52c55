// Requests to servers that are no calls of tools: reading is for every approved client, what is not known needs what a call needs.
import { describe, expect, test } from 'vitest';
import { requestReply } from '../../../../electron/core/agent-connections/mcp-reply.ts';
import { buildAgent, buildClient, buildGrant, buildRequest } from '../../../support/hub-fixtures.ts';
import { createWorld, turn } from './router-world.ts';
import type { CallAnswer } from '../../../../electron/core/router/agent-call.ts';
import type { Verdict } from '../../../../electron/core/trace/tap.ts';

function createReader() {
  const made = createWorld();
  const verdicts: (Verdict | undefined)[] = [];
  const request = (method: string) => buildRequest({ method, params: { uri: 'x:1' }, seq: 1 });
  const passing = (method: string) => ({
    serverId: 'everything',
    method,
    params: { uri: 'x:1' },
    request: request(method),
  });
  /** What comes back to the peer of the agent. */
  const ended = async (answer: Promise<CallAnswer<unknown>>) => {
    const reply = requestReply(await answer);
    verdicts.push(reply.verdict);
    if ('error' in reply) throw reply.error;
    return reply.result;
  };
  const read = (method = 'resources/read') =>
    ended(made.router.read(buildAgent, passing(method), async () => ({ contents: [] })));
  const act = (method: string) => ended(made.router.act(buildAgent, passing(method), async () => ({ acted: true })));
  return { ...made, read, act, verdicts };
}

describe('Reading', () => {
  test.each(['ask', 'own-tabs', 'read-only'] as const)(
    'A client that starts with %s reads without a question; it stands in the audit.',
    async start => {
      const { world, read, audit, prompt, verdicts } = createReader();
      world.client = buildClient({ start });
      expect(await read()).toEqual({ contents: [] });
      expect(prompt()).toBeUndefined();
      expect(verdicts[0]).toMatchObject({ outcome: 'ok', rule: 'approved-client' });
      expect(audit).toMatchObject([
        { what: 'everything/resources/read', where: 'server everything', rule: 'approved-client', outcome: 'allow' },
      ]);
    },
  );

  test('It goes on while the user allows reading only.', async () => {
    const { world, read } = createReader();
    world.mode = 'read-only';
    expect(await read('prompts/get')).toEqual({ contents: [] });
  });

  test.each([
    ['stopped', 'ERR_PAUSED', 'mode stopped'],
    ['revoked', 'ERR_PERMISSION_DENIED', 'client-revoked'],
  ] as const)('It is refused when the client is %s, and reaches no server.', async (how, code, rule) => {
    const { world, read, audit, verdicts } = createReader();
    if (how === 'stopped') world.mode = 'stopped';
    else world.client = null;
    await expect(read()).rejects.toMatchObject({ code });
    expect(verdicts[0]).toMatchObject({ outcome: 'refused', code, rule });
    expect(audit).toMatchObject([{ rule, outcome: 'deny' }]);
  });

  test.each([
    ['every tool of the server', null, 'ERR_PERMISSION_DENIED'],
    ['one tool of the server', ['everything/echo'], null],
  ] as const)('A client that may not call %s: %j, %j.', async (_, tools, code) => {
    const { read, grants } = createReader();
    const resource = { kind: 'server', serverId: 'everything' } as const;
    await grants.add(buildGrant({ effect: 'deny', scope: 'servers:call', tools: tools && [...tools], resource }));
    const done = read();
    if (code) await expect(done).rejects.toMatchObject({ code });
    else expect(await done).toEqual({ contents: [] });
  });
});

describe('A method that is not known', () => {
  test('It asks the user, as a call does, and is carried out once allowed.', async () => {
    const { act, prompt, answer } = createReader();
    const done = act('vendor/launch');
    await turn();
    expect(prompt()).toMatchObject({ scope: 'servers:call', tool: 'everything/vendor/launch' });
    await answer('allow', 'use');
    expect(await done).toEqual({ acted: true });
  });

  test('It is refused while the user allows reading only.', async () => {
    const { act, world } = createReader();
    world.mode = 'read-only';
    await expect(act('vendor/launch')).rejects.toMatchObject({ code: 'ERR_READ_ONLY' });
  });
});
