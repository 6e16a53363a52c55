// What became of a call that had been allowed, as the audit of the panel shows it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeWith } from '../support/provided.ts';
import { openPermissionScene, type PermissionScene } from './permission-scene.ts';

let scene: PermissionScene;

describeWith(['chromium'], 'A call that was stopped', () => {
  beforeAll(async () => {
    scene = await openPermissionScene();
  });

  afterAll(() => scene?.close());

  test('stands struck through where it was allowed; from there a click leads to its end, and from the end back.', async () => {
    const { page, hub, claude } = scene;
    const client = Object.values(hub.snapshot.clients).find(({ name }) => name === 'Claude Code');
    const subject = { kind: 'client', id: client?.id ?? '' } as const;
    await hub.request('grants:set', { effect: 'allow', subject, scope: 'servers:call' });
    await scene.tab(/^Audit/);
    const rows = page.getByRole('table', { name: 'Audit' }).getByRole('row');
    const asker = new AbortController();
    const slow = { name: 'everything__trigger-long-running-operation', arguments: { duration: 60, steps: 1 } };
    const call = claude.client.callTool(slow, { signal: asker.signal }).catch(() => 'cancelled');
    await rows.filter({ hasText: /long-running/ }).waitFor();
    asker.abort();
    expect(await call).toBe('cancelled');
    await rows.filter({ hasText: /long-running.*stopped midway/ }).waitFor();
    const allowed = rows.filter({ hasText: /long-running.*allow/ });
    await allowed.locator('s', { hasText: 'allow' }).waitFor();
    await allowed.click();
    const detail = page.getByRole('region', { name: 'Decision' });
    await detail.getByText('stopped midway').waitFor();
    await scene.looksWell('audit-stopped-call');
    await detail.getByRole('button', { name: 'What became of it' }).click();
    await detail.getByText('Its agent cancelled it or left.').waitFor();
    expect(await detail.getByRole('button', { name: 'What would decide it now?' }).count()).toBe(0);
    await scene.looksWell('audit-end-of-a-call');
    await detail.getByRole('button', { name: 'What had allowed it' }).click();
    await detail.getByRole('button', { name: 'What would decide it now?' }).waitFor();
    await page.getByRole('button', { name: 'Close detail' }).click();
    await page.getByRole('combobox', { name: 'Outcome' }).selectOption('stopped midway');
    await expect.poll(() => rows.count()).toBe(2);
    expect(scene.panel.troubles).toEqual([]);
  });
});
