// What others do to an agent's file, as the agents' pane tells it: what is gone, what is broken, and each repair with the bytes it leaves.
import { mkdirSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { look } from '../support/look.ts';
import { describeWith } from '../support/provided.ts';
import { realAgents, runAgent } from '../support/real-agents.ts';
import { type ConnectScene, openConnectScene } from './connect-scene.ts';

const gemini = '.gemini/settings.json';
const codex = '.codex/config.toml';
const servers = { github: { httpUrl: 'https://mcp.github.test/' }, files: { command: 'npx', args: ['x'] } };
const files = {
  [gemini]: `${JSON.stringify({ theme: 'dark', mcpServers: servers }, null, 2)}\n`,
  [codex]: 'model = "gpt-5"\n',
  '.claude.json': '{ "numStartups": 3, "mcpServers": { "notes": { "type": "stdio", "command": "x" } } }\n',
  '.config/zed/settings.json': '{}\n',
};

let scene: ConnectScene;
let connected = '';

const toggle = (name: string) => scene.page.getByRole('switch', { name: `Connect ${name}`, exact: true });
const act = (name: string) => scene.page.getByRole('button', { name, exact: true });

async function connect(name: string): Promise<void> {
  await toggle(name).click();
  await scene.page.getByRole('switch', { name: `Connect ${name}`, exact: true, checked: true }).waitFor();
}

describeWith(['chromium'], 'what others do to the files of agents', () => {
  beforeAll(async () => {
    scene = await openConnectScene(files);
    await toggle('Gemini CLI').click();
    await scene.press('Write it');
    connected = scene.read(gemini);
  });
  afterAll(() => scene?.end());

  test('an entry that is taken out is told in its row, and the version before comes back by the bytes', async () => {
    const { page, row, press, read, write } = scene;
    write(gemini, '{}');
    await row('Gemini CLI')
      .getByText(/^our entry is gone since \d\d:\d\d$/)
      .waitFor();
    await row('Gemini CLI').getByText('Other servers went with it: github, files.').waitFor();
    expect(await look(page, 'connect-gone')).toEqual([]);
    await act('Restore the version before of Gemini CLI').click();
    await page.getByRole('dialog').getByRole('group', { name: 'Difference' }).getByText('"github"').waitFor();
    await press('Restore');
    expect(read(gemini)).toBe(connected);
    await row('Gemini CLI').getByText('set up, not started').waitFor();
  });

  test('Overview leads to the row with its repair in focus, and Write it again keeps what stands there now', async () => {
    const { page, panel, row, read, write } = scene;
    const theirs = '{\n  // rewritten by an update\n  "theme": "light"\n}\n';
    write(gemini, theirs);
    await row('Gemini CLI')
      .getByText(/^our entry is gone/)
      .waitFor();
    await panel.go('Overview');
    await page.getByText(/^Something removed Pilothouse from Gemini CLI/).waitFor();
    await act('Repair: A connection is broken').click();
    await act('Restore the version before of Gemini CLI').and(page.locator(':focus')).waitFor();
    await act('Write it again for Gemini CLI').click();
    await row('Gemini CLI').getByText('set up, not started').waitFor();
    expect(read(gemini)).toContain('// rewritten by an update');
    expect(read(gemini)).toContain('"pilothouse"');
    expect(read(gemini)).not.toContain('github');
  });

  test('other servers that are gone beside our entry are told, restored, or left so', async () => {
    const { row, change, press, read, write } = scene;
    const { pilothouse } = JSON.parse(connected).mcpServers;
    const sheet = await change('Gemini CLI');
    await sheet.getByRole('radio', { name: /^Versions/ }).click();
    await sheet.getByRole('button', { name: 'Compare with version 2', exact: true }).click();
    await press('Restore');
    expect(read(gemini)).toBe(connected);
    const emptied = JSON.stringify({ mcpServers: { pilothouse } });
    const isTold = () => row('Gemini CLI').getByText('Gone: github, files. Our entry is still there.').waitFor();
    write(gemini, emptied);
    await isTold();
    await act('Restore the version before of Gemini CLI').click();
    await press('Restore');
    expect(read(gemini)).toBe(connected);
    await row('Gemini CLI').getByText('set up, not started').waitFor();
    write(gemini, emptied);
    await isTold();
    await act('Leave it so for Gemini CLI').click();
    await row('Gemini CLI').getByText('set up, not started').waitFor();
    expect(read(gemini)).toBe(emptied);
  });

  test('a broken file is named with its place and left alone, and a version of it comes back', async () => {
    const { page, row, change, press, read, write } = scene;
    await connect('Codex CLI');
    const whole = read(codex);
    write(codex, 'model = "gpt-5"\nb = \n');
    await row('Codex CLI')
      .getByText(/^broken at line 2, column \d$/)
      .waitFor();
    expect(await toggle('Codex CLI').isDisabled()).toBe(true);
    const sheet = await change('Codex CLI');
    await sheet.getByText(/~\/\.codex\/config\.toml is broken at line 2, column \d, and is left alone:/).waitFor();
    expect(read(codex)).toBe('model = "gpt-5"\nb = \n');
    await sheet.getByRole('group', { name: 'Difference' }).waitFor();
    expect(await look(page, 'connect-broken-sheet')).toEqual([]);
    await press('Restore');
    expect(read(codex)).toBe(whole);
    await row('Codex CLI').getByText('set up, not started').waitFor();
  });

  test('a broken file of which nothing was kept, and what is no file, say so', async () => {
    const { page, path, row, change, write } = scene;
    const zed = '.config/zed/settings.json';
    write(zed, '{ "a": ');
    await act('Look again').click();
    await row('Zed')
      .getByText(/^broken at line 1/)
      .waitFor();
    let sheet = await change('Zed');
    await sheet.getByText(/No earlier version of it was kept/).waitFor();
    await page.keyboard.press('Escape');
    rmSync(path(zed));
    mkdirSync(path(zed));
    await act('Look again').click();
    await row('Zed').getByText('its file cannot be used').waitFor();
    sheet = await change('Zed');
    await sheet.getByText(/is a folder, a pipe or a device/).waitFor();
    await page.keyboard.press('Escape');
  });

  test('nothing of it troubled the page', () => expect(scene.panel.troubles).toEqual([]));
});

describeWith(['chromium', 'claude-code'], 'a program that takes our entry out of its own file', () => {
  beforeAll(async () => {
    scene = await openConnectScene(files);
  });
  afterAll(() => scene?.end());

  test('is told in its row, and Write it again has the program know us again', async () => {
    const { stage, path, row, press, read } = scene;
    const claude = realAgents.find(({ id }) => id === 'claude-code');
    if (!claude) throw new Error('There is no row claude-code.');
    mkdirSync(path('project'), { recursive: true });
    const env = { HOME: stage.userHome, PATH: process.env['PATH'] ?? '' };
    const home = { folder: stage.userHome, env, model: 'http://127.0.0.1:9' };
    await toggle('Claude Code').click();
    await press('Write it');
    const removed = await runAgent(claude, ['mcp', 'remove', 'pilothouse', '--scope', 'user'], home);
    expect(removed.code, removed.printed).toBe(0);
    await row('Claude Code')
      .getByText(/^our entry is gone since/)
      .waitFor();
    expect(JSON.parse(read('.claude.json')).mcpServers).toHaveProperty('notes');
    await act('Write it again for Claude Code').click();
    await row('Claude Code').getByText('set up, not started').waitFor();
    const told = await runAgent(claude, ['mcp', 'get', 'pilothouse'], home);
    expect(told.printed).toContain('mcp --client claude-code-');
  });
});
