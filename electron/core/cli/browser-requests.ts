// The browsers of this machine on the command line: the same as the panel's. A browser that is switched on still waits for its approval
// in the panel, so nothing here widens access; each change stands in the audit with who asked for it.

import { locationOf } from '../../../native-host/manifests/machine-plans.ts';
import { installForMachine, machineStep, uninstallForMachine } from '../../../native-host/manifests/machine-wide.ts';
import { switchBrowsers } from '../../../native-host/manifests/switching.ts';
import { hubError } from '../../../words/hub-error.ts';
import type { BrowserResult } from '../../../contract/schemas/browsers.ts';
import type { CliParsedParams } from '../../../contract/schemas/cli.ts';
import type { MachineBrowsers } from '../browsers/machine/machine-browsers.ts';
import type { ManifestWatch } from '../browsers/machine/manifest-watch.ts';
import type { RuleChanges } from '../permissions/rule-changes.ts';
import type { CliCommands } from './cli-peer.ts';

export interface BrowserCommandServices {
  readonly machineBrowsers: MachineBrowsers;
  readonly manifestWatch: Pick<ManifestWatch, 'look'>;
  readonly changes: Pick<RuleChanges, 'made'>;
}

type Answered = 'browsers:list' | 'browsers:who' | 'browsers:switch';

export function browserCommands(services: BrowserCommandServices): Pick<CliCommands, Answered> {
  const { machineBrowsers: machine, manifestWatch: watch, changes } = services;
  return {
    'browsers:list': () => machine.list(),
    'browsers:who': async ({ browserId }) => ({ answers: await machine.whoAnswers(browserId) }),
    'browsers:switch': async (ask, { asker }) => {
      const { act, host, dryRun, system } = ask;
      const results = await (system ? forMachine(machine, ask) : switchBrowsers(machine.context(host), ask));
      if (dryRun) return { results };
      for (const { kind, browserId } of results)
        if (kind === 'done')
          changes.made(asker, 'browsers:switch', {
            kind: 'manifest-set',
            host,
            browser: browserId,
            isInstalled: act !== 'uninstall',
          });
      await watch.look();
      return { results };
    },
  };
}

/** One browser, because each is a command of an administrator. */
async function forMachine(
  machine: MachineBrowsers,
  { act, browserId, host, dryRun, replace }: CliParsedParams<'browsers:switch'>,
): Promise<BrowserResult[]> {
  const context = machine.context(host);
  if (browserId === undefined) {
    const known = (await machine.manifestRows()).filter(row => row.host === host).map(row => row.browserId);
    throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'no-such-browser', browser: '', extension: null, known });
  }
  const { name } = locationOf(context, browserId);
  const steps = [await machineStep(context, browserId, { act, replace })];
  if (dryRun) return [{ kind: 'planned', browserId, name, steps }];
  const row = await (act === 'uninstall'
    ? uninstallForMachine(context, browserId)
    : installForMachine(context, browserId, replace || act === 'repair'));
  return [{ kind: 'done', browserId, name, steps, row }];
}
