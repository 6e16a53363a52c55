// A user's machine before the first start: an empty home with a real agent and a real browser in it, the hub in either shell, the panel.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchChromium } from '../support/chromium.ts';
import { firstWindow, openAppPlace, startApp } from '../support/electron.ts';
import { type Firefox, launchFirefox } from '../support/firefox.ts';
import { openPlace } from '../support/hub-process.ts';
import { openPanelPage } from '../support/panel-browser.ts';
import { until } from '../support/panel-client.ts';
import { Panel } from '../support/panel-page.ts';
import { repositoryRoot } from '../support/provided.ts';
import { furnish, type RealAgent, runAgent } from '../support/real-agents.ts';
import { processesOf } from '../support/temp-home.ts';
import { serveOrderReader } from './agent-scene.ts';
import type { Page } from 'playwright';

export type Shell = 'served' | 'desktop';
export type BrowserKind = 'chromium' | 'firefox';

/** A shell on a home that may be started more than once. */
interface Machine {
  readonly userHome: string;
  /** Of whatever a user starts there. */
  readonly env: Readonly<Record<string, string>>;
  /** Starts the hub; answers with its panel as its user sees it first. */
  start(): Promise<{ readonly page: Page; readonly panel: Panel }>;
  end(): Promise<void>;
}

export interface FirstSteps {
  readonly userHome: string;
  page(): Page;
  panel(): Panel;
  /** Of the mouse or a key, anywhere in the panel since it was started last. */
  clicks(): Promise<number>;
  /** What "Load unpacked" does, or "Load Temporary Add-on". */
  load(): Promise<void>;
  /** Has the agent open and read the page; `meanwhile` runs once it has, and before the agent ends. Answers with what it printed. */
  ask(meanwhile: () => Promise<void>): Promise<string>;
  /** `kill -9` of every process: hub, browser, relays and what else they started. */
  killAll(): Promise<void>;
  /** The hub, and a browser that is open before anything is clicked. */
  start(): Promise<void>;
  end(): Promise<void>;
}

interface Cell {
  readonly shell: Shell;
  readonly browser: BrowserKind;
  readonly agent: RealAgent;
}

export async function openFirstSteps({ shell, browser, agent }: Cell): Promise<FirstSteps> {
  const machine = await machines[shell]();
  const { userHome, env } = machine;
  let meanwhile: () => Promise<void> = async () => {};
  const reader = await serveOrderReader(() => meanwhile());
  const home = { folder: userHome, env, model: reader.model.origin };
  furnish(agent, home);
  const its = userBrowsers[browser]({ userHome, env });
  const start = async () => {
    const shown = await machine.start();
    await shown.page.evaluate(countClicks);
    await its.open();
    return shown;
  };
  let shown = await start();
  return {
    userHome,
    page: () => shown.page,
    panel: () => shown.panel,
    clicks: () => shown.page.evaluate(() => Reflect.get(globalThis, 'clicksOfTest') as number),
    load: its.load,
    ask: async then => {
      meanwhile = then;
      const ask = agent.ask?.('What do the orders say?') ?? [];
      return (await runAgent(agent, ask, home)).printed;
    },
    killAll: () => endAll(userHome, 'SIGKILL', () => true),
    start: async () => {
      shown = await start();
    },
    end: async () => {
      await endAll(userHome, 'SIGKILL', () => true);
      await machine.end();
      await reader.close();
    },
  };
}

const machines: Readonly<Record<Shell, () => Promise<Machine>>> = {
  served: async () => {
    const place = openPlace();
    const { page, panel, close } = await openPanelPage();
    return {
      userHome: place.folder,
      env: place.env,
      start: async () => {
        const { url } = await place.serve();
        await panel.open(url);
        return { page, panel };
      },
      end: async () => {
        await close();
        await place.end();
      },
    };
  },
  desktop: async () => {
    const place = await openAppPlace();
    const userHome = join(place.folder, 'home');
    const env = { HOME: userHome, PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8' };
    return {
      userHome,
      env,
      start: async () => {
        const page = await firstWindow((await startApp(place)).app);
        return { page, panel: new Panel(page, 'desktop-') };
      },
      end: () => place.remove(),
    };
  },
};

interface UserBrowser {
  open(): Promise<void>;
  load(): Promise<void>;
}

/** Each in the profile in which it looks for the manifest that Connect writes. */
const userBrowsers: Readonly<Record<BrowserKind, (at: Pick<Machine, 'userHome' | 'env'>) => UserBrowser>> = {
  // It takes an extension from outside at its start alone.
  chromium: ({ userHome, env }) => ({
    open: async () => {},
    load: async () => {
      await endAll(userHome, 'SIGTERM', ([program = '']) => program.includes('chrom'));
      const extensionDir = join(repositoryRoot, 'dist/extension/chromium');
      await launchChromium({ extensionDir, userDataDir: join(userHome, '.config/chromium'), env });
    },
  }),
  firefox: ({ userHome, env }) => {
    let firefox: Firefox | null = null;
    return {
      open: async () => {
        firefox = await launchFirefox({ profile: join(userHome, 'firefox-profile'), env });
      },
      load: async () => void (await firefox?.loadCompanion()),
    };
  },
};

/** Until none is left, with what was started meanwhile. */
async function endAll(
  userHome: string,
  signal: NodeJS.Signals,
  which: (args: readonly string[]) => boolean,
): Promise<void> {
  await until(() => {
    const meant = processesOf(userHome).filter(pid => which(argumentsOf(pid)));
    for (const pid of meant) endOne(pid, signal);
    return meant.length === 0;
  }, 'every process ends');
}

function argumentsOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

function endOne(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended by itself meanwhile.
  }
}

/** In the page: whatever a mouse or a key pressed, and no script. */
function countClicks(): void {
  Reflect.set(globalThis, 'clicksOfTest', 0);
  const count = ({ isTrusted }: Event) => {
    if (isTrusted) Reflect.set(globalThis, 'clicksOfTest', Number(Reflect.get(globalThis, 'clicksOfTest')) + 1);
  };
  addEventListener('click', count, true);
}
