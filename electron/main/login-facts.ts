// How the system is told to start this copy of the app at login.
import os from 'node:os';
import path from 'node:path';
import { app } from 'electron';
import type { AppOptions } from './app-options.ts';
import type { LoginFacts } from './login-item.ts';

export function loginFactsOf({ home }: AppOptions): LoginFacts {
  const { env, execPath, platform } = process;
  const config = env['XDG_CONFIG_HOME'] || path.join(os.homedir(), '.config');
  // An AppImage runs from a mount that is another one each time.
  const program = app.isPackaged ? [env['APPIMAGE'] || execPath] : [execPath, app.getAppPath()];
  const isUsualHome = home === path.join(os.homedir(), '.pilothouse');
  return {
    os: platform,
    app,
    autostartDir: path.join(config, 'autostart'),
    command: [...program, ...(isUsualHome ? [] : [`--home=${home}`])],
  };
}
