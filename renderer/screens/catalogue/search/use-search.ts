// What a search finds: the first page with each change of it, further ones as they come into sight. Old rows stay until new ones come.
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { errorSentence } from '../../../link/panel-error.ts';
import { useLive, usePanelParts } from '../../../parts/panel-context.tsx';
import { type EntryPages, firstPage, missingPages, noPages, pageRows, withPage } from './entry-pages.ts';
import type { EntrySort } from '../../../../contract/catalogue.ts';
import type { EntryFilters } from '../../../../contract/schemas/catalogue.ts';
import type { Link } from '../../../link/link.ts';

export interface Search {
  readonly query: string;
  readonly filters: EntryFilters;
  readonly sort: EntrySort;
}

export interface Found {
  readonly pages: EntryPages;
  /** False until the first answer of all. */
  readonly loaded: boolean;
  readonly sentence: string | null;
  /** Asks for the rows from `from`, before `to`, that are not here. */
  readonly show: (from: number, to: number) => void;
}

interface Held {
  readonly key: string;
  readonly pages: EntryPages;
}

/** `revision` is another whenever the stored entries may have changed. */
export function useSearch(search: Search, revision: string): Found {
  const { link } = usePanelParts();
  const [held, setHeld] = useState<Held | null>(null);
  const asked = useRef(new Set<string>());
  const params = JSON.stringify(search);
  const key = `${params} ${revision}`;
  const sentence = useFirstPage(key, params, pages => {
    asked.current.clear();
    setHeld({ key, pages });
  });
  const show = useCallback(
    (from: number, to: number) => {
      if (held?.key !== key) return;
      for (const page of missingPages(held.pages, from, to)) {
        const name = `${key} ${page}`;
        if (asked.current.has(name)) continue;
        asked.current.add(name);
        askPage(link, params, page).then(
          answer =>
            setHeld(before => (before?.key === key ? { key, pages: withPage(before.pages, page, answer) } : before)),
          () => asked.current.delete(name),
        );
      }
    },
    [held, key, params, link],
  );
  return { pages: held?.pages ?? noPages, loaded: held !== null, sentence, show };
}

/** `params` is a search as text. */
function askPage(link: Link, params: string, page: number) {
  const place = { offset: page * pageRows, limit: pageRows };
  return link.request('catalogue:search', { ...(JSON.parse(params) as Search), ...place });
}

/** Hands on the first page with each change of `key`; answers with the hub's sentence where it could not be had. */
function useFirstPage(key: string, params: string, take: (pages: EntryPages) => void): string | null {
  const { link } = usePanelParts();
  const live = useLive();
  const [sentence, setSentence] = useState<string | null>(null);
  const takeNow = useEffectEvent((pages: EntryPages) => {
    take(pages);
    setSentence(null);
  });
  useEffect(() => {
    if (!live) return;
    let wanted = true;
    askPage(link, params, 0).then(
      answer => wanted && takeNow(firstPage(answer)),
      (error: unknown) => wanted && setSentence(errorSentence(error)),
    );
    return () => {
      wanted = false;
    };
  }, [key, params, live, link]);
  return sentence;
}
