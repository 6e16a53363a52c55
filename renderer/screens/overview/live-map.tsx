// The map: agents, the hub with its gates, browsers and servers, and a line for every pair that talked lately.
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from '../../parts/panel-context.tsx';
import { t } from '../../words/language.ts';
import { mapEdges } from './call-edges.ts';
import { HubBox } from './hub-box.tsx';
import { MapEdges } from './map-edges.tsx';
import { mapIds } from './map-ids.ts';
import { mapLayout, restBox } from './map-layout.ts';
import { AgentNode, BrowserNode, RestNode, ServerNode } from './map-nodes.tsx';
import type { TraceEntry } from '../../../contract/schemas/trace.ts';

export function LiveMap({ entries, now }: { entries: readonly TraceEntry[]; now: number }) {
  const snapshot = useSnapshot();
  const [ref, { width, height }] = useSize<HTMLElement>();
  const ids = mapIds(snapshot);
  const layout = mapLayout(width, height, ids);
  const edges = useMemo(() => mapEdges(entries, now), [entries, now]);
  const { captions } = layout;
  return (
    <section className="live-map" aria-label={t('Live map: agents, hub, browsers and servers')} ref={ref}>
      {width === 0 ? null : (
        <>
          <MapEdges layout={layout} edges={edges} width={width} height={height} now={now} />
          <Caption at={captions.agents} text={t('Agents')} />
          {ids.agents.length === 0 ? <Nobody at={captions.agents} text={t('No agent is connected.')} /> : null}
          {layout.agents.map(box => (
            <AgentNode key={box.id} box={box} />
          ))}
          <HubBox box={layout.hub} entries={entries} />
          <Caption at={captions.browsers} text={t('Browsers')} />
          {layout.browsers.map(box => (
            <BrowserNode key={box.id} box={box} />
          ))}
          {ids.browsers.length === 0 ? <Nobody at={captions.browsers} text={t('No browser is connected.')} /> : null}
          <Caption at={captions.servers} text={t('Servers')} />
          {layout.servers.map(box => (
            <ServerNode key={box.id} box={box} now={now} />
          ))}
          {layout.left.servers > 0 ? <RestNode box={restBox(layout, width)} count={layout.left.servers} /> : null}
          {ids.servers.length === 0 ? <Nobody at={captions.servers} text={t('No server yet.')} /> : null}
        </>
      )}
    </section>
  );
}

function Caption({ at, text }: { at: readonly [number, number]; text: string }) {
  return (
    <h2 className="map-caption" style={{ left: at[0], top: at[1] }}>
      {text}
    </h2>
  );
}

function Nobody({ at, text }: { at: readonly [number, number]; text: string }) {
  return (
    <p className="map-caption" style={{ left: at[0], top: at[1] + 28 }}>
      {text}
    </p>
  );
}

/** The size of an element in px, kept up to date. */
function useSize<E extends Element>() {
  const ref = useRef<E>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const watcher = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: Math.round(entry.contentRect.width), height: Math.round(entry.contentRect.height) });
    });
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  return [ref, size] as const;
}
