// `npm start`: opens the desktop window where that is possible, and otherwise says why and serves the same panel to a browser.
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { decideShell, readExit } from './decide-shell.ts';
import { provideElectron } from './electron-binary.ts';
import { runElectron } from './run-electron.ts';
import { parseStartOptions, type StartOptions } from './start-options.ts';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const orphanCheckMs = 500;

await start().catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
});

async function start(): Promise<void> {
  stopWithNpm();
  const options = parseStartOptions(process.argv.slice(2));
  const decision = decideShell({
    forced: options.headless,
    os: process.platform,
    uid: process.getuid?.() ?? null,
    env: process.env,
    findElectron: () => provideElectron(process.env, say),
  });
  if (decision.kind === 'window') return startWindow(decision.electron, options);
  if (decision.reason) say(decision.reason);
  return startHeadless(options);
}

async function startWindow(electron: string, options: StartOptions): Promise<void> {
  const exit = await runElectron(electron, [root, ...options.forWindow], process.env);
  if (readExit(exit) === 'done') {
    process.exitCode = exit.asked ? 0 : (exit.code ?? 1);
    return;
  }
  const how = exit.signal ? `signal ${exit.signal}` : `code ${exit.code}`;
  say(
    `No window, because Electron ended at once with ${how} (its own words are above); the panel is served to your browser instead.`,
  );
  await startHeadless(options);
}

/** The command line runs in this process, so that a signal reaches it directly. */
async function startHeadless(options: StartOptions): Promise<void> {
  const cli = path.join(root, 'dist/headless/pilothouse.js');
  process.argv = [process.execPath, cli, 'serve', ...options.forHeadless];
  // `pilothouse` without a command came from there: the same address would be the module that is loaded already.
  await import(`${pathToFileURL(cli).href}?serve`);
}

/** A shell between npm and us dies of the signal that npm passes on, without passing it further: notice that and stop too. */
function stopWithNpm(): void {
  if (process.env['npm_lifecycle_event'] !== 'start') return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, orphanCheckMs);
  timer.unref();
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
