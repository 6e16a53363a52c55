// The tools of an extension's own browser: when they are offered to agents, and what becomes of an offer that did not come about.
import { expect, test } from 'vitest';
import { OwnTools } from '../../../../../electron/core/harbor/b/own-tools.ts';
import { buildAgent, buildRequest } from '../../../../support/hub-fixtures.ts';
import type { OfferedServer } from '../../../../../electron/core/gateway/carried-servers.ts';
import type { HarborBServices } from '../../../../../electron/core/harbor/b/harbor-b-services.ts';
import type { Act } from '../../../../../electron/core/router/router.ts';

const settled = () => new Promise(resolve => setImmediate(resolve));

function openScene() {
  const rules = { allows: true };
  const offers: OfferedServer[] = [];
  const withdrawn: string[] = [];
  const warned: unknown[] = [];
  let carry = async () => 'harbor-clock';
  const use = async (_agent: unknown, _use: unknown, act: Act<void>) => {
    const expectAllowed = () => {
      if (!rules.allows) throw new Error('refused');
    };
    try {
      await act(expectAllowed, new AbortController().signal);
      return { kind: 'result', result: undefined, rule: null, waitedMs: 0 };
    } catch (error) {
      return rules.allows ? { kind: 'failure', error, rule: null, waitedMs: 0 } : { kind: 'refusal', waitedMs: 0 };
    }
  };
  const services = {
    scripts: { serverIdOf: () => null },
    agentServices: { router: { use } },
    carried: {
      offer: (server: OfferedServer) => {
        offers.push(server);
        return carry();
      },
      withdraw: (id: string) => void withdrawn.push(id),
    },
    platform: { log: { warn: (what: unknown) => void warned.push(what) } },
  } as unknown as HarborBServices;
  const own = new OwnTools(services, () => buildAgent());
  const request = buildRequest();
  own.register('clock', [{ name: 'now' }], request);
  const fetch = async () => {
    own.fetch(request);
    await settled();
  };
  const carries = (next: () => Promise<string>) => void (carry = next);
  return { own, rules, offers, withdrawn, warned, fetch, carries };
}

test('What fails is told once and tried again at the next fetch; what is refused is not.', async () => {
  const { own, rules, offers, warned, fetch, carries } = openScene();
  carries(async () => {
    throw new Error('The disk is full.');
  });
  await fetch();
  await fetch();
  expect([offers.length, warned]).toEqual([2, [{ server: 'clock', reason: 'The disk is full.' }]]);
  rules.allows = false;
  await fetch();
  rules.allows = true;
  carries(async () => 'harbor-clock');
  await fetch();
  expect([offers.length, own.carriedId('clock')]).toEqual([2, null]);
});

test('What is refused by the time that it is written down is offered to nobody.', async () => {
  const { own, rules, withdrawn, fetch, carries } = openScene();
  carries(async () => {
    rules.allows = false;
    return 'harbor-clock';
  });
  await fetch();
  expect([own.carriedId('clock'), withdrawn]).toEqual([null, ['harbor-clock']]);
});

test('Once a server of the hub has taken its id, it is offered anew.', async () => {
  const { own, offers, fetch, carries } = openScene();
  await fetch();
  await fetch();
  expect([offers.length, own.carriedId('clock')]).toEqual([1, 'harbor-clock']);
  carries(async () => 'harbor-clock-2');
  offers[0]?.onTaken?.();
  expect(own.carriedId('clock')).toBeNull();
  await fetch();
  expect(own.carriedId('clock')).toBe('harbor-clock-2');
});
