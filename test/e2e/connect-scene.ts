// What tests of the agents' pane begin with: a hub on a home in which agents have files of their own, and the panel's page on Connect.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { launchPanelBrowser } from '../support/panel-browser.ts';
import { Panel } from '../support/panel-page.ts';
import { openStage, type Stage } from '../support/stage.ts';
import type { Locator, Page } from 'playwright';

export interface ConnectScene {
  readonly stage: Stage;
  readonly page: Page;
  readonly panel: Panel;
  /** A file below the home. */
  path(name: string): string;
  read(name: string): string;
  write(name: string, text: string): void;
  row(title: string): Locator;
  /** Opens the change of a row and gives its sheet. */
  change(row: string): Promise<Locator>;
  /** Presses the main action of the open sheet, once it lives, and waits until the sheet is closed. */
  press(action: 'Write it' | 'Take it out' | 'Restore'): Promise<void>;
  end(): Promise<void>;
}

export async function openConnectScene(files: Readonly<Record<string, string>>): Promise<ConnectScene> {
  const stage = await openStage();
  const path = (name: string) => join(stage.userHome, name);
  const write = (name: string, text: string) => {
    mkdirSync(dirname(path(name)), { recursive: true });
    writeFileSync(path(name), text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  const browser = await launchPanelBrowser();
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: 'dark' });
  const panel = new Panel(page);
  await panel.open(stage.url);
  await panel.go('Connect');
  const sheet = page.getByRole('dialog');
  const row = (title: string) =>
    page.getByRole('list', { name: 'Agents on this machine' }).getByRole('listitem').filter({ hasText: title }).first();
  return {
    stage,
    page,
    panel,
    path,
    read: name => readFileSync(path(name), 'utf8'),
    write,
    row,
    change: async name => {
      await page
        .getByRole('button', { name: new RegExp(`^(?:Change of|Look at the file of) ${escaped(name)}$`) })
        .click();
      await sheet.waitFor();
      return sheet;
    },
    press: async action => {
      await sheet.getByRole('button', { name: action }).and(page.locator('[aria-disabled=false]')).click();
      await sheet.waitFor({ state: 'detached' });
    },
    end: async () => {
      await browser.close();
      await stage.close();
    },
  };
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
