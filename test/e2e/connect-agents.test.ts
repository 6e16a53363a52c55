// The agents' pane of Connect on a running hub: each change by the mouse, and after it the bytes on the disk.
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeWith } from '../support/provided.ts';
import { type ConnectScene, openConnectScene } from './connect-scene.ts';

const codex = '.codex/config.toml';
const gemini = '.gemini/settings.json';
const claude = '.claude.json';
const code = '.config/Code/User/mcp.json';
const files = {
  [codex]: '# mine\nmodel = "gpt-5"\n\n[mcp_servers.github]\nurl = "https://mcp.github.test/" # work\n',
  [gemini]: '{\n  // mine\n  "theme": "dark"\n}\n',
  [claude]: '{ "numStartups": 3 }\n',
  [code]: '{\n\t"servers": {}\n}\n',
  '.config/zed/settings.json': '// Zed\n{}\n',
};
const token = /ph_codex-cli-[0-9a-f]{6}_[0-9a-f]{64}/;

let scene: ConnectScene;

const toggle = (name: string) => scene.page.getByRole('switch', { name: `Connect ${name}`, exact: true });
const state = (name: string, on: boolean) =>
  scene.page.getByRole('switch', { name: `Connect ${name}`, exact: true, checked: on }).waitFor();
const undo = async (said: string) => {
  const notice = scene.page.locator('.notice').filter({ hasText: said });
  await notice.getByRole('button', { name: 'Undo' }).click();
};

describeWith(['chromium'], "the agents' pane of Connect", () => {
  beforeAll(async () => {
    scene = await openConnectScene(files);
  });
  afterAll(() => scene?.end());

  test('the first switch opens the change; written and undone, the file has its bytes again', async () => {
    const { page, press, read } = scene;
    await toggle('Codex CLI').click();
    const sheet = page.getByRole('dialog', { name: 'Connect Codex CLI' });
    const bytes = Buffer.byteLength(files[codex] ?? '');
    await sheet.getByText(new RegExp(`^Undo brings back exactly these ${bytes}.B\\.$`)).waitFor();
    await press('Write it');
    await state('Codex CLI', true);
    expect(read(codex)).toContain('[mcp_servers.pilothouse]');
    await undo('Codex CLI was connected.');
    await state('Codex CLI', false);
    expect(read(codex)).toBe(files[codex]);
  });

  test('later switches write at once, on and off, and undo either', async () => {
    const { page, read } = scene;
    await toggle('Gemini CLI').click();
    await state('Gemini CLI', true);
    expect(await page.getByRole('dialog').count()).toBe(0);
    const connected = read(gemini);
    expect(connected).toContain('// mine');
    await toggle('Gemini CLI').click();
    await state('Gemini CLI', false);
    expect(read(gemini)).toBe(files[gemini]);
    await undo('Our entry was taken out of the file of Gemini CLI.');
    await state('Gemini CLI', true);
    expect(read(gemini)).toBe(connected);
  });

  test('an undo leaves a file alone that was changed since', async () => {
    const { page, read, write } = scene;
    await toggle('VS Code').click();
    await state('VS Code', true);
    const mine = read(code).replace('{', '{\n\t// written since');
    write(code, mine);
    await undo('VS Code was connected.');
    await page
      .getByText(/was changed since it was shown, so nothing was written/)
      .first()
      .waitFor();
    expect(read(code)).toBe(mine);
    await toggle('VS Code').click();
    await state('VS Code', false);
  });

  test('a connected agent is changed to an address, by a variable and by a token, which a new one ends', async () => {
    const { page, change, press, read } = scene;
    await toggle('Codex CLI').click();
    await state('Codex CLI', true);
    let sheet = await change('Codex CLI');
    await sheet.getByText('Nothing to write: the file is like this already.').waitFor();
    await sheet.getByRole('radio', { name: 'Address (HTTP)' }).click();
    await sheet.getByRole('radio', { name: 'In a variable' }).click();
    await sheet.getByRole('group', { name: 'Difference' }).getByText('bearer_token_env_var').waitFor();
    await press('Write it');
    const shown = page.getByRole('region', { name: 'Token of Codex CLI' });
    const first = token.exec((await shown.getByRole('code').last().textContent()) ?? '')?.[0] ?? 'none';
    expect(first).toMatch(token);
    expect(read(codex)).toContain('bearer_token_env_var = "PILOTHOUSE_TOKEN"');
    expect(read(codex)).not.toMatch(token);
    await shown.getByRole('button', { name: 'Done' }).click();
    sheet = await change('Codex CLI');
    await sheet.getByRole('radio', { name: 'In the file' }).click();
    await press('Write it');
    expect(read(codex)).toContain(first);
    sheet = await change('Codex CLI');
    await sheet.getByText('Nothing to write: the file is like this already.').waitFor();
    await sheet.getByRole('button', { name: 'New credential' }).click();
    await page
      .getByRole('dialog', { name: 'New credential for Codex CLI' })
      .getByRole('button', { name: 'New credential' })
      .click();
    await sheet.getByRole('region', { name: 'Token of Codex CLI' }).waitFor();
    await sheet.getByText('The entry of Codex CLI is out of date.').waitFor();
    expect(read(codex)).toContain(first);
    await press('Write it');
    expect(read(codex)).toMatch(token);
    expect(read(codex)).not.toContain(first);
  });

  test('a project has its own row and file, and is taken out again', async () => {
    const { page, path, change, press } = scene;
    const folder = path('work/atlas');
    mkdirSync(folder, { recursive: true });
    let sheet = await change('Claude Code');
    await sheet.getByRole('radio', { name: 'One project' }).click();
    await sheet.getByText('Name the folder of the project, then take it.').waitFor();
    expect(await sheet.getByRole('button', { name: 'Write it' }).getAttribute('aria-disabled')).toBe('true');
    await sheet.getByRole('textbox', { name: 'Folder of the project' }).fill(folder);
    await sheet.getByRole('button', { name: 'Take it' }).click();
    await press('Write it');
    await state(`Claude Code in ${folder}`, true);
    expect(readFileSync(`${folder}/.mcp.json`, 'utf8')).toContain('"pilothouse"');
    expect(scene.read(claude)).toBe(files[claude]);
    sheet = await change(`Claude Code in ${folder}`);
    await sheet.getByRole('radio', { name: 'Take out' }).click();
    await press('Take it out');
    await toggle(`Claude Code in ${folder}`).waitFor({ state: 'detached' });
    expect(readdirSync(folder)).toEqual([]);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('each earlier version is compared and restored, byte for byte', async () => {
    const { page, stage, change, press, read } = scene;
    const kept = `${stage.home}/backups/codex`;
    const copies = readdirSync(kept).filter(name => /^config\.toml\.\d+$/.test(name));
    expect(copies.length).toBeGreaterThan(3);
    for (const name of copies) {
      const bytes = readFileSync(`${kept}/${name}`, 'utf8');
      const sheet = await change('Codex CLI');
      await sheet.getByRole('radio', { name: /^Versions/ }).click();
      await sheet.getByRole('button', { name: `Compare with version ${name.split('.').at(-1)}`, exact: true }).click();
      if (read(codex) === bytes) {
        await sheet.getByText('Nothing to write: the file is like this already.').waitFor();
        await page.keyboard.press('Escape');
        await sheet.waitFor({ state: 'detached' });
        continue;
      }
      await press('Restore');
      expect(read(codex)).toBe(bytes);
    }
  });

  test('a file that changes while its change is shown is compared anew, and the main action is dead at that moment', async () => {
    const { page, change, press, read, write } = scene;
    const sheet = await change('VS Code');
    await sheet.getByRole('button', { name: 'Write it' }).and(page.locator('[aria-disabled=false]')).waitFor();
    const seen = page.evaluate(whenChanged);
    const other = '{\n\t"servers": { "mine": { "command": "x" } }\n}\n';
    write(code, other);
    expect(await seen).toBe('true');
    await sheet.getByRole('group', { name: 'Difference' }).getByText('"mine"').first().waitFor();
    await press('Write it');
    expect(Object.keys(JSON.parse(read(code)).servers)).toEqual(['mine', 'pilothouse']);
    await undo('VS Code was connected.');
    await state('VS Code', false);
    expect(read(code)).toBe(other);
  });

  test('all that are left are switched on at once, and all undone', async () => {
    const { page, read } = scene;
    const off = [claude, code, '.config/zed/settings.json'];
    const before = off.map(read);
    await page
      .getByRole('region', { name: 'Agents', exact: true })
      .getByRole('button', { name: 'Switch on all' })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Write all' }).click();
    for (const name of ['Claude Code', 'VS Code', 'Zed']) await state(name, true);
    for (const name of off) expect(read(name)).toContain('pilothouse');
    await undo('were connected.');
    for (const name of ['Claude Code', 'VS Code', 'Zed']) await state(name, false);
    expect(off.map(read)).toEqual(before);
  });

  test('J and K choose, Space switches, Enter opens, C copies; the sheet has the focus and gives it back', async () => {
    const { page, row, read } = scene;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const leave = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    const chosen = page.getByRole('list', { name: 'Agents on this machine' }).locator('li[aria-current=true]');
    await row('Gemini CLI').getByText('~/.gemini/settings.json').click();
    const [first, next] = [await chosen.textContent(), await chosen.locator('+ li').textContent()];
    await page.keyboard.press('j');
    await expect.poll(() => chosen.textContent()).toBe(next);
    await page.keyboard.press('k');
    await expect.poll(() => chosen.textContent()).toBe(first);
    await page.keyboard.press(' ');
    await state('Gemini CLI', false);
    expect(read(gemini)).not.toContain('pilothouse');
    await leave();
    await page.keyboard.press(' ');
    await state('Gemini CLI', true);
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('dialog', { name: /Gemini CLI$/ });
    await sheet.waitFor();
    expect(await sheet.evaluate(one => one.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    const button = page.getByRole('button', { name: 'Change of Gemini CLI' });
    await button.click();
    await sheet.waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => button.evaluate(one => one === document.activeElement)).toBe(true);
    await leave();
    await page.keyboard.press('c');
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(await page.getByLabel('snippet of Gemini CLI', { exact: true }).innerText());
  });

  test('what one would paste by hand is there again, in each form', async () => {
    const { page } = scene;
    await page.getByRole('button', { name: 'Snippet of Gemini CLI', exact: true }).click();
    const pane = page.getByRole('region', { name: 'Snippets of Gemini CLI' });
    const text = pane.getByLabel('snippet of Gemini CLI', { exact: true });
    const launcher = JSON.parse(scene.read(gemini).replace('// mine', '')).mcpServers.pilothouse.command as string;
    expect(existsSync(launcher)).toBe(true);
    for (const [form, says] of [
      ['Own command', 'gemini mcp add --scope user pilothouse '],
      ['Command', launcher],
      ['settings.json', '"mcpServers"'],
    ] as const) {
      await pane.getByRole('radio', { name: form, exact: true }).click();
      await text.filter({ hasText: says }).waitFor();
    }
    await pane.getByRole('radio', { name: 'Address (HTTP)' }).click();
    await text.filter({ hasText: '"httpUrl"' }).waitFor();
    expect(await pane.textContent()).not.toMatch(/ph_[a-z]/);
  });

  test('a change that is answered late closes no sheet but its own', async () => {
    const { page, stage, change } = scene;
    const first = await change('Zed');
    const write = first.getByRole('button', { name: 'Write it' }).and(page.locator('[aria-disabled=false]'));
    await write.waitFor();
    stage.hub.kill('SIGSTOP');
    try {
      await write.click();
      await page.keyboard.press('Escape');
      await first.waitFor({ state: 'detached' });
      await change('VS Code');
    } finally {
      stage.hub.kill('SIGCONT');
    }
    await page.locator('.notice').filter({ hasText: 'Zed was connected.' }).waitFor();
    expect(await page.getByRole('dialog', { name: 'Connect VS Code' }).count()).toBe(1);
    await page.keyboard.press('Escape');
  });

  test('nothing of it troubled the page', () => expect(scene.panel.troubles).toEqual([]));
});

/** In the page: whether the main action was dead when the sheet said that the file was changed. */
function whenChanged(): Promise<string | null> {
  return new Promise(done => {
    const isSaid = () =>
      document.querySelector('[role=dialog]')?.textContent?.includes('The file was changed meanwhile.');
    const watch = new MutationObserver(() => {
      if (!isSaid()) return;
      watch.disconnect();
      done(document.querySelector('[role=dialog] [data-first]')?.getAttribute('aria-disabled') ?? null);
    });
    watch.observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true });
  });
}
