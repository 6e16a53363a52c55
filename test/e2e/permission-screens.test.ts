// Permissions in a real browser, in front of a real hub: grants, the audit, the policy and the learning mode.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { echo } from '../integration/hub/scenes.ts';
import { describeWith } from '../support/provided.ts';
import { openPermissionScene, type PermissionScene } from './permission-scene.ts';

let scene: PermissionScene;

const calls = 260;
const sum = 'everything__get-sum';
const env = 'everything__get-env';

describeWith(['chromium'], 'the screens of permissions', () => {
  beforeAll(async () => {
    scene = await openPermissionScene();
  });

  afterAll(() => scene?.close());

  test('nothing waits, and the screen says so in every size', async () => {
    await scene.page.getByText('Nothing waits for you').waitFor();
    await scene.looksWell('permissions-questions');
  });

  test('a grant made by hand says what it will be kept as, is kept, and answers the next call', async () => {
    const { page, claude } = scene;
    await scene.tab(/^Grants/);
    await addGrant('Allow', 'everything/echo', async sheet => {
      await sheet.getByText('Allow Claude Code, call server tools, echo, everything, until you revoke it.').waitFor();
      await scene.looksWell('permissions-add-grant');
    });
    await page.getByRole('row', { name: /allow.*Claude Code.*echo.*everything.*always/ }).waitFor();
    expect(await claude.call(echo, { message: 'ahoy' })).toEqual({ text: 'Echo: ahoy', isError: false });
    await addGrant('Deny', 'everything/get-sum');
    expect(await claude.call(sum, { a: 1, b: 2 })).toMatchObject({ isError: true });
  });

  test('a grant tells how often it was used, for what, and what would decide such a call', async () => {
    const { page } = scene;
    await page.getByRole('row', { name: /allow.*echo/ }).click();
    const detail = page.getByRole('region', { name: /^Grant \d/ });
    await detail.getByText(/^used once, last/).waitFor();
    await detail
      .getByRole('table', { name: 'Newest uses' })
      .getByRole('row', { name: /everything\/echo/ })
      .waitFor();
    await scene.looksWell('permissions-grant-detail');
    await detail.getByRole('button', { name: 'What decides here?' }).click();
    const sheet = page.getByRole('dialog', { name: 'What would decide this?' });
    await sheet.getByText('It would be allowed.').waitFor();
    await sheet.getByRole('combobox', { name: 'Tool' }).selectOption('everything/toggle-simulated-logging');
    await sheet.getByText('You would be asked.').waitFor();
    await sheet.getByRole('list', { name: 'Nearest rules' }).getByText('another tool:').first().waitFor();
    await sheet.getByText(/pilothouse grants allow/).waitFor();
    await scene.looksWell('permissions-explain');
    await sheet.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Close detail' }).click();
  });

  test('a refused call stands in the audit with the rule that decided, which leads to its grant and back to its uses', async () => {
    const { page } = scene;
    await scene.tab(/^Audit/);
    const table = page.getByRole('table', { name: 'Audit' });
    await table
      .getByRole('row', { name: /everything\/get-sum.*deny/ })
      .getByRole('link')
      .click();
    const detail = page.getByRole('region', { name: /^Grant \d/ });
    await detail.getByText('Deny', { exact: false }).first().waitFor();
    await detail.getByRole('link', { name: 'All in the audit' }).click();
    await expect.poll(() => table.getByRole('row').count()).toBe(2);
    await table.getByRole('row', { name: /get-sum/ }).waitFor();
  });

  test('a row of the trace leads to the rule that decided it', async () => {
    const { page, panel } = scene;
    await panel.go('Traces');
    await page
      .getByRole('row', { name: /get-sum.*grant/ })
      .first()
      .click();
    await page
      .getByRole('region', { name: 'Entry' })
      .getByRole('link', { name: /^grant \d/ })
      .click();
    await page.getByRole('region', { name: /^Grant \d/ }).waitFor();
    await page.getByRole('button', { name: 'Close detail' }).click();
  });

  test('the audit is filtered, and the address keeps the filter over a reload', async () => {
    const { page } = scene;
    await scene.tab(/^Audit/);
    const rows = page.getByRole('table', { name: 'Audit' }).getByRole('row');
    await page.getByRole('combobox', { name: 'Outcome' }).selectOption('denied');
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByRole('textbox', { name: 'Site or server' }).fill('elsewhere');
    await page.keyboard.press('Enter');
    await page.getByText('No decision matches').waitFor();
    await page.reload();
    await page.getByText('No decision matches').waitFor();
    await expect.poll(() => page.getByRole('combobox', { name: 'Outcome' }).inputValue()).toBe('deny');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    // Beside the two calls stand the changes of the rules.
    const calledRows = rows.filter({ hasText: 'everything/', hasNotText: 'changed' });
    await expect.poll(() => calledRows.count()).toBe(2);
    // The audit has the id of a client, whom the panel calls by its name.
    const search = page.getByRole('searchbox', { name: 'Tool, place or name' });
    await search.fill('claude cod');
    await expect.poll(() => rows.filter({ hasText: 'changed' }).count()).toBeGreaterThan(0);
    await expect.poll(() => calledRows.count()).toBe(2);
    await search.fill('nobody of that name');
    await page.getByText('No decision matches').waitFor();
    await search.fill('');
    await calledRows.filter({ hasText: 'get-sum' }).click();
    const detail = page.getByRole('region', { name: 'Decision' });
    await detail.getByRole('button', { name: 'What would decide it now?' }).click();
    await page.getByText('It would be refused.').waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await scene.looksWell('permissions-audit-detail');
    await page.getByRole('button', { name: 'Close detail' }).click();
  });

  test('of a long audit only the rows in sight are in the page, and scrolling brings the oldest', async () => {
    const { page, claude } = scene;
    for (let count = 0; count < calls; count += 1) await claude.call(echo, { message: `${count}` });
    const table = page.getByRole('table', { name: 'Audit' });
    const made = async () => Number(/(\d+) decisions/.exec(await page.locator('main').innerText())?.[1] ?? 0);
    await expect.poll(made).toBeGreaterThan(calls + 1);
    await expect.poll(async () => table.getAttribute('aria-rowcount')).toBe(String((await made()) + 1));
    await expect.poll(() => table.getByRole('row').count()).toBeLessThan(120);
    await scene.looksWell('permissions-audit');
    await table.hover();
    const oldest = table.getByRole('row', { name: /get-sum/ }).filter({ hasNotText: 'changed' });
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 4_000);
        return oldest.count();
      })
      .toBe(1);
  });

  test('the audit is exported as JSONL and as CSV, as it is filtered', async () => {
    const { page } = scene;
    await page.getByRole('combobox', { name: 'Rule' }).fill('grant 1');
    await page.keyboard.press('Enter');
    await page.getByText(`${calls + 1} decisions`).waitFor();
    const jsonl = (await saved('JSONL')).trim().split('\n');
    expect(jsonl).toHaveLength(calls + 1);
    expect(JSON.parse(jsonl[0] ?? '')).toMatchObject({ what: 'everything/echo', rule: 'grant 1', outcome: 'allow' });
    const csv = (await saved('CSV')).trim().split('\r\n');
    expect(csv).toHaveLength(calls + 2);
    expect(csv[0]).toBe('id,at,clientId,agentId,what,scope,where,rule,outcome,changedBy,decision,ended');
  });

  test('without a policy the tab says where to write one; a file that is written there is shown at once', async () => {
    const { page, place, claude } = scene;
    await scene.tab(/^Policy/);
    await page.getByText('There is no policy file').waitFor();
    await page.getByLabel('path of the policy').getByText(join(place.home, 'policy.json')).waitFor();
    await scene.looksWell('permissions-policy-none');
    const example = (await page.getByLabel('Example', { exact: true }).textContent()) ?? '';
    const file = join(place.home, 'policy.json');
    const rule = { id: 'no-secrets', effect: 'deny', scopes: ['servers:call'], tools: ['everything/get-env'] };
    const policy = JSON.parse(example);
    policy.rules.push({ ...rule, reason: 'It has secrets.' });
    writeFileSync(file, JSON.stringify(policy, null, 2));
    await page.getByRole('row', { name: /no-secrets.*deny.*everybody/ }).click();
    expect(await claude.call(env)).toMatchObject({ isError: true, text: expect.stringContaining('It has secrets.') });
    await page
      .getByRole('region', { name: 'Rule no-secrets' })
      .getByText(/^used once/)
      .waitFor();
    await scene.looksWell('permissions-policy');
    await page.getByRole('button', { name: 'Close detail' }).click();
  });

  test('a policy that cannot be read is told with line and column, and the last good one stays', async () => {
    const { page, place } = scene;
    const file = join(place.home, 'policy.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"effect": "deny"', '"effect": "forbid"'));
    const alert = page.getByRole('alert').filter({ hasText: 'cannot be used' });
    await alert.getByText(/line 6, column \d+/).waitFor();
    await alert.getByText(/last good one.*stay in force/).waitFor();
    await page.getByRole('row', { name: /no-secrets/ }).waitFor();
    await scene.looksWell('permissions-policy-broken');
  });

  test('the learning mode allows without asking, its banner is on every screen, and its proposals are answered one by one', async () => {
    const { page, panel, claude, hub } = scene;
    await scene.tab(/^Learning/);
    await scene.looksWell('permissions-learning-off');
    await page.getByRole('button', { name: 'Start learning, 15 minutes' }).click();
    const banner = page.getByRole('region', { name: 'What holds for all agents' });
    await banner.getByText(/allowed for 1[45]:\d\d\. no uses so far/).waitFor();
    expect(await claude.call('everything__toggle-simulated-logging')).toMatchObject({ isError: false });
    await banner.getByText(/1 use so far/).waitFor();
    await scene.looksWell('permissions-learning-on');
    await panel.go('Overview');
    await banner.getByRole('button', { name: 'End learning' }).click();
    await banner.waitFor({ state: 'detached' });
    await panel.go('Permissions');
    await scene.tab(/^Learning/);
    await page.getByRole('row', { name: /Claude Code.*toggle-simulated-logging.*everything.*1 call/ }).waitFor();
    await scene.looksWell('permissions-proposals');
    await hub.catchUp();
    const before = Object.keys(hub.snapshot.grants).length;
    await page.getByRole('button', { name: /^Accept proposal/ }).click();
    await hub.waitFor(
      ({ grants, hub: { learned } }) => Object.keys(grants).length === before + 1 && learned === 0,
      'it is kept',
    );
    await page.getByRole('table', { name: 'Proposals' }).waitFor({ state: 'detached' });
  });

  test('a revoked grant is gone from the table, and its uses stay told', async () => {
    const { page, hub } = scene;
    await scene.tab(/^Grants/);
    await page.getByRole('row', { name: /deny.*get-sum.*always 1,/ }).waitFor();
    await scene.looksWell('permissions-grants');
    const [first = ''] = Object.keys(hub.snapshot.grants);
    await page.getByRole('row', { name: /allow.*echo/ }).click();
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await hub.waitFor(({ grants }) => !(first in grants), 'it is revoked');
    const detail = page.getByRole('region', { name: `Grant ${first}` });
    await detail.getByText(/was revoked or has run out/).waitFor();
    await detail.getByText(`used ${calls + 1} times`, { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Close detail' }).click();
  });

  test('a double click revokes one grant, also when the next one has moved up before its second half', async () => {
    const { page, hub } = scene;
    const [{ id } = { id: '' }] = Object.values(hub.snapshot.clients);
    const subject = { kind: 'client', id } as const;
    for (const tool of ['echo', 'get-sum', 'get-env'])
      await hub.request('grants:set', {
        effect: 'deny',
        subject,
        scope: 'servers:call',
        tools: [`everything/${tool}`],
      });
    await hub.catchUp();
    const count = Object.keys(hub.snapshot.grants).length;
    await scene.tab(/^Grants/);
    const revokes = page.getByRole('button', { name: /^Revoke grant of/ });
    await expect.poll(() => revokes.count()).toBe(count);
    await revokes.first().click();
    await expect.poll(() => revokes.count()).toBe(count - 1);
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    // What the page asks comes in order: after this, whatever the second half asked is done.
    await addGrant('Allow', 'everything/get-tiny-image');
    await hub.catchUp();
    expect(Object.keys(hub.snapshot.grants)).toHaveLength(count);
    expect(scene.panel.troubles).toEqual([]);
  });
});

type Sheet = ReturnType<PermissionScene['page']['getByRole']>;

async function addGrant(effect: 'Allow' | 'Deny', tool: string, look?: (sheet: Sheet) => Promise<void>): Promise<void> {
  const { page } = scene;
  await page.getByRole('button', { name: 'Add grant' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add a grant' });
  await sheet.getByRole('radio', { name: effect }).click();
  await sheet.getByRole('combobox', { name: 'Who' }).selectOption('Claude Code');
  await sheet.getByRole('combobox', { name: 'Where' }).selectOption('everything');
  await sheet.getByRole('radio', { name: 'Some tools' }).click();
  await sheet.getByRole('checkbox', { name: tool }).check();
  await look?.(sheet);
  await sheet.getByRole('button', { name: `Keep: ${effect.toLowerCase()}` }).click();
  await sheet.waitFor({ state: 'detached' });
}

async function saved(format: 'JSONL' | 'CSV'): Promise<string> {
  const { page } = scene;
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Export as ${format}` }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`pilothouse-audit.${format.toLowerCase()}`);
  return readFileSync(await download.path(), 'utf8');
}
