// Which plugins a person should look at.
import type { Plugin } from '../../contract/schemas/plugins.ts';
import type { Snapshot } from '../../contract/schemas/snapshot.ts';

/** Its tools have changed, or it does not answer although its browser is here. */
function asks({ state, held }: Plugin): boolean {
  return held > 0 || (state.kind === 'unreachable' && !state.away);
}

/** Those that cannot register are told in their list; they have offered nothing that is missed. */
export function askingPlugins({ plugins }: Pick<Snapshot, 'plugins'>): Plugin[] {
  return Object.values(plugins).filter(asks);
}
