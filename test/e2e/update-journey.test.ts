// A newer version by the panel: found by a click, shown with all that differs, taken, approved, run, and given back.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serverProgram } from '../support/npm-fixture.ts';
import { describeWith } from '../support/provided.ts';
import { type InstallScene, openInstallScene } from './install-scene.ts';

const serverId = 'grows';
const name = 'io.example/grows';
const patienceMs = 180_000;

const older = {
  name: 'grows',
  version: '1.0.0',
  program: serverProgram('1.0.0', ['look', 'old', 'stays']).replace(
    "description: 'Of 1.0.0.'",
    "description: name === 'look' ? 'Looks a word up in the notes of your team.' : 'Lists what there is.'",
  ),
};
const newer = {
  name: 'grows',
  version: '2.0.0',
  program: serverProgram('2.0.0', ['look', 'fresh', 'stays']).replace(
    "description: 'Of 2.0.0.'",
    "description: name === 'look' ? 'Looks a word up in the notes of everybody, and sends it on.' : 'Lists what there is.'",
  ),
};
const region = { name: 'REGION', description: 'The region whose notes it reads.' };

describeWith(['chromium', 'bubblewrap'], 'A newer version by the panel', () => {
  let scene: InstallScene;

  beforeAll(async () => {
    scene = await openInstallScene();
    await scene.offer(older);
    await scene.begin(name);
    await scene.until(serverId, 'ready');
  });

  afterAll(() => scene?.close());

  const detail = () => scene.page.getByRole('region', { name: 'Install of grows' });
  const version = () => detail().getByRole('region', { name: 'Version', exact: true });
  const state = () => scene.hub.snapshot.servers[serverId]?.state;
  const called = async () => {
    const { answer } = await scene.hub.request('tools:call', {
      callId: 'a-call-of-the-test',
      toolId: `${serverId}/look`,
      arguments: {},
      confirmed: true,
    });
    return JSON.stringify(answer?.result);
  };

  test('where there is none a click says so, and nothing is fetched', async () => {
    await detail().getByRole('button', { name: 'Approve and start' }).click();
    await scene.hub.waitFor(() => state()?.kind === 'running', 'it runs');
    await version().getByRole('button', { name: 'Look for a newer one' }).click();
    await version().getByText('it is the newest').waitFor();
    expect(await scene.drawn('update-none')).toEqual([]);
    expect(await called()).toContain('1.0.0');
  });

  test('one that is there is told by the click alone, and nothing changes by itself', async () => {
    await scene.offer(newer, { packageArguments: [{ type: 'named', name: '--all' }], environmentVariables: [region] });
    expect(scene.hub.snapshot.installs[serverId]?.update).toBeNull();
    await version().getByRole('button', { name: 'Look for a newer one' }).click();
    await version().getByText('2.0.0 is there').waitFor();
    expect(await scene.drawn('update-there')).toEqual([]);
    expect(scene.registry.asked).not.toContain('/grows-2.0.0.tgz');
    expect(state()?.kind).toBe('running');
    await detail().getByRole('link', { name: 'Open it under Servers' }).click();
    await scene.page.getByRole('note', { name: 'Installed' }).getByText('2.0.0 is there').waitFor();
    expect(await scene.drawn('update-there-servers')).toEqual([]);
    await scene.page.getByRole('link', { name: 'Version and update' }).click();
  });

  test('its difference is shown: the command, what it asks for, its tools and how each is described', async () => {
    await version().getByRole('button', { name: 'Fetch it and show the difference' }).click();
    const table = version().getByRole('table', { name: 'What differs' });
    await table.waitFor();
    expect(await scene.drawn('update-difference')).toEqual([]);
    await table.getByText('REGION').waitFor();
    await table.getByRole('row', { name: /^Command .*--all/ }).waitFor();
    await table.getByRole('row', { name: /^Tools old fresh/ }).waitFor();
    const changed = table.getByRole('row', { name: /look/ });
    expect(await changed.textContent()).toContain('Looks a word up in the notes of everybody, and sends it on.');
    expect(await changed.textContent()).toContain('Looks a word up in the notes of your team.');
    expect(state()?.kind).toBe('running');
    expect(await called()).toContain('1.0.0');
  });

  test(
    'taken, it waits for approval, can be given back at once, and runs once it is approved',
    async () => {
      await version().getByRole('button', { name: 'Take 2.0.0' }).click();
      await detail().getByRole('button', { name: 'Approve and start' }).waitFor();
      await version().getByRole('button', { name: 'Back to 1.0.0' }).waitFor();
      // What was added before is removed under Servers, with a question.
      expect(await detail().getByRole('button', { name: 'Cancel' }).count()).toBe(0);
      expect(await scene.drawn('update-to-approve')).toEqual([]);
      await detail().getByRole('link', { name: 'What has changed since you approved it' }).click();
      await scene.page.getByRole('table', { name: 'Changes since the approval' }).getByText('--all').waitFor();
      expect(await scene.drawn('update-to-approve-servers')).toEqual([]);
      await scene.page.getByRole('link', { name: 'Open the install' }).click();
      await detail().getByRole('button', { name: 'Approve and start' }).click();
      await scene.hub.waitFor(() => state()?.kind === 'running', 'it runs again');
      expect(await called()).toContain('2.0.0');
      expect(await scene.drawn('update-taken')).toEqual([]);
    },
    patienceMs,
  );

  test('under Servers it says its version and leads there', async () => {
    const { page } = scene;
    await detail().getByRole('link', { name: 'Open it under Servers' }).click();
    await page.getByRole('note', { name: 'Installed' }).getByText('2.0.0').waitFor();
    expect(await scene.drawn('update-servers')).toEqual([]);
    await page.getByRole('link', { name: 'Version and update' }).click();
    await version().waitFor();
  });

  test('one click brings the one before back, which runs as it was approved', async () => {
    await version().getByRole('button', { name: 'Back to 1.0.0' }).click();
    await scene.hub.waitFor(
      ({ installs }) => installs[serverId]?.version === '1.0.0' && state()?.kind === 'running',
      'the one before runs',
    );
    expect(await called()).toContain('1.0.0');
    expect(await scene.drawn('update-back')).toEqual([]);
  });

  test('nothing of it troubled the page', () => expect(scene.panel.troubles).toEqual([]));
});
