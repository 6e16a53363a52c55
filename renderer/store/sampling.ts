// Takes one sample of the running totals a second, from which all rates are told.
import { addSample, takeSample } from './rates.ts';
import type { PanelStore } from './panel-store.ts';

const stepMs = 1000;

export function startSampling(store: PanelStore, now: () => number): () => void {
  const timer = setInterval(() => {
    const { snapshot, trace, samples, link } = store.getState();
    if (!snapshot || link.kind !== 'open') return;
    store.setState({ samples: addSample(samples, takeSample(snapshot, trace.newest, now())) });
  }, stepMs);
  return () => clearInterval(timer);
}
