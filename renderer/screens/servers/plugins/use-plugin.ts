// Everything that is known of one plugin, asked again whenever the hub says that it has changed.
import { useEffect, useState } from 'react';
import { usePanelParts } from '../../../parts/panel-context.tsx';
import { type RequestState, useRequest } from '../../../parts/use-request.ts';
import type { Plugin, PluginDetail } from '../../../../contract/schemas/plugins.ts';

export type PluginAnswer = RequestState<PluginDetail>;

export function usePlugin({ id, state, held, registrations }: Plugin): PluginAnswer {
  const { link } = usePanelParts();
  const [turn, setTurn] = useState(0);
  useEffect(
    () =>
      link.onEvent(event => {
        if (event.event === 'plugins:changed' && event.data.pluginIds.includes(id)) setTurn(before => before + 1);
      }),
    [link, id],
  );
  return useRequest([id, state.kind, state.since, held, registrations, turn].join(' '), from =>
    from.request('plugins:get', { pluginId: id }),
  );
}
