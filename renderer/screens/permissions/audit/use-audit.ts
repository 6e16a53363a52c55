// The audit as screens read it: the newest decisions that fit a filter, renewed while calls pass, and older ones on demand.
import { useCallback, useEffect, useRef, useState } from 'react';
import { errorSentence } from '../../../link/panel-error.ts';
import { usePanel, usePanelParts } from '../../../parts/panel-context.tsx';
import { type AuditPages, noPages, withNewer, withOlder } from './audit-pages.ts';
import type { AuditFilter } from '../../../../contract/schemas/audit.ts';
import type { Link } from '../../../link/link.ts';

const page = 200;
const stepMs = 1000;

export interface Audit {
  readonly pages: AuditPages;
  readonly loaded: boolean;
  /** The hub's sentence where it could not be read. */
  readonly sentence: string | null;
  /** Fetches the decisions before the oldest one that is here. */
  readonly more: () => void;
}

/** While the hub is away what was read stays. */
export function useAudit(filter: AuditFilter, count = page): Audit {
  const { link, store } = usePanelParts();
  const open = usePanel(state => state.link.kind === 'open');
  const key = JSON.stringify(filter);
  const [held, setHeld] = useState<{ key: string; pages: AuditPages; sentence: string | null } | null>(null);
  const busy = useRef(false);
  const mine = held?.key === key ? held : null;
  useEffect(() => {
    if (!open) return;
    return followTrace(
      () => store.getState().trace,
      () =>
        query(link, key, count).then(
          window => before => ({ key, pages: withNewer(pagesOf(before, key), window), sentence: null }),
          (error: unknown) => before => ({ key, pages: pagesOf(before, key), sentence: errorSentence(error) }),
        ),
      setHeld,
    );
  }, [open, key, count, link, store]);
  const oldest = mine?.pages.entries.at(-1)?.id;
  const complete = mine === null || mine.pages.entries.length >= mine.pages.matched;
  const more = useCallback(() => {
    if (busy.current || complete || oldest === undefined) return;
    busy.current = true;
    query(link, key, page, oldest).then(
      window => {
        busy.current = false;
        setHeld(before => before && { ...before, pages: withOlder(pagesOf(before, key), window) });
      },
      () => {
        busy.current = false;
      },
    );
  }, [link, key, oldest, complete]);
  return { pages: mine?.pages ?? noPages, loaded: mine !== null, sentence: mine?.sentence ?? null, more };
}

type Held = { readonly key: string; readonly pages: AuditPages; readonly sentence: string | null } | null;
type Change = (before: Held) => Held;

function pagesOf(held: Held, key: string): AuditPages {
  return held?.key === key ? held.pages : noPages;
}

function query(link: Link, key: string, count: number, before?: number) {
  const filter = JSON.parse(key) as AuditFilter;
  return link.request('audit:query', { filter, count, ...(before !== undefined && { before }) });
}

/** Looks at once, then once a second whenever something has passed. Returns the function that ends it. */
function followTrace(seen: () => unknown, look: () => Promise<Change>, take: (change: Change) => void): () => void {
  let wanted = true;
  let last: unknown = null;
  const step = () => {
    if (seen() === last) return;
    last = seen();
    void look().then(change => wanted && take(change));
  };
  step();
  const timer = setInterval(step, stepMs);
  return () => {
    wanted = false;
    clearInterval(timer);
  };
}
