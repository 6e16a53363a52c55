// The fixture's answers about metrics for Prometheus: off at first, with a token once they were switched on.
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { PrometheusView } from '../../../contract/schemas/prometheus.ts';
import type { prometheusRequests } from '../../../contract/schemas/prometheus-requests.ts';

export function prometheusAnswers(): Pick<PanelHandlers, keyof typeof prometheusRequests> {
  let prometheus: PrometheusView = { enabled: false, address: 'http://127.0.0.1:3456/metrics', hasToken: false };
  return {
    'prometheus:get': () => ({ prometheus }),
    'prometheus:set': ({ on }) => {
      const token = on && !prometheus.hasToken ? 'fixture-token' : null;
      prometheus = { ...prometheus, enabled: on, hasToken: prometheus.hasToken || on };
      return { prometheus, token };
    },
    'prometheus:new-token': () => ({ prometheus, token: 'fixture-token-2' }),
  };
}
