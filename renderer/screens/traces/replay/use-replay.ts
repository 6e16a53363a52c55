// A replay step by step: the plan, the params as text, the answer. What only reads is sent as soon as its plan is there.
import { useEffect, useRef, useState } from 'react';
import { errorSentence } from '../../../link/panel-error.ts';
import { usePanelParts } from '../../../parts/panel-context.tsx';
import { t } from '../../../words/language.ts';
import type { Replayed, ReplayPlan } from '../../../../contract/schemas/trace-tools.ts';

type ReplayState =
  | { readonly kind: 'planned' }
  | { readonly kind: 'sent' }
  | { readonly kind: 'answered'; readonly replayed: Replayed }
  | { readonly kind: 'failed'; readonly sentence: string };

export function useReplay(seq: number) {
  const { link } = usePanelParts();
  const [plan, setPlan] = useState<ReplayPlan | null>(null);
  const [params, setParams] = useState('');
  const [state, setState] = useState<ReplayState>({ kind: 'planned' });
  const here = useRef(true);

  const send = async (text: string, confirmed: boolean) => {
    const read = readParams(text);
    if (typeof read === 'string') return setState({ kind: 'failed', sentence: read });
    setState({ kind: 'sent' });
    try {
      const replayed = await link.request('trace:replay', { seq, params: read, confirmed });
      if (here.current) setState({ kind: 'answered', replayed });
    } catch (error) {
      if (here.current) setState({ kind: 'failed', sentence: errorSentence(error) });
    }
  };
  const first = useRef(send);
  useEffect(() => {
    here.current = true;
    link.request('trace:replay-plan', { seq }).then(
      found => {
        if (!here.current) return;
        const text = JSON.stringify(found.params, null, 2);
        setPlan(found);
        setParams(text);
        if (found.refusal === null && !found.acts && found.masked === 0) void first.current(text, false);
      },
      (error: unknown) => {
        if (here.current) setState({ kind: 'failed', sentence: errorSentence(error) });
      },
    );
    return () => {
      here.current = false;
    };
  }, [link, seq]);
  // Pressing the button of the sheet, which says that it acts, is the confirmation.
  return { plan, params, setParams, state, send: () => send(params, true) };
}

/** A sentence says what is wrong with the text. */
function readParams(text: string): Record<string, unknown> | string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
    return t('What is sent must be a JSON object, in braces.');
  } catch (error) {
    return t('What is sent is no JSON: {error}', { error: errorSentence(error) });
  }
}
