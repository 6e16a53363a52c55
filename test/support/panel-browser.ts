// A headless Chromium for the panel's own page, beside whatever browser the hub drives.
import { type Browser, chromium } from 'playwright';
import { providedPath } from './provided.ts';

/** Without an extension, and without anything that would call out of this machine. */
export function launchPanelBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: providedPath('chromium'),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  });
}
