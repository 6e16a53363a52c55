// What the tests of Harbor's first wire begin with: a real hub, a server or two behind it, and the extension's end of the wire.
import { onTestFinished } from 'vitest';
import { HarborAClient } from '../../support/harbor-a-client.ts';
import { repositoryRoot } from '../../support/provided.ts';
import { openScene } from '../gateway/scene.ts';
import type { Scope } from '../../../contract/permissions.ts';
import type { Subject } from '../../../contract/schemas/permissions.ts';
import type { HubView } from '../../support/panel-client.ts';
import type { Scene } from '../gateway/scene.ts';

export const wellBehaved = `${repositoryRoot}/test/fixtures/servers/well-behaved.mjs`;
export const harbor: Subject = { kind: 'client', id: 'compat-harbor' };
export const shop = 'https://shop.example';

export interface HarborScene {
  readonly scene: Scene;
  readonly panel: Scene['panel'];
  readonly a: HarborAClient;
}

/** A hub of this test alone, where the user has let Harbor in. */
export async function openHarborA(): Promise<HarborScene> {
  const scene = await openScene();
  onTestFinished(() => scene.end());
  const a = await HarborAClient.open(scene.place.home);
  onTestFinished(() => a.close());
  await a.ask('hello');
  await scene.panel.request('clients:admit', { clientId: 'compat-harbor', admitted: true });
  return { scene, panel: scene.panel, a };
}

export function grant(
  panel: HubView,
  subject: Subject,
  scope: Scope,
  { effect = 'allow', tools = null }: { effect?: 'allow' | 'deny'; tools?: string[] | null } = {},
) {
  const whole = { reading: false, lifetime: 'always', agentId: null, resource: { kind: 'any' } } as const;
  return panel.request('grants:set', { effect, subject, scope, tools, ...whole });
}

/** As the user does in the panel, once the server is there as it is now. */
export async function approve(panel: HubView, serverId: string): Promise<void> {
  await panel.waitFor(({ servers }) => servers[serverId]?.state.kind === 'blocked', `${serverId} waits`);
  const hash = panel.snapshot.servers[serverId]?.hash ?? '';
  await panel.request('servers:approve', { serverId, hash });
}

/** Lets a page of `origin` list and call tools, as the extension's own window does. */
export async function allowPage(a: HarborAClient, origin = shop): Promise<void> {
  for (const scope of ['mcp:tools.list', 'mcp:tools.call'])
    await a.ask('host_grant_permission', { origin, scope, grant_type: 'ALLOW_ALWAYS' });
}
