// The grants that are kept of an answer, the answers that are offered, and of whom else an answer speaks.
import { describe, expect, test } from 'vitest';
import { breadthsOf, grantsOf, speaksOf } from '../../../../electron/core/permissions/answer.ts';
import { agentId, buildQuestion, noon, otherAgentId } from '../../../support/hub-fixtures.ts';
import type { Breadth, Lifetime } from '../../../../contract/permissions.ts';
import type { Prompt } from '../../../../contract/schemas/permissions.ts';
import type { Question } from '../../../../electron/core/permissions/answer.ts';

const promptOf = (fields: Partial<Question> = {}): Prompt => ({
  ...buildQuestion(fields),
  id: '1',
  askedAt: noon,
  expiresAt: noon + 120_000,
  calls: 1,
  asks: [],
});
const prompt = promptOf();
const ofServer = promptOf({
  scope: 'servers:call',
  tool: 'everything/echo',
  resource: { kind: 'server', serverId: 'everything' },
  site: null,
  tab: null,
});
const kept = {
  subject: prompt.subject,
  scope: 'browser:navigate',
  resource: { kind: 'any' },
  tools: null,
  reading: false,
  agentId: null,
  tab: null,
};
const grants = (asked: Prompt, lifetime: Lifetime, breadth: Breadth, effect: 'allow' | 'deny' = 'allow') =>
  grantsOf(asked, { effect, lifetime, breadth });

describe('How long', () => {
  test('Nothing is kept of an answer for this use only.', () => {
    expect(grants(prompt, 'use', 'scope')).toEqual([]);
  });

  test('An answer for ten minutes ends with the tab that was asked about.', () => {
    const tab = { browserId: 'b1', tabId: 42 };
    expect(grants(prompt, 'once', 'scope')).toEqual([{ ...kept, effect: 'allow', lifetime: 'once', tab }]);
  });

  test('An answer until the agent leaves is bound to that agent.', () => {
    expect(grants(prompt, 'agent', 'scope', 'deny')).toEqual([{ ...kept, effect: 'deny', lifetime: 'agent', agentId }]);
  });

  test.each(['lock', 'always'] as const)('An answer for %s belongs to its subject alone.', lifetime => {
    expect(grants(prompt, lifetime, 'scope')).toEqual([{ ...kept, effect: 'allow', lifetime }]);
  });

  test.each(['once', 'agent', 'lock', 'always'] as const)(
    'A denial for %s is kept exactly as an allowance is.',
    how => {
      expect(grants(prompt, how, 'site', 'deny')).toEqual(
        grants(prompt, how, 'site').map(grant => ({ ...grant, effect: 'deny' })),
      );
    },
  );
});

describe('How much', () => {
  const site = { kind: 'site', origin: 'https://example.com' };

  test('"This tool" is the tool on the site that was asked about.', () => {
    expect(grants(prompt, 'always', 'tool')).toMatchObject([{ tools: ['navigate'], resource: site }]);
  });

  test('"This tool" of a server is the tool of that server.', () => {
    expect(grants(ofServer, 'always', 'tool')).toMatchObject([
      { tools: ['everything/echo'], resource: ofServer.resource, scope: 'servers:call' },
    ]);
  });

  test('"This site" is the whole scope on it.', () => {
    expect(grants(prompt, 'always', 'site')).toMatchObject([{ tools: null, resource: site }]);
  });

  test('"All reading" of a server is its reading tools, also those that come later.', () => {
    expect(grants(ofServer, 'always', 'reading')).toMatchObject([
      { tools: null, reading: true, resource: ofServer.resource, scope: 'servers:call' },
    ]);
  });

  test('"All reading" of a page is every scope of the browser that reads, on that site.', () => {
    const read = promptOf({ scope: 'browser:activeTab.read', readOnly: true });
    expect(grants(read, 'always', 'reading').map(({ scope, resource }) => [scope, resource])).toEqual([
      ['browser:activeTab.read', site],
      ['browser:activeTab.screenshot', site],
      ['browser:tabs.read', site],
    ]);
  });

  test('The answer to a page is kept for its web origin.', () => {
    const subject = { kind: 'origin', id: 'https://app.example' } as const;
    expect(grants(promptOf({ subject }), 'always', 'scope')).toMatchObject([{ subject }]);
  });

  test.each([
    [{ readOnly: false, site: null }, ['tool', 'scope']],
    [{ readOnly: true, site: null }, ['tool', 'reading', 'scope']],
    [{ readOnly: false, site: 'https://example.com' }, ['tool', 'site', 'scope']],
    [{ readOnly: true, site: 'https://example.com' }, ['tool', 'reading', 'site', 'scope']],
  ])('Of %j the answers are %j.', (question, breadths) => {
    expect(breadthsOf(question)).toEqual(breadths);
  });
});

describe('Of whom else', () => {
  const speaks = (lifetime: Lifetime, breadth: Breadth, other: Partial<Question>) =>
    speaksOf(prompt, { effect: 'allow', lifetime, breadth }, buildQuestion(other));

  test.each<[Lifetime, Breadth, Partial<Question>, boolean]>([
    ['use', 'scope', {}, true],
    ['use', 'scope', { argumentsText: '{"url":"https://example.org"}' }, false],
    ['use', 'scope', { tool: 'tabs_create' }, false],
    ['agent', 'scope', { agentId: otherAgentId }, false],
    ['always', 'scope', { agentId: otherAgentId, tool: 'tabs_create', site: null }, true],
    ['always', 'tool', { argumentsText: '{}' }, true],
    ['always', 'tool', { tool: 'tabs_create' }, false],
    ['always', 'tool', { site: 'https://example.org' }, false],
    ['always', 'site', { tool: 'tabs_create' }, true],
    ['always', 'site', { site: 'https://example.org' }, false],
    ['always', 'reading', { readOnly: true }, true],
    ['always', 'reading', { readOnly: false }, false],
  ])('An answer for %s and %s speaks of a question with %j: %j.', (lifetime, breadth, other, expected) => {
    expect(speaks(lifetime, breadth, other)).toBe(expected);
  });
});
