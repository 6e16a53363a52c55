// Which trace is shown and asked: the live one, or one that was read from a file and can only be read.
import { createContext, use, useMemo } from 'react';
import { createStore } from 'zustand/vanilla';
import { usePanelParts } from '../../parts/panel-context.tsx';
import type { PanelParams, PanelResult } from '../../../contract/schemas/panel-requests.ts';
import type { Link } from '../../link/link.ts';

export interface ImportedTrace {
  readonly importId: number;
  readonly fileName: string;
  readonly entries: number;
  /** Lines that could not be read, and why the first could not. */
  readonly refused: number;
  readonly refusal: string | null;
  readonly newest: number;
}

/** The imported trace that is looked at in place of the live one, until it is closed. */
export const importedTrace = createStore<{ readonly open: ImportedTrace | null }>(() => ({ open: null }));

export function openImported(open: ImportedTrace | null): void {
  importedTrace.setState({ open });
}

/** The trace that the components within ask; null is the live one. */
export const ShownTrace = createContext<ImportedTrace | null>(null);

/** Requests that read a trace. */
type TraceQuery =
  | 'trace:window'
  | 'trace:values'
  | 'trace:payload'
  | 'trace:related'
  | 'trace:figures'
  | 'trace:export-preview'
  | 'trace:export'
  | 'trace:pins';

export type AskTrace = <N extends TraceQuery>(name: N, params: PanelParams<N>) => Promise<PanelResult<N>>;

/** Without an `importId` the live trace is asked. */
export function askTraceOf(link: Link, importId?: number): AskTrace {
  return (name, params) => link.request(name, { ...params, importId });
}

/** Asks the shown trace. */
export function useAskTrace(): AskTrace {
  const { link } = usePanelParts();
  const importId = use(ShownTrace)?.importId;
  return useMemo(() => askTraceOf(link, importId), [link, importId]);
}
