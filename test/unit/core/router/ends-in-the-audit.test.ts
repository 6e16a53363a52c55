// The audit tells of a call that had been allowed whether it was carried out; a frame's rules and questions are told as the frame's.
import { describe, expect, test } from 'vitest';
import { HubError } from '../../../../contract/errors.ts';
import { AnsweredError } from '../../../../electron/core/wire/rpc-error.ts';
import { createWorld, doneResult, turn } from './router-world.ts';
import type { Scope } from '../../../../contract/permissions.ts';
import type { TabMoved } from '../../../../contract/schemas/companion.ts';

const shop = 'https://example.com';
const bank = 'https://bank.example';
const click = { action: 'left_click', coordinate: [1, 1], tabId: 42 };
const acts = 'browser:activeTab.interact';
const reads = 'browser:activeTab.read';

function moved(details: Partial<TabMoved> = {}): HubError {
  const said = { url: `${bank}/`, origin: bank, begun: false, ...details };
  return new HubError('ERR_TAB_MOVED', 'It moved.', { details: said });
}

function createShop() {
  const made = createWorld();
  const rule = (effect: 'allow' | 'deny', scope: Scope, origin: string) =>
    made.grants.add({
      effect,
      scope,
      subject: { kind: 'client', id: 'claude-code-1a2b3c' },
      lifetime: 'always',
      tools: null,
      reading: false,
      resource: { kind: 'site', origin },
      agentId: null,
      tab: null,
    });
  /** What the audit has of each call, with the number of the entry that a later one speaks of. */
  const lines = () => made.audit.map(({ where, rule: by, outcome, decision }) => [outcome, by, where, decision]);
  const failOnce = (error: Error) => {
    let failed = false;
    made.world.execute = async ({ onSent }) => {
      onSent();
      if (failed) return doneResult;
      failed = true;
      throw error;
    };
  };
  return { ...made, rule, lines, failOnce };
}

describe('A call that had been allowed and was not carried out', () => {
  test('because its tab had moved is told as dropped, under the decision that had allowed it.', async () => {
    const { rule, failOnce, call, lines } = createShop();
    await rule('allow', acts, shop);
    failOnce(moved());
    await call('computer', click).result;
    expect(lines()).toEqual([
      ['allow', 'grant 1', `tab 42, ${shop}`, undefined],
      ['dropped', 'tab-moved', `tab 42, ${shop}`, 1],
    ]);
  });

  test('is decided anew for the new address where it reads, and that decision is an entry of its own.', async () => {
    for (const effect of ['allow', 'deny'] as const) {
      const { rule, failOnce, call, lines } = createShop();
      await rule('allow', reads, shop);
      await rule(effect, reads, bank);
      failOnce(moved());
      await call('get_page_text', { tabId: 42 }).result;
      expect(lines()).toEqual([
        ['allow', 'grant 1', `tab 42, ${shop}`, undefined],
        ['dropped', 'tab-moved', `tab 42, ${shop}`, 1],
        [effect, 'grant 2', `tab 42, ${bank}`, undefined],
      ]);
    }
  });

  test('is told as stopped where its page was left while it was carried out.', async () => {
    const { rule, failOnce, call, lines } = createShop();
    await rule('allow', acts, shop);
    failOnce(moved({ begun: true }));
    await call('computer', click).result;
    expect(lines().at(-1)).toEqual(['stopped', 'tab-moved', `tab 42, ${shop}`, 1]);
  });

  test.each([
    ['dropped', false],
    ['stopped', true],
  ])('is told as %s when a pause ends it, as its browser says in the end.', async (outcome, begun) => {
    const { rule, world, call, underWay, lines } = createShop();
    await rule('allow', acts, shop);
    let answer: (error: Error) => void = () => {};
    world.execute = ({ onSent }) => {
      onSent();
      return new Promise((_, reject) => (answer = reject));
    };
    const { result } = call('computer', click);
    await turn();
    world.mode = 'stopped';
    underWay.recheck();
    expect(await result).toMatchObject({ isError: true });
    expect(lines()).toHaveLength(1);
    answer(new HubError('ERR_CANCELLED', 'Cancelled.', { details: { begun } }));
    await turn();
    expect(lines().at(-1)).toEqual([outcome, 'mode stopped', `tab 42, ${shop}`, 1]);
  });

  test('is told as dropped when its asker leaves before it was sent, and as stopped afterwards.', async () => {
    for (const isSent of [false, true]) {
      const { rule, world, call, lines } = createShop();
      await rule('allow', acts, shop);
      world.execute = ({ onSent, signal }) => {
        if (isSent) onSent();
        return new Promise((_, reject) =>
          signal.addEventListener('abort', () => reject(new HubError('ERR_CANCELLED', 'Cancelled.'))),
        );
      };
      const { result, cancel } = call('computer', click);
      await turn();
      cancel();
      await expect(result).rejects.toMatchObject({ code: 'ERR_CANCELLED' });
      expect(lines().at(-1)).toEqual([isSent ? 'stopped' : 'dropped', 'cancelled', `tab 42, ${shop}`, 1]);
    }
  });

  test('because its rules ended while it waited for its server is told as dropped.', async () => {
    const { world, call, answer, lines } = createShop();
    world.execute = async ({ expectAllowed }) => {
      world.mode = 'stopped';
      expectAllowed();
      return doneResult;
    };
    const { request, result } = call('everything__echo');
    await turn();
    await answer('allow', 'always');
    await result;
    expect(lines().slice(-1)).toEqual([['dropped', 'mode stopped', 'server everything', 1]]);
    expect(request.verdict).toMatchObject({ outcome: 'refused', rule: 'mode stopped' });
  });
});

test('A call that its target answers, well or with an error, leaves the one entry of its decision.', async () => {
  for (const end of [null, new AnsweredError('ERR_TOOL_FAILED', { code: -32_603, message: 'No such field.' }, {})]) {
    const { rule, world, call, lines } = createShop();
    await rule('allow', acts, shop);
    world.execute = async ({ onSent }) => {
      onSent();
      if (end) throw new HubError(end.code, end.message, end.data);
      return doneResult;
    };
    await call('computer', click).result;
    expect(lines()).toEqual([['allow', 'grant 1', `tab 42, ${shop}`, undefined]]);
  }
});

describe('Where a frame of another site takes what is meant for the page', () => {
  const frame = moved({ inFrame: true });

  test('a refusal for the frame names the frame, and the call is told as dropped.', async () => {
    const { rule, failOnce, call, lines } = createShop();
    await rule('allow', acts, shop);
    await rule('deny', acts, bank);
    failOnce(frame);
    const { request, result } = call('computer', click);
    expect(JSON.stringify(await result)).toContain(`in a frame of ${bank}`);
    expect(request.verdict).toMatchObject({ outcome: 'refused', rule: 'grant 2' });
    expect(request.verdict?.reason).toContain(`in a frame of ${bank}`);
    expect(lines()).toEqual([
      ['allow', 'grant 1', `tab 42, ${shop}`, undefined],
      ['deny', 'grant 2', `tab 42, a frame of ${bank}`, undefined],
      ['dropped', 'other-frame', `tab 42, ${shop}`, 1],
    ]);
  });

  test('a rule for the frame that ends on the way is named with the frame.', async () => {
    const { rule, world, call, underWay, lines } = createShop();
    await rule('allow', acts, shop);
    await rule('allow', acts, bank);
    let attempts = 0;
    world.execute = ({ onSent, signal }) => {
      onSent();
      attempts += 1;
      if (attempts === 1) return Promise.reject(frame);
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    };
    const { request, result } = call('computer', click);
    await turn();
    await rule('deny', acts, bank);
    underWay.recheck();
    expect(JSON.stringify(await result)).toContain(`in a frame of ${bank}`);
    expect(request.verdict).toMatchObject({ outcome: 'refused', rule: 'grant 3' });
    await turn();
    expect(lines().slice(1)).toEqual([
      ['allow', 'grant 2', `tab 42, a frame of ${bank}`, undefined],
      ['stopped', 'grant 3', `tab 42, ${shop}`, 1],
      ['stopped', 'grant 3', `tab 42, a frame of ${bank}`, 2],
    ]);
  });

  test('the question names the frame, and the time that it waited stands in the verdict.', async () => {
    const { rule, world, failOnce, call, prompt, answer, lines } = createShop();
    await rule('allow', acts, shop);
    failOnce(frame);
    const { request, result } = call('computer', click);
    await turn();
    expect(prompt()).toMatchObject({
      asks: [{ where: { kind: 'at-tab', tab: 42, site: bank, inFrame: true, page: shop, browser: 'Work' } }],
    });
    world.now += 4_000;
    await answer('allow', 'always', 'site');
    expect(await result).toEqual(doneResult);
    expect(request.verdict).toMatchObject({ outcome: 'ok', waitedMs: 4_000 });
    expect(lines().map(([outcome]) => outcome)).toEqual(['allow', 'allow']);
  });

  test('the time is kept as well where the frame is refused after a question about the page.', async () => {
    const { world, failOnce, call, answer } = createShop();
    failOnce(frame);
    const { request, result } = call('computer', click);
    await turn();
    world.now += 3_000;
    await answer('allow', 'always', 'site');
    await turn();
    world.now += 2_000;
    await answer('deny', 'use');
    expect(await result).toMatchObject({ isError: true });
    expect(request.verdict).toMatchObject({ outcome: 'refused', waitedMs: 5_000 });
  });
});
