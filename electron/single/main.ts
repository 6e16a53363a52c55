// The one executable of an installed app: the command line and the relay are inside it, and the app's runners run on it.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { dropOverrides } from '../../contract/environment-overrides.ts';

/** What the app has in a folder beside this executable and starts as `pilothouse <file>`. */
const runners = 'runner';

void start();

/** The app and its launchers name a script first, as for any Node; this one runs its own and no other. */
async function start(): Promise<void> {
  if (!isRunner(process.argv[2] ?? '')) ignoreOverrides();
  const script = process.argv[2] ?? '';
  const name = path.isAbsolute(script) ? script.replaceAll('\\', '/') : '';
  if (name.endsWith('/relay.cjs')) {
    process.argv.splice(2, 1);
    await import('../../native-host/relay/main.ts');
  } else if (name === '' || name.endsWith('/headless/pilothouse.js')) {
    if (name !== '') process.argv.splice(2, 1);
    await import('../headless/pilothouse.ts');
  } else if (isRunner(script)) {
    process.argv.splice(1, 2, script);
    // An executable's own `require` knows what is inside it only.
    createRequire(script)(script);
  } else {
    process.stderr.write(`pilothouse: ${script} is none of its own scripts; run it with Node.\n`);
    process.exitCode = 1;
  }
}

/** Before anything else reads them. What a runner is given is for its server. */
function ignoreOverrides(): void {
  const dropped = dropOverrides(process.env);
  if (dropped !== null) process.stderr.write(`pilothouse: ${dropped}\n`);
}

/** Links are followed, so that none leads out of the folder. */
function isRunner(script: string): boolean {
  try {
    const folder = fs.realpathSync(path.join(path.dirname(process.execPath), runners));
    return path.dirname(fs.realpathSync(script)) === folder;
  } catch {
    return false;
  }
}
