// Takes from an installed app the switches by which another program could look into it or run code in it.
import type { App } from 'electron';

/** Chromium reads them after the app's own first lines, so that removing them here comes in time. */
export const dangerousSwitches = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-allow-origins',
  'inspect',
  'inspect-brk',
  'load-extension',
  'disable-extensions-except',
  'disable-web-security',
  'allow-running-insecure-content',
  'host-rules',
  'host-resolver-rules',
  'js-flags',
] as const;

/** Does nothing to a copy that runs from its sources, which its developer may look into. */
export function dropDangerousSwitches({ isPackaged, commandLine }: Pick<App, 'isPackaged' | 'commandLine'>): void {
  if (!isPackaged) return;
  for (const name of dangerousSwitches) commandLine.removeSwitch(name);
}
