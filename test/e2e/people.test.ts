// The Agents screen and the map's list: an agent is renamed and watched, who comes without a credential is shut out and let in.
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RawClient } from '../integration/compat/claude-scene.ts';
import { look } from '../support/look.ts';
import { describeOver, type PanelShell } from '../support/panel-shells.ts';
import { sitDown } from './tab-scene.ts';

const stranger = 'Claude Code (local socket)';

describeOver('the Agents screen', open => {
  let shell: PanelShell;
  let page: PanelShell['page'];
  let panel: PanelShell['panel'];
  let hub: PanelShell['hub'];
  const claude = new Client({ name: 'claude-code', version: '2.1.330' });

  const agent = () => Object.values(hub.snapshot.agents).find(({ claimedName }) => claimedName === 'claude-code');
  const clientOf = (name: string) => Object.values(hub.snapshot.clients).find(client => client.name === name);

  beforeAll(async () => {
    shell = await open();
    ({ page, panel, hub } = shell);
    await sitDown(hub, shell.folder, 'Claude Code', claude);
    await hub.waitFor(() => agent() !== undefined, 'the agent is here');
    await panel.go('Agents');
    await page.getByRole('heading', { name: 'Claude Code', level: 2 }).waitFor();
  });

  afterAll(async () => {
    await claude.close();
    await shell?.close();
  });

  test('a new name is shown as it will read, and every screen calls the agent so', async () => {
    await page.getByRole('button', { name: 'Rename Claude Code' }).click();
    const name = page.getByRole('dialog').getByRole('textbox', { name: 'New name' });
    await name.fill('Re\u202eviewer');
    await page.getByText('It will read: Re⟨U+202E⟩viewer').waitFor();
    await name.fill('Reviewer');
    await page.getByText(/It will read/).waitFor({ state: 'detached' });
    await page.getByRole('dialog').getByRole('button', { name: 'Rename', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Reviewer', level: 2 }).waitFor();
    await hub.waitFor(() => agent()?.name === 'Reviewer' && clientOf('Reviewer') !== undefined, 'the hub calls it so');
    await panel.go('Overview');
    await page
      .getByRole('link', { name: /Reviewer/ })
      .first()
      .waitFor();
    await panel.go('Agents');
  });

  test('a call under way is listed with what it waits for, and counts in the percentiles once it has ended', async () => {
    const agentId = agent()?.id ?? '';
    const figure = page.locator('.figures-row > div').filter({ hasText: 'p95' }).locator('dd');
    await expect.poll(() => figure.textContent()).toMatch(/^–/);
    await hub.request('agents:set-mode', { agentId, mode: 'paused' });
    const call = claude.callTool({ name: 'tabs_context', arguments: {} });
    const row = page.getByRole('table', { name: 'Calls in flight' }).getByRole('row', { name: /tabs_context/ });
    await row.getByText('held by pause').waitFor();
    await panel.screenshot('agents-call-in-flight');
    await hub.request('agents:set-mode', { agentId, mode: 'running' });
    await call;
    await row.waitFor({ state: 'detached' });
    await expect.poll(() => figure.textContent()).toMatch(/\d.*s/);
  });

  test('an agent is offered a search in place of all tools, the panel says what that saves, and it may ask about itself', async () => {
    const offered = page.getByRole('region', { name: 'Tools it is offered' });
    await offered.getByText(/definitions, .* tokens \(estimated\)/).waitFor();
    await offered.getByRole('radio', { name: 'By search' }).click();
    await offered.getByText(/That saves about [\d,]+ of [\d,]+ tokens \(estimated\)/).waitFor();
    await offered.getByRole('switch', { name: 'Reviewer may ask about itself' }).click();
    await hub.waitFor(() => clientOf('Reviewer')?.seesHub === true, 'it may ask');
    const { tools } = await claude.listTools();
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['find_tools', 'call_tool', 'hub_grants']));
    await offered.scrollIntoViewIfNeeded();
    expect(await look(page, 'agents-tools-offered')).toEqual([]);
    await offered.getByRole('radio', { name: 'All' }).click();
    await hub.waitFor(() => clientOf('Reviewer')?.listing === 'whole', 'it has all again');
  });

  test('who comes without a credential is among what needs you, is shut out, and let in again', async () => {
    await hub.request('endpoints:set', { endpointId: 'claude-code-frames', on: true });
    const path = join(shell.folder, 'tmp', `claude-code-mcp-${userInfo().username}.sock`);
    const raw = await RawClient.connect(path);
    void raw.execute('tabs_context_mcp');
    await hub.waitFor(() => clientOf(stranger) !== undefined, 'the newcomer is shown');
    await panel.go('Overview');
    await page.getByText(`${stranger} came without a credential`).waitFor();
    await panel.go('Agents');
    const wanting = page.getByRole('list', { name: 'Agents that want in' });
    await wanting.waitFor();
    await panel.screenshot('agents-newcomer');
    await wanting.getByRole('button', { name: `Shut out ${stranger}` }).click();
    await raw.closed;
    await wanting.waitFor({ state: 'detached' });
    await hub.waitFor(() => clientOf(stranger)?.admitted === false, 'it is shut out');
    const known = page.getByRole('table', { name: 'Known, not connected' }).getByRole('row', { name: /local socket/ });
    await known.getByText(/shut out/).waitFor();
    await known.getByRole('button', { name: 'Let in again' }).click();
    await hub.waitFor(() => clientOf(stranger)?.admitted === true, 'it is let in');
    await known.getByRole('button', { name: 'Shut out' }).waitFor();
  });

  test('the map is a list for whoever wants it, and stays one after a reload', async () => {
    await panel.go('Overview');
    await page.getByRole('button', { name: 'View as list' }).click();
    const list = page.getByRole('region', { name: /as a list$/ });
    await list.getByRole('link', { name: 'Reviewer' }).waitFor();
    await list.getByRole('list', { name: 'Gates of the hub' }).waitFor();
    await page.reload();
    await list.getByRole('link', { name: 'Reviewer' }).waitFor();
    expect(await look(page, 'overview-list')).toEqual([]);
    await page.getByRole('button', { name: 'View as map' }).click();
    await page.getByRole('region', { name: /^Live map/ }).waitFor();
    await panel.go('Agents');
    await page.getByRole('table', { name: 'Agents' }).waitFor();
    expect(await look(page, 'agents-people')).toEqual([]);
    expect(panel.troubles).toEqual([]);
  });
});
