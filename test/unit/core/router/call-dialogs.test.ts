// How a call tells its browser by what its asker answers dialogs: keys are no way around rules for handle_dialog, nor around its switch.
import { expect, test } from 'vitest';
import { dialogsOf } from '../../../../electron/core/router/call-dialogs.ts';
import { buildBrowser, buildClient } from '../../../support/hub-fixtures.ts';
import { createWorld, doneResult } from './router-world.ts';
import type { CompanionCall } from '../../../../contract/companion.ts';
import type { Client } from '../../../../contract/schemas/entities.ts';
import type { Permit } from '../../../../electron/core/router/permit.ts';
import type { CallPolicy } from '../../../../electron/core/wire/incoming-request.ts';

const ofClaude: CallPolicy = { lacksDialogTool: true };
const key = { action: 'key', text: 'Enter', tabId: 42 };
const read = { tabId: 42 };

interface Rule {
  readonly origin: string;
  readonly tools: string[] | null;
  readonly effect?: 'allow' | 'deny';
}

async function toldBy(
  policy: CallPolicy,
  tool: string,
  args: Record<string, unknown>,
  rules: Rule[] = [],
  start: Client['start'] = 'own-tabs',
) {
  const { world, grants, call } = createWorld();
  world.client = buildClient({ start });
  await grants.addAll(
    rules.map(({ origin, tools, effect = 'deny' }) => ({
      subject: { kind: 'client' as const, id: buildClient().id },
      effect,
      scope: 'browser:activeTab.interact' as const,
      resource: { kind: 'site' as const, origin },
      tools,
      agentId: null,
      tab: null,
      reading: false,
      lifetime: 'always' as const,
    })),
  );
  const told: Pick<CompanionCall, 'dialogs'>[] = [];
  world.execute = async permit => {
    told.push(dialogsOf(permit, policy, args));
    return doneResult;
  };
  expect(await call(tool, args).result).toBe(doneResult);
  return told[0];
}

const site = 'https://example.com';

test.each([
  ['a read over MCP', {}, 'read_page', read, {}],
  ['a key over MCP', {}, 'computer', key, {}],
  ["a read on Claude's wires", ofClaude, 'read_page', read, { dialogs: 'keys' }],
  ["a key on Claude's wires", ofClaude, 'computer', key, { dialogs: 'keys' }],
])('Of %s it is told as it is where nobody has decided on dialogs.', async (_, policy, tool, args, told) => {
  expect(await toldBy(policy, tool, args)).toEqual(told);
});

test.each([
  ['a key over MCP', {}, 'computer', key],
  ["a key on Claude's wires", ofClaude, 'computer', key],
  ["a read on Claude's wires", ofClaude, 'read_page', read],
])('Where a rule denies handle_dialog on the page, %s leaves dialogs to the user.', async (_, policy, tool, args) => {
  expect(await toldBy(policy, tool, args, [{ origin: site, tools: ['handle_dialog'] }])).toEqual({ dialogs: 'user' });
});

test('A rule for another site, or for another tool, takes nothing away.', async () => {
  const denied = [
    { origin: 'https://bank.example', tools: ['handle_dialog'] },
    { origin: site, tools: ['form_input'] },
  ];
  expect(await toldBy(ofClaude, 'computer', key, denied)).toEqual({ dialogs: 'keys' });
});

const forKeyboard: Rule = { origin: site, tools: ['computer'], effect: 'allow' };
const forDialogs: Rule = { origin: site, tools: ['handle_dialog'], effect: 'allow' };

test('A rule for the keyboard alone was made for no dialog: where nobody has decided on those, the user answers them.', async () => {
  expect(await toldBy(ofClaude, 'computer', key, [forKeyboard], 'ask')).toEqual({ dialogs: 'user' });
  expect(await toldBy({}, 'computer', key, [forKeyboard], 'ask')).toEqual({ dialogs: 'user' });
  expect(await toldBy(ofClaude, 'computer', key, [forKeyboard, forDialogs], 'ask')).toEqual({ dialogs: 'keys' });
});

test('An extension of others is told nothing of it.', () => {
  const browser = buildBrowser({ extensionId: 'fcoeoabgfenejglbffodgkkbkcdhcgfn' });
  const target = { kind: 'browser', browser, tabId: 42 };
  const permit = { call: { tool: 'computer', target }, deniesDialogs: () => true } as unknown as Permit;
  expect(dialogsOf(permit, ofClaude, key)).toEqual({});
});
