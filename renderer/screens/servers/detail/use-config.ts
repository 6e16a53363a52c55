// The config of a server without its values, and what of it was approved last.
import { type RequestState, useRequest } from '../../../parts/use-request.ts';
import type { PanelResult } from '../../../../contract/schemas/panel-requests.ts';
import type { Server } from '../../../../contract/schemas/servers.ts';

export type ConfigAnswer = RequestState<PanelResult<'servers:config'>>;

/** Asked again with every new state, because a change of the config ends the runs, and with every `turn`. */
export function useConfig({ id, hash, name, state }: Server, turn: number): ConfigAnswer {
  return useRequest([id, hash, name, state.kind, state.since, turn].join(' '), link =>
    link.request('servers:config', { serverId: id }),
  );
}
