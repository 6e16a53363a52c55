// The two peers, each as its own documentation starts it for the Chromium at hand: headless, with a profile of its own for this run.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { providedPath, repositoryRoot } from '../../support/provided.ts';
import { type Driver, refsIn } from './driver.ts';
import { McpAgent } from './mcp-agent.ts';
import { descendantsOf } from './processes.ts';

const folder = join(repositoryRoot, 'test/bench/peers');

const scrollScript = 'scrollBy(0, innerHeight)';

/** Inner size of every browser in pixels. */
export const view = { width: 1280, height: 720 };

/** Installs the peers that are pinned in test/bench/peers where one of these is missing. */
export function installPeers(names: readonly string[]): void {
  if (names.every(name => existsSync(join(folder, 'node_modules', name, 'package.json')))) return;
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
}

function programOf(name: string): string {
  const file = join(folder, 'node_modules', name, 'package.json');
  const { bin } = JSON.parse(readFileSync(file, 'utf8')) as { bin: Record<string, string> };
  const [program = ''] = Object.values(bin);
  return join(folder, 'node_modules', name, program);
}

/** `@playwright/mcp`. It acts on its current tab, and stays on it when the page opens another one in front. */
export async function startPlaywright(home: string): Promise<Driver> {
  const agent = await McpAgent.start({
    command: process.execPath,
    args: [
      programOf('@playwright/mcp'),
      ...['--headless', '--isolated', '--no-sandbox', '--executable-path', providedPath('chromium')],
      ...['--viewport-size', `${view.width}x${view.height}`, '--output-dir', join(home, 'playwright')],
    ],
    cwd: home,
    env: environmentOf(home),
  });
  const script = (expression: string) => agent.call('browser_evaluate', { function: `() => (${expression})` });
  const read = () => agent.call('browser_snapshot', {});
  return {
    name: '@playwright/mcp',
    open: async url => void (await agent.call('browser_navigate', { url })),
    cover: async url => void (await script(`void open(${JSON.stringify(url)})`)),
    navigate: url => agent.call('browser_navigate', { url }),
    read,
    find: text => agent.call('browser_find', { text }),
    click: target => agent.call('browser_click', { target }),
    type: (target, text) => agent.call('browser_type', { target, text }),
    fill: entries =>
      agent.call('browser_fill_form', {
        fields: entries.map(({ ref, name, kind, value }) => ({ target: ref, name, type: kind, value })),
      }),
    drag: (startTarget, endTarget) => agent.call('browser_drag', { startTarget, endTarget }),
    scrollDown: () => script(scrollScript),
    screenshot: () => agent.call('browser_take_screenshot', {}),
    wholeScreenshot: () => agent.call('browser_take_screenshot', {}),
    script,
    list: () => agent.call('browser_tabs', { action: 'list' }),
    refsOf: async names => refsIn((await read()).text, names, /\[ref=(\w+)\]/),
    toolList: () => agent.toolList(),
    processes: () => descendantsOf(agent.pid),
    close: () => agent.close(),
  };
}

/** `chrome-devtools-mcp`. Each call names its page by an id, wherever that page lies. */
export async function startDevtools(home: string): Promise<Driver> {
  const agent = await McpAgent.start({
    command: process.execPath,
    args: [
      programOf('chrome-devtools-mcp'),
      ...['--headless', '--isolated', '--executablePath', providedPath('chromium'), '--chromeArg=--no-sandbox'],
      // The last three ask other machines.
      ...['--viewport', `${view.width}x${view.height}`, '--no-usage-statistics', '--no-performance-crux'],
    ],
    cwd: home,
    env: environmentOf(home),
  });
  const pageId = 1;
  const script = (expression: string) => agent.call('evaluate_script', { pageId, function: `() => (${expression})` });
  const read = () => agent.call('take_snapshot', { pageId });
  const navigate = (url: string) => agent.call('navigate_page', { pageId, type: 'url', url });
  return {
    name: 'chrome-devtools-mcp',
    open: async url => void (await navigate(url)),
    cover: async url => void (await agent.call('new_page', { url })),
    navigate,
    read,
    // It has no way to find: the agent reads the snapshot.
    find: read,
    click: uid => agent.call('click', { pageId, uid }),
    type: (uid, value) => agent.call('fill', { pageId, uid, value }),
    fill: entries =>
      agent.call('fill_form', { pageId, elements: entries.map(({ ref, value }) => ({ uid: ref, value })) }),
    drag: (from, to) => agent.call('drag', { pageId, from_uid: from, to_uid: to }),
    scrollDown: () => script(scrollScript),
    screenshot: () => agent.call('take_screenshot', { pageId }),
    wholeScreenshot: () => agent.call('take_screenshot', { pageId }),
    script,
    list: () => agent.call('list_pages', {}),
    refsOf: async names => refsIn((await read()).text, names, /uid=(\w+)/),
    toolList: () => agent.toolList(),
    processes: () => descendantsOf(agent.pid),
    close: () => agent.close(),
  };
}

function environmentOf(home: string): Record<string, string> {
  return {
    HOME: home,
    PATH: process.env['PATH'] ?? '',
    CHROME_DEVTOOLS_MCP_NO_UPDATE_CHECKS: '1',
    CHROME_DEVTOOLS_MCP_NO_USAGE_STATISTICS: '1',
  };
}
