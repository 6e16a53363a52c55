// That the user started this hub, and that they stopped it: kept for the shims of agents. The hub runs without it too.
import { noteStart, noteStop } from '../home/kept-start.ts';
import type { Boot } from './boot.ts';

type Parts = Pick<Boot, 'platform'>;

/** Before any way in is open: who stops the hub from then on is not forgotten by this. */
export async function startKept({ platform }: Parts): Promise<void> {
  const { home, log, panelPort = null, mcpPort } = platform;
  await noteStart(home, { panel: panelPort, mcp: mcpPort }).catch((error: unknown) =>
    log.warn({ reason: String(error) }, 'Its ports could not be kept for a hub that an agent starts.'),
  );
}

export function stopKept({ platform }: Parts): void {
  try {
    noteStop(platform.home, platform.now());
  } catch (error) {
    platform.log.warn({ reason: String(error) }, 'That the user stopped it could not be kept; an agent may start it.');
  }
}
