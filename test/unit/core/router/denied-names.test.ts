// What a call that a rule denied was about: named to the user, and to its agent only where that may read it by itself.
import { describe, expect, test } from 'vitest';
import { agentId, buildClient, buildReportedTab } from '../../../support/hub-fixtures.ts';
import { createWorld } from './router-world.ts';
import type { Scope } from '../../../../contract/permissions.ts';
import type { CallDescription } from '../../../../contract/schemas/permissions.ts';
import type { Described } from '../../../../electron/core/router/call-description.ts';

const site = 'https://example.com';
const bank = 'https://bank.example';
const click = { action: 'left_click', coordinate: [1, 2], tabId: 42 };
const save = { role: 'button', name: 'Save', frame: null, isInView: true };
const facts = { element: 'button “Save”', title: 'Orders' };
const told = 'It was about "button “Save”" on the page "Orders".';

type Rule = readonly [effect: 'allow' | 'deny', scope: Scope, origin: string];

function described(elements: CallDescription['elements'] = [save]): Described {
  const shown = { act: 'left_click', title: 'Orders', elements, more: 0, untold: null, hasPicture: false } as const;
  return { shown, keys: elements.map(() => 'k1'), picture: null, document: 'd1' };
}

const rulesOf = (rules: readonly Rule[]) =>
  rules.map(([effect, scope, origin]) => ({
    ...{
      effect,
      scope,
      resource: { kind: 'site' as const, origin },
      subject: { kind: 'client' as const, id: buildClient().id },
    },
    ...{ agentId: null, tab: null, tools: null, reading: false, lifetime: 'always' as const },
  }));

/** A click that a rule denies, beside other rules. */
async function denied(rules: readonly Rule[], seen: Described | null = described()) {
  const made = createWorld();
  made.tabs.report('b1', [buildReportedTab({ url: `${site}/orders` })]);
  const asks: string[] = [];
  made.world.describe = async (_call, _args, _request, wants) => {
    asks.push(wants);
    return seen;
  };
  await made.grants.addAll(rulesOf([['deny', 'browser:activeTab.interact', site], ...rules]));
  const { result, request } = made.call('computer', click, agentId);
  const answer = JSON.stringify((await result).content);
  return { ...made, answer, asks, verdict: request.verdict };
}

describe('A call that a rule denies', () => {
  test('is named in trace and audit, without a picture and without a question.', async () => {
    const { asks, audit, verdict, executed, prompt } = await denied([]);
    expect(asks).toEqual(['words']);
    expect(audit).toMatchObject([{ outcome: 'deny', place: facts, why: { kind: 'denied', ...facts } }]);
    expect(verdict).toMatchObject({ why: { kind: 'denied', ...facts } });
    expect([executed, prompt()]).toEqual([[], undefined]);
  });

  test.each([
    ['nobody has decided whether it may read the page', []],
    ['a rule denies it to read the page', [['deny', 'browser:activeTab.read', site]]],
    ['it may read other pages', [['allow', 'browser:activeTab.read', bank]]],
  ] as [string, Rule[]][])('says nothing of its page to its agent where %s.', async (_, rules) => {
    expect((await denied(rules)).answer).not.toMatch(/Save|Orders|button/);
  });

  test('is named to an agent that may read the page.', async () => {
    const { answer } = await denied([['allow', 'browser:activeTab.read', site]]);
    expect(JSON.parse(answer)[0].text).toContain(told);
  });

  test('in a frame is named to an agent only where it may read the frame too.', async () => {
    const framed = described([{ ...save, frame: bank }]);
    const page: Rule = ['allow', 'browser:activeTab.read', site];
    expect((await denied([page], framed)).answer).not.toMatch(/Save|Orders/);
    const both = await denied([page, ['allow', 'browser:activeTab.read', bank]], framed);
    expect(JSON.parse(both.answer)[0].text).toContain(told);
  });

  test('names nothing of the page that was asked about once its tab is at another one, which its agent may read.', async () => {
    const made = createWorld();
    made.tabs.report('b1', [buildReportedTab({ url: `${site}/orders` })]);
    made.world.describe = async () => described();
    const { result } = made.call('computer', click, agentId);
    await expect.poll(() => made.prompt()).toBeDefined();
    made.tabs.report('b1', [buildReportedTab({ url: `${bank}/` })]);
    await made.grants.addAll(
      rulesOf([
        ['deny', 'browser:activeTab.interact', bank],
        ['allow', 'browser:activeTab.read', bank],
      ]),
    );
    const answer = JSON.stringify((await result).content);
    expect(answer).toContain('ERR_PERMISSION_DENIED');
    expect(answer).not.toMatch(/Save|Orders/);
    expect(JSON.stringify(made.audit)).not.toContain('Save');
  });

  test('is refused all the same where nothing could be told.', async () => {
    const { answer, audit, executed } = await denied([['allow', 'browser:activeTab.read', site]], null);
    expect(answer).toContain('ERR_PERMISSION_DENIED');
    expect(answer).not.toContain('It was about');
    expect(audit).toMatchObject([{ outcome: 'deny' }]);
    expect(executed).toEqual([]);
  });
});
