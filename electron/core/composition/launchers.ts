// The launchers in the data home: of the relay that browsers start, and of the command line. What they lack is shown as a problem.
import { join } from 'node:path';
import { extensionIds } from '../../../contract/names.ts';
import { writeLaunchers } from '../../../native-host/manifests/launcher.ts';
import type { ManifestContext } from '../../../native-host/manifests/context.ts';
import type { BaseParts } from './base-parts.ts';
import type { Boot } from './boot.ts';

export interface Launchers {
  /** Of the command line, absolute. */
  readonly launcher: string;
  /** What the manifests of the relay are written with. */
  readonly manifests: ManifestContext;
}

export async function installLaunchers({ platform }: Boot, { problems }: BaseParts): Promise<Launchers> {
  const sources = {
    platform: platform.os,
    dataHome: platform.home,
    nodePath: platform.nodePath,
    relayBundle: join(platform.distDir, 'relay/relay.cjs'),
    cliPath: join(platform.distDir, 'headless/pilothouse.js'),
    relayHash: platform.relayHash,
    relayProblem: platform.relayProblem ?? null,
  };
  const { pilothouse, relay, relayProblem } = await writeLaunchers(sources);
  if (platform.runnerProblem) problems.report('runner', platform.runnerProblem);
  if (relayProblem !== null) problems.report('relay', relayProblem);
  const manifests = {
    ...platform.machine,
    dataHome: platform.home,
    launcherPath: relay,
    relayProblem,
    restoreLauncher: async () => void (await writeLaunchers(sources)),
    extensionIds,
  };
  return { launcher: pilothouse, manifests };
}
