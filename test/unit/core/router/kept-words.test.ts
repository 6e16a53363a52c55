// Whose words may not stand in the answer to a call that acts: a rule that denies reading says so, and what nobody has decided does not.
import { expect, test } from 'vitest';
import { withWordless } from '../../../../electron/core/router/decided-page.ts';
import { buildClient } from '../../../support/hub-fixtures.ts';
import { createWorld, doneResult } from './router-world.ts';
import type { DecidedPage } from '../../../../contract/companion.ts';

const site = 'https://example.com';
const other = 'https://bank.example';
const click = { action: 'left_click', coordinate: [1, 2], tabId: 42 };

/** What a call is sent with, and which sites may be told of, while reading is denied at those origins. */
async function sentWith(denied: readonly string[], tool: string, args: Record<string, unknown>) {
  const { world, grants, call } = createWorld();
  world.client = buildClient({ start: 'own-tabs' });
  const shared = {
    subject: { kind: 'client' as const, id: buildClient().id },
    agentId: null,
    tab: null,
    tools: null,
    reading: false,
  };
  const deny = {
    ...shared,
    effect: 'deny' as const,
    scope: 'browser:activeTab.read' as const,
    lifetime: 'always' as const,
  };
  await grants.addAll(denied.map(origin => ({ ...deny, resource: { kind: 'site' as const, origin } })));
  const sent: { page: DecidedPage | null; told: readonly string[] } = { page: null, told: [] };
  world.execute = async ({ call: { target }, page, hidesPage, covers }) => {
    const tabId = target.kind === 'browser' ? target.tabId : null;
    sent.page = withWordless({ ...page, frames: [other] }, tabId, hidesPage);
    sent.told = covers({ origins: [site, other], what: 'words' });
    return doneResult;
  };
  expect(await call(tool, args).result).toBe(doneResult);
  return sent;
}

test.each([
  ['its page', [site], [other]],
  ['a frame in it', [other], [site]],
])('A click goes out with the origin of %s where rules deny to read that.', async (_, denied, told) => {
  const sent = await sentWith(denied, 'computer', click);
  expect(sent).toEqual({ page: { origin: site, frames: [other], wordless: denied }, told });
});

test('What nobody has decided is not denied.', async () => {
  const sent = await sentWith([], 'computer', click);
  expect(sent).toEqual({ page: { origin: site, frames: [other] }, told: [site, other] });
});

test('A tab that is not made yet is asked about by its site alone.', async () => {
  const { told } = await sentWith([other], 'tabs_create', {});
  expect(told).toEqual([site]);
});
