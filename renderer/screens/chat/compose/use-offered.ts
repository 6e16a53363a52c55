// Prompts and resources of all servers that run, asked for once somebody wants them.
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { type RequestState, useRequest } from '../../../parts/use-request.ts';
import type { Offered } from './suggestions.ts';

export function useOffered(isWanted: boolean): RequestState<readonly Offered[]> {
  const running = Object.values(useSnapshot().servers).filter(
    ({ state }) => state.kind === 'running' || state.kind === 'degraded',
  );
  const key = running.map(({ id, state }) => `${id} ${state.kind}`).join();
  return useRequest(isWanted ? `offers ${key}` : null, link =>
    Promise.all(
      running.map(async ({ id, name }) => {
        const offers = await link.request('servers:offers', { serverId: id }).catch(() => null);
        return { serverId: id, server: name, offers: offers ?? { prompts: [], resources: [] } };
      }),
    ),
  );
}
