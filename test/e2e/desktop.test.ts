// The desktop app as a user starts it: the window opens, a server is added and approved in it, everything is seen live, all ends.
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LaunchedApp, launchApp } from '../support/electron.ts';
import { holdTransport } from '../support/jitter.ts';
import { Panel } from '../support/panel-page.ts';
import { PatientClient } from '../support/patient-client.ts';
import { describeWith, repositoryRoot } from '../support/provided.ts';

const everything = join(repositoryRoot, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js');
const agent = new PatientClient({ name: 'claude-code', version: '2.1.330' });
let launched: LaunchedApp;
let panel: Panel;

describeWith(['electron', 'display'], 'the desktop app', () => {
  beforeAll(async () => {
    launched = await launchApp();
    panel = new Panel(launched.window);
  });

  afterAll(async () => {
    await agent.close();
    await launched?.close();
  });

  test('opens one sandboxed window with the panel from app://, and nothing of Node in it', async () => {
    await launched.window.getByRole('heading', { name: 'Connect', level: 1 }).waitFor();
    expect(launched.window.url()).toMatch(/^app:\/\//);
    const seen = await launched.window.evaluate(() => [
      typeof require,
      typeof process,
      Object.keys(Reflect.get(globalThis, 'pilothouse')),
    ]);
    expect(seen).toEqual(['undefined', 'undefined', ['request', 'onEvent']]);
    expect(await launched.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  });

  test('a second start on the same home brings the first to the front and exits 0', async () => {
    const cli = join(repositoryRoot, 'dist/headless/pilothouse.js');
    const { stdout } = await promisify(execFile)(process.execPath, [cli, '--home', launched.home, 'serve']);
    expect(stdout).toMatch(/^Pilothouse runs on .* already \(process \d+\)\. Its window comes to the front\.\n$/);
  });

  test('a server added by name and command shows the full command, runs after approval and lists its tools', async () => {
    await panel.go('Servers');
    const { window } = launched;
    await window.getByRole('button', { name: 'Add a server' }).click();
    await window.getByRole('textbox', { name: 'Name', exact: true }).fill('Toolbox');
    await window.getByRole('textbox', { name: 'Command line' }).fill(`'${process.execPath}' '${everything}'`);
    await window.getByRole('button', { name: 'Add', exact: true }).click();
    await window.getByLabel('Full command').getByText(everything).waitFor();
    await window.getByRole('button', { name: 'Approve and start' }).click();
    await window.getByRole('row', { name: /Toolbox.*running/ }).waitFor();
    await window.getByRole('tab', { name: /^Tools \d/ }).click();
    await window.getByRole('region', { name: 'Tools of this server' }).getByText('echo', { exact: true }).waitFor();
    await panel.screenshot('desktop-servers');
  });

  test('a command that does not exist says so in one sentence, and the other server goes on', async () => {
    const { window } = launched;
    await window.getByRole('button', { name: 'Add a server' }).click();
    await window.getByRole('textbox', { name: 'Name', exact: true }).fill('Nowhere');
    await window.getByRole('textbox', { name: 'Command line' }).fill('no-such-program-here --fast');
    await window.getByRole('button', { name: 'Add', exact: true }).click();
    await window.getByRole('button', { name: 'Approve and start' }).click();
    await window
      .getByText(/no-such-program-here.*was not found/)
      .first()
      .waitFor();
    await window.getByRole('row', { name: /Toolbox.*running/ }).waitFor();
  });

  test('an agent made in the window calls a tool, is asked for, and is seen live with its message', async () => {
    const { window } = launched;
    await panel.go('Connect');
    const command = await panel.makeCredential('Claude Code', 'Ask for everything', 'stdio command');
    const [program = '', ...args] = command.split(' ');
    await agent.connect(
      holdTransport(new StdioClientTransport({ command: program, args, env: { PATH: '/usr/bin:/bin' } })),
    );
    const packed = { name: 'ahoy.gz', data: 'data:text/plain,ahoy', outputType: 'resource' };
    const call = agent.callTool({ name: 'toolbox__gzip-file-as-resource', arguments: packed });
    await panel.answer('Claude Code wants to call a tool of Toolbox', 'Always allow');
    expect(JSON.stringify(await call)).toContain('application/gzip');
    const read = await agent.callTool({ name: 'toolbox__echo', arguments: { message: 'ahoy' } });
    expect(JSON.stringify(read)).toContain('Echo: ahoy');
    await panel.go('Agents');
    await window
      .getByRole('row', { name: /Claude Code/ })
      .getByText(/2\.1\.330/)
      .waitFor();
    await panel.go('Traces');
    await window.getByRole('row', { name: /Claude Code.*toolbox__echo.*ok/ }).click();
    await window
      .getByRole('tree', { name: 'Response payload' })
      .getByText(/Echo: ahoy/)
      .waitFor();
    await panel.screenshot('desktop-traces');
  });

  test('nothing in the window complained', () => {
    expect(panel.troubles).toEqual([]);
  });

  test('quitting ends the hub, its servers and its socket', async () => {
    const { home } = launched;
    const run = join(home, '..', 'runtime/pilothouse');
    expect(readdirSync(run).length).toBe(1);
    const pid = launched.app.process().pid ?? 0;
    await agent.close();
    await launched.app.close();
    expect(() => process.kill(pid, 0)).toThrow();
    expect(readdirSync(run)).toEqual([]);
  });
});
