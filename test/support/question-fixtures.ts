// Typed builders for what the user is asked: each makes a whole question with sensible values, of which a test names what it is about.
import { noon } from './hub-fixtures.ts';
import type { Prompt } from '../../contract/schemas/permissions.ts';
import type { SiteQuestion } from '../../contract/schemas/web-agent.ts';

export function buildSiteQuestion(fields: Partial<SiteQuestion> = {}): SiteQuestion {
  return {
    id: 'page-1',
    origin: 'https://shop.example',
    tab: { browserId: 'b1', tabId: 7 },
    title: 'The shop',
    embeddedIn: null,
    askedBefore: false,
    reason: null,
    scopes: [{ scope: 'model:prompt', isNew: false }],
    tools: null,
    askedAt: noon,
    expiresAt: noon + 120_000,
    version: 1,
    ...fields,
  };
}

export function buildPrompt(fields: Partial<Prompt> = {}): Prompt {
  const call = 'c'.repeat(64);
  return {
    id: '1',
    clientId: 'claude-code-1a2b3c',
    subject: { kind: 'client', id: 'claude-code-1a2b3c' },
    agentId: 'agent_e7f8a9b0c1d2e3f4a5b6c7d8e9f0a1b2',
    agentName: 'Claude Code',
    program: null,
    scope: 'browser:activeTab.interact',
    tool: 'computer',
    resource: { kind: 'site', origin: 'https://shop.example' },
    site: 'https://shop.example',
    readOnly: false,
    destructive: false,
    breadths: ['tool', 'site', 'scope'],
    where: { kind: 'no-rule-id' },
    tab: { browserId: 'b1', tabId: 7 },
    call,
    argumentsText: '{"action":"left_click"}',
    argumentsChars: 23,
    calls: 1,
    asks: [],
    askedAt: noon,
    expiresAt: noon + 120_000,
    ...fields,
  };
}
