// A headless Chromium for the panel's own page, beside whatever browser the hub drives.
import { type Browser, chromium, type Page } from 'playwright';
import { quietSwitches } from './chromium.ts';
import { Panel } from './panel-page.ts';
import { providedPath } from './provided.ts';

export interface PanelPage {
  /** 1440 x 900 and dark. */
  readonly page: Page;
  readonly panel: Panel;
  /** Ends its browser too. */
  close(): Promise<void>;
}

/** Without an extension, and without anything that would call out of this machine. */
export function launchPanelBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: providedPath('chromium'), args: quietSwitches });
}

/** A page for one panel, in a browser of its own. */
export async function openPanelPage(): Promise<PanelPage> {
  const browser = await launchPanelBrowser();
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: 'dark' });
  return { page, panel: new Panel(page), close: () => browser.close() };
}
