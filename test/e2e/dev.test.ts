// `npm run dev` on a copy of the project: a change of the panel is seen without loading anew, a change of the hub starts it again.
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { builderConfig } from '../../resources/packaging/builder-config.mjs';
import { launchPanelBrowser } from '../support/panel-browser.ts';
import { until } from '../support/panel-client.ts';
import { Panel } from '../support/panel-page.ts';
import { describeWith, repositoryRoot } from '../support/provided.ts';
import type { Browser, Page } from 'playwright';

/** What is built, served or started from; the tests and the pictures are not. */
const copied = ['contract', 'words', 'electron', 'native-host', 'renderer', 'resources', 'dist', 'package.json'];
const scripts = ['build.mjs', 'vite.config.ts', 'tsconfig.json', 'tsconfig.base.json'];

describeWith(['chromium'], 'npm run dev', () => {
  let folder: string;
  let project: string;
  let dev: ChildProcess;
  let said = '';
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pilothouse-dev-'));
    project = join(folder, 'project');
    for (const name of [...copied, ...scripts])
      cpSync(join(repositoryRoot, name), join(project, name), { recursive: true, preserveTimestamps: true });
    symlinkSync(join(repositoryRoot, 'node_modules'), join(project, 'node_modules'), 'junction');
    dev = startDev(project, join(folder, 'data'), text => {
      said += text;
    });
    browser = await launchPanelBrowser();
    page = await browser.newPage();
    await new Panel(page).open(await address());
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
  });

  afterAll(async () => {
    await browser?.close();
    if (dev.exitCode === null) {
      const ended = new Promise(resolve => dev.once('close', resolve));
      dev.kill('SIGTERM');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  });

  const printed = () => /http:\/\/127\.0\.0\.1:(\d+)\/#token=\S+/.exec(said);
  async function address(): Promise<string> {
    await until(() => printed() !== null, 'the address of the panel is printed');
    return printed()?.[0] ?? '';
  }
  const edit = (name: string, change: (text: string) => string) => {
    const file = join(project, name);
    writeFileSync(file, change(readFileSync(file, 'utf8')));
  };

  test('a change of a component is seen at once, and what was typed stays', async () => {
    await page.getByRole('link', { name: /^Agents/ }).click();
    const filter = page.getByRole('searchbox');
    await filter.fill('what was typed');
    edit('renderer/screens/agents/agents-screen.tsx', text => text.replaceAll("t('Agents')", "'Agents, edited'"));
    await page.getByRole('heading', { name: 'Agents, edited' }).waitFor();
    expect(await filter.inputValue()).toBe('what was typed');
  });

  test('a change of the hub starts it again, and the panel is back by itself', async () => {
    const lost = page.locator('[data-link="lost"]').waitFor({ state: 'attached' });
    edit('electron/core/hub.ts', text => `${text}\nprocess.title = 'edited';\n`);
    await until(() => said.includes('The hub is started again'), 'the hub is started again');
    await lost;
    await page.locator('[data-link="open"]').waitFor({ state: 'attached' });
    expect(await page.getByRole('searchbox').inputValue()).toBe('what was typed');
  });

  test.each([
    ['from a page of another origin', 'http://127.0.0.1:1', 403],
    ['from no page', undefined, 403],
  ])('a WebSocket %s gets no way to the hub', async (_who, origin, status) => {
    const socket = new WebSocket(`ws://127.0.0.1:${printed()?.[1]}/panel`, origin === undefined ? {} : { origin });
    socket.on('error', () => {});
    const answer = await new Promise<number | undefined>(resolve =>
      socket.once('unexpected-response', (_request, response) => resolve(response.statusCode)),
    );
    expect(answer).toBe(status);
  });

  test.each([[{ token: 'guessed' }], [{ key: 'guessed' }]])(
    'the proof %j is refused as the hub refuses it',
    async proof => {
      const origin = `http://127.0.0.1:${printed()?.[1]}`;
      const socket = new WebSocket(`${origin.replace('http', 'ws')}/panel`, { origin });
      socket.once('open', () => socket.send(JSON.stringify(proof)));
      expect(await new Promise(resolve => socket.once('close', resolve))).toBe(4401);
    },
  );

  test('the page may run and load nothing but its own, and the files beside the panel are nobody’s', async () => {
    const origin = `http://127.0.0.1:${printed()?.[1]}`;
    const served = await fetch(`${origin}/`);
    expect(served.headers.get('content-security-policy')).toMatch(
      /default-src 'none'; script-src 'self' 'nonce-[^']+'; /,
    );
    expect(served.headers.get('access-control-allow-origin')).toBeNull();
    expect((await fetch(`${origin}/@fs${join(project, 'package.json')}?raw`)).status).toBe(403);
  });

  test('nothing of it is in what is packed', () => {
    const { files, extraResources } = builderConfig({ root: '/app', work: '/work', out: '/out', electron: null });
    const from = extraResources.map(resource => resource.from.replace('/app/', ''));
    const packed = [...files.filter(file => typeof file === 'string' && !file.startsWith('!')), ...from].join(' ');
    expect(packed).not.toMatch(/resources|vite|dev/);
    const built = globSync('dist/{main,core,chunks,preload,renderer,relay,runner,headless,launch}/**/*.{js,cjs,html}', {
      cwd: repositoryRoot,
    });
    expect(built.length).toBeGreaterThan(20);
    const dev = /@vite\/client|--panel-server|import\.meta\.hot|resources\/dev/;
    expect(built.filter(file => dev.test(readFileSync(join(repositoryRoot, file), 'utf8')))).toEqual([]);
  });
});

function startDev(cwd: string, home: string, hear: (text: string) => void): ChildProcess {
  const hub = ['--mcp-port', '0', '--well-known-root', join(home, 'root')];
  const args = ['resources/dev/dev.mjs', '--port', '0', '--home', home, '--', ...hub];
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', hear);
  return child;
}
