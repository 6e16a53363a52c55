// What an agent wants of the hub beside tools, as the gates judge it.
import { expect, test } from 'vitest';
import { runGates } from '../../../../electron/core/gates/gates.ts';
import { noRules } from '../../../../electron/core/permissions/rule-index.ts';
import { unlimited } from '../../../../electron/core/router/plan-call.ts';
import { planUse } from '../../../../electron/core/router/plan-use.ts';
import { buildAgent, buildClient, buildGrant, buildRequest, noon, rulesOf } from '../../../support/hub-fixtures.ts';
import type { Grant } from '../../../../contract/schemas/permissions.ts';
import type { HubView } from '../../../../electron/core/router/plan-call.ts';
import type { HubUse } from '../../../../electron/core/router/plan-use.ts';

const agent = buildAgent();
const chat = { scope: 'model:prompt', id: 'models/chat', what: { kind: 'at-model', model: null } } as const;
const page = {
  scope: 'browser:script',
  id: 'harbor/browser.getCookies',
  what: { kind: 'at-own-browser', method: 'browser.getCookies', url: null },
} as const;

function verdict(use: Pick<HubUse, 'scope' | 'id' | 'what'>, grants: readonly Grant[] = [], more: object = {}) {
  const view = {
    ...{ mode: () => 'running', now: () => noon, client: () => buildClient({ id: agent.clientId }) },
    ...{ grants: () => rulesOf(grants), policy: () => noRules, limits: () => unlimited },
    ...more,
  } as unknown as HubView;
  return runGates(planUse(view, agent, { ...use, params: {}, request: buildRequest() })).kind;
}

const allowed = (scope: Grant['scope'], tools: readonly string[] | null = null) =>
  buildGrant({
    scope,
    tools: tools && [...tools],
    subject: { kind: 'client', id: agent.clientId },
    resource: { kind: 'any' },
  });

test('a model is asked about whatever its client may read, until the user lets it', () => {
  expect(verdict(chat)).toBe('ask');
  const reading = { client: () => buildClient({ id: agent.clientId, start: 'read-only' }) };
  expect(verdict(chat, [], reading)).toBe('ask');
  expect(verdict(chat, [allowed('model:prompt')])).toBe('pass');
});

test('all of it waits while all is paused, and is refused without a credential', () => {
  expect(verdict(chat, [allowed('model:prompt')], { mode: () => 'paused' })).toBe('wait');
  expect(verdict(chat, [allowed('model:prompt')], { mode: () => 'stopped' })).toBe('deny');
  expect(verdict(chat, [allowed('model:prompt')], { client: () => null })).toBe('deny');
});

test('what reaches into the browser of the extension is let pass by a rule that names it, and by no wider one', () => {
  expect(verdict(page, [allowed('browser:script')])).toBe('ask');
  expect(verdict(page, [allowed('browser:script', ['harbor/browser.capturePage'])])).toBe('ask');
  expect(verdict(page, [allowed('browser:script', [page.id])])).toBe('pass');
});
