// An install on its way, by the panel: how far it is, stopped, gone on with, cancelled, and broken archives, each with words that help.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGate } from '../support/gate.ts';
import { describeWith } from '../support/provided.ts';
import { type InstallScene, openInstallScene } from './install-scene.ts';

const patienceMs = 180_000;

describeWith(['chromium', 'bubblewrap'], 'An install on its way by the panel', () => {
  let scene: InstallScene;
  const waits = createGate();

  beforeAll(async () => {
    scene = await openInstallScene();
    await scene.offer({ name: 'slow', version: '1.0.0', gate: waits.wait });
    await scene.begin('io.example/slow');
    await waits.reached;
  });

  afterAll(async () => {
    waits.open();
    await scene?.close();
  });

  const detail = (name: string) => scene.page.getByRole('region', { name: `Install of ${name}` });
  /** Also drafts of them. What npm has fetched is kept for its next time. */
  const packages = () => {
    const folder = join(scene.stage.home, 'packages/npm');
    return existsSync(folder) ? readdirSync(folder) : [];
  };
  const list = () => scene.page.getByRole('region', { name: 'Installs', exact: true });

  test('its download is seen in its steps and in the list, and it cannot be approved yet', async () => {
    const { hub } = scene;
    await detail('slow').getByRole('list').getByRole('listitem').filter({ hasText: 'Download' }).waitFor();
    await detail('slow').getByText('0 of 1 package').waitFor();
    await list().getByRole('listitem').filter({ hasText: 'installing' }).waitFor();
    expect(await detail('slow').getByRole('button', { name: 'Approve and start' }).isDisabled()).toBe(true);
    expect(await scene.drawn('install-fetching')).toEqual([]);
    expect(hub.snapshot.servers['slow']?.state.kind).toBe('installing');
  });

  test('under Servers it is said to be installed just now, with the way to its install', async () => {
    const { page, panel } = scene;
    await panel.go('Servers');
    await page.getByRole('row', { name: /slow.*installing, 0 %/ }).click();
    await page.getByRole('link', { name: 'Open the install' }).waitFor();
    expect(await scene.drawn('install-servers')).toEqual([]);
    await page.getByRole('link', { name: 'Open the install' }).click();
  });

  test(
    'stopped it says so and goes on from there by a click',
    async () => {
      await detail('slow').getByRole('button', { name: 'Stop', exact: true }).click();
      await detail('slow').getByText('stopped by you').waitFor();
      await detail('slow').getByText('It is stopped. It can be approved once it is installed.').waitFor();
      expect(await scene.drawn('install-stopped')).toEqual([]);
      waits.open();
      await detail('slow').getByRole('button', { name: 'Go on' }).click();
      await detail('slow').getByRole('region', { name: 'Tools', exact: true }).getByText('look').waitFor();
      expect(await scene.drawn('install-to-approve')).toEqual([]);
    },
    patienceMs,
  );

  test('cancelled, nothing of it is left', async () => {
    const { page, hub } = scene;
    await detail('slow').getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('slow was not installed; nothing of it is left.').waitFor();
    expect([hub.snapshot.installs, hub.snapshot.servers['slow']]).toEqual([{}, undefined]);
    await expect.poll(packages).toEqual([]);
    expect(await scene.drawn('install-none')).toEqual([]);
  });

  test(
    'a broken archive is named with what helps, and once it was mended the install goes on',
    async () => {
      const { registry } = scene;
      await scene.offer({ name: 'broken', version: '1.0.0', archive: Buffer.from('This is no archive.') });
      await scene.begin('io.example/broken');
      await detail('broken').getByText('The install failed').waitFor();
      await detail('broken')
        .getByRole('group', { name: 'State' })
        .getByText(/archive.*broken|damaged/i)
        .waitFor();
      expect(await scene.drawn('install-broken')).toEqual([]);
      registry.replace({ name: 'broken', version: '1.0.0' });
      await detail('broken').getByRole('button', { name: 'Go on' }).click();
      await detail('broken').getByRole('region', { name: 'Tools', exact: true }).getByText('look').waitFor();
    },
    patienceMs,
  );

  test('one that is not what its registry says is refused with what that means', async () => {
    await scene.offer({ name: 'forged', version: '1.0.0', integrity: `sha512-${'A'.repeat(86)}==` });
    await scene.begin('io.example/forged');
    await detail('forged').getByText('The install failed').waitFor();
    expect(await scene.drawn('install-forged')).toEqual([]);
    await expect.poll(packages).toEqual([expect.stringMatching(/^broken@1\.0\.0-/)]);
  });

  test('nothing of it troubled the page', () => expect(scene.panel.troubles).toEqual([]));
});
