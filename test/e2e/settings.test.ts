// Settings and the guide: what is kept, the keys, updates, and the pictured steps that load the companion.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startOtlpReceiver } from '../support/otlp-receiver.ts';
import { describeWith } from '../support/provided.ts';
import { openPermissionScene, type PermissionScene } from './permission-scene.ts';

describeWith(['chromium'], 'Settings and the guide', () => {
  let scene: PermissionScene;

  beforeAll(async () => {
    scene = await openPermissionScene();
  });

  afterAll(() => scene?.close());

  test('how many decisions the audit keeps is typed in, and the hub has it', async () => {
    const { page, panel, hub } = scene;
    await panel.go('Settings');
    const field = page.getByRole('spinbutton', { name: 'Decisions in the audit' });
    await field.fill('20000');
    await field.blur();
    await page.getByText('The newest 20,000 decisions are kept.').first().waitFor();
    expect((await hub.request('retention:get', {})).retention).toEqual({ auditRows: 20_000 });
    await field.scrollIntoViewIfNeeded();
    await scene.looksWell('settings-kept');
  });

  test('metrics for Prometheus are switched on, and their token is shown until the screen is left', async () => {
    const { page, panel, hub } = scene;
    await panel.go('Settings');
    await page.getByRole('switch', { name: 'Metrics for Prometheus' }).click();
    const token = page.getByLabel('token', { exact: true });
    await token.waitFor();
    const text = (await token.textContent()) ?? '';
    const address = (await hub.request('prometheus:get', {})).prometheus.address ?? '';
    const answered = await fetch(address, { headers: { authorization: `Bearer ${text}` } });
    expect(answered.status).toBe(200);
    await token.scrollIntoViewIfNeeded();
    await scene.looksWell('settings-observability');
    await panel.go('Overview');
    await panel.go('Settings');
    await page.getByRole('switch', { name: 'Metrics for Prometheus', checked: true }).waitFor();
    expect(await token.count()).toBe(0);
  });

  test('spans are sent to a collector, tried beforehand, and how that goes is shown; a header is shown by its name alone', async () => {
    const { page, panel, hub, claude } = scene;
    const receiver = await startOtlpReceiver();
    onTestFinished(() => receiver.close());
    await panel.go('Settings');
    const section = page.getByRole('region', { name: 'Live export by OTLP' });
    const send = section.getByRole('switch', { name: 'Send Spans' });
    await send.click();
    await page.getByText('There is no endpoint for spans').first().waitFor();
    const address = section.getByRole('textbox', { name: 'Address of the collector' });
    await address.fill(receiver.url);
    await address.blur();
    await page.getByText('The address of the collector was set.').first().waitFor();
    await section.getByRole('button', { name: 'Details of Spans' }).click();
    const details = section.getByRole('group', { name: 'Details of Spans' });
    await details.getByRole('textbox', { name: 'Header' }).fill('x-key');
    await details.getByLabel('Value').fill('hunter22');
    await details.getByRole('button', { name: 'Set' }).click();
    await details.getByText('x-key').waitFor();
    await details.getByRole('button', { name: 'Try Spans' }).click();
    await details.getByText('It was taken.').waitFor();
    expect(receiver.requests.at(-1)?.headers['x-key']).toBe('hunter22');
    await send.click();
    await section.getByRole('switch', { name: 'Send Spans', checked: true }).waitFor();
    await claude.client.ping();
    await claude.client.listTools();
    await section.getByText(/[1-9]\d* sent, 0 waiting, 0 dropped; last sent /).waitFor();
    expect(receiver.spans.length).toBeGreaterThan(0);
    receiver.answer = () => ({ status: 404 });
    await details.getByRole('button', { name: 'Try Spans' }).click();
    await details.getByText('has refused what was sent: status 404').waitFor();
    await address.scrollIntoViewIfNeeded();
    await scene.looksWell('settings-live-export');
    expect(JSON.stringify(await hub.request('telemetry:get', {}))).not.toContain('hunter22');
    await details.getByRole('button', { name: 'Remove x-key' }).click();
    await details.getByText('x-key').waitFor({ state: 'detached' });
    await send.click();
    await section.getByRole('switch', { name: 'Send Spans', checked: false }).waitFor();
  });

  test('all keys are listed, and single letters can be switched off beside them', async () => {
    const { page } = scene;
    const keys = page.getByRole('region', { name: 'Keyboard shortcuts' });
    await keys.getByText('pause all agents, or let them run').waitFor();
    await keys.getByRole('switch', { name: 'Single letters as keys' }).click();
    await keys.getByRole('switch', { name: 'Single letters as keys', checked: false }).waitFor();
    await keys.getByRole('switch', { name: 'Single letters as keys' }).click();
    await keys.getByRole('switch', { name: 'Single letters as keys', checked: true }).waitFor();
    await keys.getByText('pause all agents, or let them run').scrollIntoViewIfNeeded();
    await scene.looksWell('settings-keys');
  });

  test('a panel without the desktop app says that nobody is asked for updates', async () => {
    await scene.page.getByText(/^Nobody is asked for updates\. Only the desktop app/).waitFor();
  });

  test('each kind of browser has its own three pictured steps in the guide', async () => {
    const { page, panel } = scene;
    await panel.go('Connect');
    await page.getByRole('button', { name: 'Guide' }).click();
    const sheet = page.getByRole('dialog', { name: 'Guide' });
    const steps = sheet.getByRole('list', { name: 'Steps' });
    await steps.getByText('1. Turn on Developer mode').waitFor();
    await sheet.getByRole('radio', { name: 'Firefox' }).click();
    await steps.getByText('1. Open This Firefox').waitFor();
    await expect.poll(() => steps.getByRole('listitem').count()).toBe(3);
    await scene.looksWell('steps-firefox');
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    expect(panel.troubles).toEqual([]);
  });
});
