// All that is known of an entry, and what installing one of its ways would come to.
import { type RequestState, useRequest } from '../../../parts/use-request.ts';
import type { InstallSource } from '../../../../contract/schemas/install-requests.ts';
import type { PanelResult } from '../../../../contract/schemas/panel-requests.ts';
import type { EntryName } from '../../../frame/catalogue-paths.ts';

export type EntryAnswer = RequestState<PanelResult<'catalogue:entry'>>;
export type Plan = PanelResult<'installs:plan'>;

/** Without a version the newest. Asked again with every `revision`. */
export function useEntry({ sourceId, name }: EntryName, version: string | null, revision: string): EntryAnswer {
  return useRequest(JSON.stringify([sourceId, name, version, revision]), link =>
    link.request('catalogue:entry', { sourceId, name, ...(version !== null && { version }) }),
  );
}

/** Null asks nothing. */
export function usePlan(from: InstallSource | null): RequestState<Plan> {
  return useRequest(from && JSON.stringify(from), link => {
    if (!from) throw new Error('A plan was asked for without anything to be installed.');
    return link.request('installs:plan', { from });
  });
}
