// `pilothouse install-command`: puts this command into the PATH, or takes it out again. It needs no hub.
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { commandState, installCommand, removeCommand } from '../core/platform/path-command.ts';
import { printAnswer } from './print-answer.ts';
import type { InstalledCommand } from '../../contract/schemas/command-requests.ts';
import type { CliWords } from './words/cli-words.ts';

export interface InstallOptions {
  readonly folder?: string;
  readonly remove: boolean;
  readonly json: boolean;
}

export async function installInPath(dataHome: string, options: InstallOptions, words: CliWords): Promise<void> {
  const folder = options.folder === undefined ? undefined : resolve(options.folder);
  const place = { os: process.platform, env: process.env, homeDir: homedir(), dataHome, folder };
  const before = await commandState(place);
  const command = await (options.remove ? removeCommand : installCommand)(place);
  printAnswer(options.json, command, () =>
    options.remove ? [words.commandRemoved(before.file)] : installedLines(command, words),
  );
}

function installedLines({ file, target, toAdd }: InstalledCommand, words: CliWords): string[] {
  const leads = words.commandInstalled(file, target);
  return toAdd === null ? [leads] : [leads, words.notInPath(toAdd.to), `  ${toAdd.line}`];
}
