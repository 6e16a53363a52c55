// The line of a panel that looks at an imported trace: what it asks of the trace is answered from the file, and nothing in it can be changed.
import { PanelError } from '../../../link/panel-error.ts';
import { t } from '../../../words/language.ts';
import type { PanelParams, PanelRequestName, PanelResult } from '../../../../contract/schemas/panel-requests.ts';
import type { Link } from '../../../link/link.ts';

export function importedLink(link: Link, importId: number): Link {
  const answers: { readonly [N in PanelRequestName]?: (params: PanelParams<N>) => Promise<PanelResult<N>> } = {
    'trace:window': params => link.request('trace:imported-window', { ...params, importId }),
    'trace:payload': params => link.request('trace:imported-payload', { ...params, importId }),
    'trace:values': params => link.request('trace:imported-values', { ...params, importId }),
    'trace:related': params => link.request('trace:imported-related', { ...params, importId }),
    'trace:figures': params => link.request('trace:imported-figures', { ...params, importId }),
    'trace:export-preview': params => link.request('trace:imported-export-preview', { ...params, importId }),
    'trace:export': params => link.request('trace:imported-export', { ...params, importId }),
    'trace:pins': () => Promise.resolve({ entries: [] }),
    'trace:pin': () => readOnly(),
    'trace:replay': () => readOnly(),
    'trace:replay-plan': () => readOnly(),
  };
  return {
    request<N extends PanelRequestName>(name: N, params: PanelParams<N>): Promise<PanelResult<N>> {
      const answer = answers[name];
      return answer ? answer(params) : link.request(name, params);
    },
    onEvent: listener => link.onEvent(listener),
    onStatus: listener => link.onStatus(listener),
    retryNow: () => link.retryNow(),
  };
}

function readOnly(): Promise<never> {
  const message = t('An imported trace can only be read. Close it to go back to the living one.');
  return Promise.reject(new PanelError({ code: 'ERR_INVALID_ARGUMENTS', message }));
}
