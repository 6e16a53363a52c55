// The grant that is kept of an answer.
import { describe, expect, test } from 'vitest';
import { grantOf } from '../../../../electron/core/permissions/answer.ts';
import { agentId, buildQuestion, noon } from '../../../support/hub-fixtures.ts';
import type { Prompt } from '../../../../electron/contract/permissions.ts';

const prompt: Prompt = { ...buildQuestion(), id: '1', askedAt: noon, expiresAt: noon + 120_000, calls: 1 };
const kept = {
  clientId: prompt.clientId,
  scope: 'browser:navigate',
  resource: { kind: 'any' },
  tools: null,
  agentId: null,
  tab: null,
};

describe('grantOf', () => {
  test('Nothing is kept of an answer for this use only.', () => {
    expect(grantOf(prompt, { effect: 'allow', lifetime: 'use' })).toBeNull();
  });

  test('An answer for ten minutes ends with the tab that was asked about.', () => {
    expect(grantOf(prompt, { effect: 'allow', lifetime: 'once' })).toEqual({
      ...kept,
      effect: 'allow',
      lifetime: 'once',
      tab: { browserId: 'b1', tabId: 42 },
    });
  });

  test('An answer until the agent leaves is bound to that agent.', () => {
    expect(grantOf(prompt, { effect: 'deny', lifetime: 'agent' })).toEqual({
      ...kept,
      effect: 'deny',
      lifetime: 'agent',
      agentId,
    });
  });

  test('An answer for ever belongs to the client alone.', () => {
    expect(grantOf(prompt, { effect: 'allow', lifetime: 'always' })).toEqual({
      ...kept,
      effect: 'allow',
      lifetime: 'always',
    });
  });
});
