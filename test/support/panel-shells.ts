// The two shells that show the panel: a page that a headless hub serves, and the desktop app. What is told of a screen is told over both.
import { dirname } from 'node:path';
import { launchApp } from './electron.ts';
import { openPanelPage, type PanelPage } from './panel-browser.ts';
import { type HubView, PanelClient } from './panel-client.ts';
import { Panel } from './panel-page.ts';
import { describeWith } from './provided.ts';
import { openStage, type Stage } from './stage.ts';
import { WindowHub } from './window-hub.ts';
import type { Page } from 'playwright';

export interface PanelShell {
  /** In which the panel is open, 1440 x 900 and dark. */
  readonly page: Page;
  readonly panel: Panel;
  /** The same hub as a program sees it. */
  readonly hub: HubView;
  /** The hub's data home. */
  readonly home: string;
  /** The hub's well-known root, in which browsers may keep their profiles. */
  readonly folder: string;
  close(): Promise<void>;
}

const shells = [
  { kind: 'served', name: 'a served page', needs: ['chromium'], open: openServed },
  { kind: 'desktop', name: 'the desktop app', needs: ['chromium', 'electron', 'display'], open: openDesktop },
] as const;
type Kind = (typeof shells)[number]['kind'];
type Suite = (open: () => Promise<PanelShell>, kind: Kind) => void;

/** The same suite over both; what it keeps between its tests is its own each time. */
export function describeOver(title: string, suite: Suite): void {
  for (const { kind, name, needs, open } of shells)
    describeWith(needs, `${title}, in ${name}`, () => suite(open, kind));
}

export interface StagePanel extends PanelPage {
  readonly stage: Stage;
}

/** The panel of a fresh hub by the address that it printed, as its user opens it. */
export async function openStagePanel(): Promise<StagePanel> {
  const stage = await openStage();
  const opened = await openPanelPage();
  await opened.panel.open(stage.url);
  const close = async () => {
    await opened.close();
    await stage.close();
  };
  return { ...opened, stage, close };
}

async function openServed(): Promise<PanelShell> {
  const stage = await openStage();
  const hub = await PanelClient.open(stage.url);
  const { page, panel, close: closePage } = await openPanelPage();
  await panel.open(await stage.freshUrl(hub));
  const close = async () => {
    await hub.close();
    await closePage();
    await stage.close();
  };
  return { page, panel, hub, home: stage.home, folder: stage.userHome, close };
}

async function openDesktop(): Promise<PanelShell> {
  const { window: page, home, close } = await launchApp();
  const panel = new Panel(page, 'desktop-');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 1440, height: 900 });
  return { page, panel, hub: await WindowHub.open(page), home, folder: dirname(home), close };
}
