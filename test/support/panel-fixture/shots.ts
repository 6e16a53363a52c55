// Looks at every screen of the panel in both themes and two sizes: pictures, accessibility findings, console messages.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import axe from 'axe-core';
import { chromium, type Page } from 'playwright';
import { extendedSnapshot } from './extended.ts';
import { createFixtureHub } from './hub.ts';
import { serveFixture } from './serve.ts';
import { emptySnapshot, fixtureSnapshot } from './snapshot.ts';
import { fixtureTrace } from './traces.ts';

const [folder = '', chosen = '', locale = 'en'] = process.argv.slice(2);
if (folder === '') throw new Error('Name the folder for the pictures: node shots.ts FOLDER [SCREEN [LANGUAGE]].');

const sizes = [
  [1440, 900],
  [800, 600],
] as const;

const looks: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  overview: page => go(page, 'overview'),
  traces: page => go(page, 'traces'),
  'traces-detail': async page => {
    await go(page, 'traces');
    await page
      .getByRole('row', { name: /computer/ })
      .filter({ hasText: 'grant' })
      .last()
      .click();
    await page.getByRole('tree', { name: 'Response payload' }).waitFor();
  },
  'traces-filter': async page => {
    await go(page, 'traces');
    await page.keyboard.press('/');
    await page.keyboard.type('not method:ping (agent:"Claude Code" or size>90kB) status:');
    await page
      .getByRole('option', { name: /refused/ })
      .waitFor({ timeout: 3_000 })
      .catch(() => console.log('no options'));
    await page.waitForTimeout(400);
  },
  'traces-bad-filter': async page => {
    await go(page, 'traces');
    await page.getByRole('combobox', { name: 'Filter entries' }).fill('tool:nav latency>fast');
    await page.waitForTimeout(400);
  },
  'traces-columns': async page => {
    await go(page, 'traces');
    await page.getByRole('combobox', { name: 'Filter entries' }).fill('');
    await page.getByRole('button', { name: 'Choose columns' }).click();
    await page.waitForTimeout(300);
  },
  'traces-lanes': async page => {
    await go(page, 'traces');
    await page.getByRole('radio', { name: 'Lanes' }).click();
    await page.waitForTimeout(800);
    await page.keyboard.press('k');
    await page.waitForTimeout(600);
  },
  'traces-compare': async page => {
    await go(page, 'traces');
    await page.getByRole('radio', { name: 'Table' }).click();
    await page.waitForTimeout(400);
    for (const key of ['k', 'k', 'x', 'c', 'k', 'k']) {
      await page.keyboard.press(key);
      await page.waitForTimeout(200);
    }
    await page.waitForTimeout(400);
  },
  doctor: page => go(page, 'doctor'),
  tabs: page => go(page, 'tabs'),
  'tabs-detail': page => go(page, 'tabs/browser-work%3A42'),
  permissions: page => go(page, 'permissions'),
  agents: page => go(page, 'agents'),
  'agents-detail': page => go(page, 'agents/agent_77c4'),
  catalogue: page => go(page, 'catalogue'),
  'catalogue-alike': async page => {
    await go(page, 'catalogue');
    await page.getByRole('row', { name: /filesytem/ }).click();
    await page.waitForTimeout(400);
  },
  'catalogue-none': async page => {
    await go(page, 'catalogue');
    await page.getByRole('searchbox').fill('nothing of the kind');
    await page.waitForTimeout(400);
  },
  'catalogue-sources': page => go(page, 'catalogue?sources'),
  'catalogue-add': async page => {
    await go(page, 'catalogue');
    await page.getByRole('row', { name: /postgres-reader/ }).click();
    await page.getByRole('button', { name: 'Add…' }).click();
    await page.waitForTimeout(600);
  },
  'catalogue-installs': page => go(page, 'catalogue?install=atlas-db'),
  'catalogue-installed': page => go(page, 'catalogue?install=memory'),
  'catalogue-failed': page => go(page, 'catalogue?install=voice-notes'),
  'catalogue-bundle': page => go(page, 'catalogue?bundle=b1'),
  servers: page => go(page, 'servers/postgres'),
  'servers-approve': page => go(page, 'servers/fetch'),
  'servers-approve-again': page => go(page, 'servers/linear'),
  'servers-log': page => go(page, 'servers/postgres%2Flog'),
  'servers-tools': page => go(page, 'servers/github%2Ftools'),
  'servers-resources': page => go(page, 'servers/everything%2Fresources'),
  'servers-prompts': page => go(page, 'servers/everything%2Fprompts'),
  'servers-environment': page => go(page, 'servers/postgres%2Fenvironment'),
  'servers-sandbox': page => go(page, 'servers/filesystem%2Fsandbox'),
  'servers-asleep': page => go(page, 'servers/memory'),
  'servers-asleep-config': page => go(page, 'servers/memory%2Fconfig'),
  'servers-config': page => go(page, 'servers/everything%2Fconfig'),
  'servers-edit': async page => {
    await go(page, 'servers/postgres%2Fconfig');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog').waitFor();
    await page.waitForTimeout(400);
  },
  'servers-sign-in': async page => {
    await go(page, 'servers/sentry');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('dialog').waitFor();
    await page.waitForTimeout(400);
  },
  'servers-add': page => go(page, 'servers/+'),
  'servers-add-address': async page => {
    await go(page, 'servers/+');
    await page.getByRole('textbox', { name: 'Command line' }).fill('https://mcp.linear.app/sse');
    await page.getByRole('button', { name: 'Add a header' }).click();
    await page.waitForTimeout(300);
  },
  'servers-open-values': page => go(page, 'servers/fetch'),
  'servers-import': async page => {
    await go(page, 'servers/+');
    await page.getByRole('radio', { name: 'Import' }).click();
    await page.waitForTimeout(300);
  },
  'servers-import-list': async page => {
    await go(page, 'servers/+');
    await page.getByRole('radio', { name: 'Import' }).click();
    await page.getByRole('button', { name: 'Import from Claude Code' }).click();
    await page.getByRole('button', { name: /^Add \d/ }).waitFor();
  },
  'servers-export': async page => {
    await go(page, 'servers');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('combobox', { name: 'For' }).selectOption('codex');
    await page.getByText('Left out').waitFor();
  },
  tools: page => go(page, 'tools/computer'),
  shortcuts: page => go(page, 'tools/shortcuts%3A0d62e81fa95c'),
  'tools-review': page => go(page, 'tools/github%2Fcreate_issue'),
  'tools-new': page => go(page, 'tools/github%2Fmerge_pull_request'),
  connect: page => go(page, 'connect/agents'),
  'connect-sheet': async page => {
    await go(page, 'connect/browsers');
    await page.getByRole('switch', { name: 'Connect Firefox', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    await page.waitForTimeout(400);
  },
  'connect-change': async page => {
    await go(page, 'connect/agents');
    await openChange(page, 'Change of Codex CLI', 'Change');
  },
  'connect-versions': async page => {
    await go(page, 'connect/agents');
    await openChange(page, 'Look at the file of Goose', null);
  },
  'connect-unreadable': async page => {
    await go(page, 'connect/agents');
    await openChange(page, 'Look at the file of Gemini CLI', null);
  },
  'connect-lost': page => go(page, 'connect/agents%2Fcursor'),
  'connect-broken': async page => {
    await go(page, 'connect/agents%2Fgoose');
    await page.getByText('is broken at line').waitFor();
  },
  'connect-switch-all': async page => {
    await go(page, 'connect/agents');
    await page
      .getByRole('region', { name: 'Agents', exact: true })
      .getByRole('button', { name: 'Switch on all' })
      .click();
    await page.getByRole('dialog').waitFor();
    await page.waitForTimeout(400);
  },
  'connect-all': async page => {
    await go(page, 'connect/agents');
    await page.getByRole('button', { name: 'Show all' }).click();
  },
  'connect-browsers': page => go(page, 'connect/browsers'),
  'connect-who': page => go(page, 'connect/who'),
  'connect-companion': page => go(page, 'connect/companion'),
  'connect-endpoints': page => go(page, 'connect/endpoints'),
  'connect-guide': async page => {
    await go(page, 'connect/agents');
    await page.getByRole('button', { name: 'Guide' }).click();
    await page.getByRole('dialog').waitFor();
    await page.waitForTimeout(400);
  },
  'connect-replace': async page => {
    await go(page, 'connect/who');
    await page.getByRole('button', { name: /^Use Pilothouse for Claude in Chrome/ }).click();
    await page.getByRole('dialog').waitFor();
    await page.waitForTimeout(400);
  },
  'connect-machine': async page => {
    await go(page, 'connect/who');
    await page.getByRole('button', { name: /^(For the whole machine|Für den ganzen Rechner): / }).click();
    await page.getByRole('dialog').waitFor();
    await page.waitForTimeout(400);
  },
  'connect-made': async page => {
    await go(page, 'connect/agents');
    await page.getByRole('button', { name: 'Any other agent' }).click();
    await page.getByLabel('Name of the agent').fill('Claude Code on the laptop');
    await page.getByRole('button', { name: 'Make a credential' }).click();
    await page.getByText('is shown this once').scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: 'Done' }).click();
  },
  models: page => go(page, 'models/qwen2-5-7b'),
  'models-list': page => go(page, 'models'),
  'models-changed': page => go(page, 'models/phi'),
  'models-refused': page => go(page, 'models/openai'),
  'models-many': page => go(page, 'models/openrouter%2Fmodels'),
  'models-models': page => go(page, 'models/ollama%2Fmodels'),
  'models-usage': page => go(page, 'models/anthropic%2Fusage'),
  'models-limits': page => go(page, 'models/anthropic%2Flimits'),
  'models-log': page => go(page, 'models/qwen2-5-7b%2Flog'),
  'models-config': page => go(page, 'models/anthropic%2Fconfig'),
  'models-program-config': page => go(page, 'models/qwen2-5-7b%2Fconfig'),
  'models-prices': page => go(page, 'models/$'),
  'models-add-local': page => go(page, 'models/+local'),
  'models-add-key': page => go(page, 'models/+key'),
  'models-add-address': page => go(page, 'models/+address'),
  'models-add-file': page => go(page, 'models/+file'),
  'models-alias': async page => {
    await go(page, 'models');
    await page.getByRole('button', { name: 'Add alias' }).click();
  },
  plugins: page => go(page, 'servers/plugins%3Adecode@plugins.example'),
  'plugins-list': page => go(page, 'servers/plugins%3A'),
  'plugins-changed': page => go(page, 'servers/plugins%3Atime@plugins.example'),
  'plugins-refused': page => go(page, 'servers/plugins%3Ash@unknown.example'),
  'plugins-away': page => go(page, 'servers/plugins%3Aclips@northwind.example'),
  settings: page => go(page, 'settings'),
  'settings-secrets': async page => {
    await go(page, 'settings');
    await page.getByRole('form', { name: 'Add a secret' }).scrollIntoViewIfNeeded();
  },
  palette: async page => {
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search or run a command').fill('serv');
    await page.waitForTimeout(400);
  },
  'tabs-table': async page => {
    await go(page, 'tabs');
    if (await page.getByRole('radio', { name: 'Table' }).isVisible())
      await page.getByRole('radio', { name: 'Table' }).click();
  },
};

async function openChange(page: Page, name: string, change: string | null): Promise<void> {
  await page.getByRole('button', { name }).click();
  if (change) await page.getByRole('dialog').getByRole('radio', { name: change }).click();
  await page.waitForTimeout(900);
}

async function go(page: Page, path: string): Promise<void> {
  await page.evaluate(to => {
    location.hash = to;
  }, `#/${path}`);
  await page.waitForTimeout(900);
}

await mkdir(folder, { recursive: true });
const now = Date.now();
const busy = createFixtureHub(
  chosen.startsWith('servers-asleep') ? withSleeper(now) : extendedSnapshot(now),
  fixtureTrace(now, 600),
);
const empty = createFixtureHub(emptySnapshot(now), []);
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
const servers = [await serveFixture(busy), await serveFixture(empty)] as const;
const timer = setInterval(() => busy.pass(Date.now()), 300);

function withSleeper(at: number): ReturnType<typeof fixtureSnapshot> {
  const snapshot = fixtureSnapshot(at);
  const { memory } = snapshot.servers;
  if (!memory) return snapshot;
  const options = { ...memory.options, start: 'first-use' as const };
  const sleeper = {
    ...memory,
    state: { kind: 'asleep' as const, since: at - 1_500_000 },
    options,
    toolCount: 3,
    startMs: 1_380,
  };
  return { ...snapshot, servers: { ...snapshot.servers, memory: sleeper } };
}

async function look(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(folder, `${name}.png`) });
  // Evaluated beside the page's policy, which allows no inline script.
  await page.evaluate(axe.source);
  const { violations: found } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run());
  for (const { id, impact, nodes } of found) {
    console.log(`${name}: ${impact} ${id}`);
    for (const { html, failureSummary } of nodes.slice(0, 3))
      console.log(`   ${html.slice(0, 160)}\n   ${(failureSummary ?? '').replaceAll('\n', ' ').slice(0, 220)}`);
  }
}

try {
  for (const [width, height] of sizes) {
    for (const theme of ['dark', 'light'] as const) {
      for (const [index, server] of servers.entries()) {
        const context = await browser.newContext({
          viewport: { width, height },
          colorScheme: theme,
          bypassCSP: false,
          locale,
        });
        const page = await context.newPage();
        page.on(
          'console',
          message =>
            ['error', 'warning'].includes(message.type()) &&
            console.log(`console ${message.type()}: ${message.text()}`),
        );
        page.on('pageerror', error => console.log(`page error: ${error.message}`));
        await page.goto(server.freshUrl());
        await page.getByRole('navigation').first().waitFor();
        const names =
          index === 0
            ? Object.keys(looks)
            : [
                'overview',
                'traces',
                'tabs',
                'permissions',
                'agents',
                'servers',
                'tools',
                'connect',
                'catalogue',
                'models',
                'plugins-list',
              ];
        for (const name of names.filter(candidate => candidate.startsWith(chosen))) {
          await looks[name]?.(page);
          await look(page, `${index === 0 ? '' : 'empty-'}${name}-${theme}${width === 800 ? '-800' : ''}`);
          await page.keyboard.press('Escape');
        }
        await context.close();
      }
    }
  }
} finally {
  clearInterval(timer);
  await browser.close();
  await Promise.all(servers.map(server => server.stop()));
}
