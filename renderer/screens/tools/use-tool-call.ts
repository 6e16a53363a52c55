// One call of a tool by the user, step by step: asked about where it acts, under way, answered.
import { useEffect, useRef, useState } from 'react';
import { errorSentence } from '../../link/panel-error.ts';
import { usePanelParts } from '../../parts/panel-context.tsx';
import type { Replayed } from '../../../contract/schemas/trace-tools.ts';

export type CallState =
  | { readonly kind: 'idle' }
  /** It acts: the user has to say that it shall. */
  | { readonly kind: 'asking'; readonly ask: CallAsk }
  | { readonly kind: 'running'; readonly callId: string; readonly since: number }
  | { readonly kind: 'answered'; readonly answer: Replayed }
  | { readonly kind: 'failed'; readonly sentence: string };

interface CallAsk {
  readonly arguments: Record<string, unknown>;
  readonly browserId: string | undefined;
}

export type SentCall = ReturnType<typeof useToolCall>;

/** Calls of a page before a reload may still be under way, so the time is part of the id too. */
let lastCall = 0;

/** `isHarmless`: it is known to change nothing, so nobody is asked before it is sent. */
export function useToolCall(toolId: string, isHarmless: boolean) {
  const { link } = usePanelParts();
  const [state, setState] = useState<CallState>({ kind: 'idle' });
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  const take = (next: CallState) => {
    if (here.current) setState(next);
  };

  const send = async (ask: CallAsk, confirmed: boolean) => {
    lastCall += 1;
    const callId = `${Date.now()} ${lastCall}`;
    setState({ kind: 'running', callId, since: Date.now() });
    const { browserId, arguments: args } = ask;
    try {
      const named = browserId === undefined ? {} : { browserId };
      const { answer } = await link.request('tools:call', { callId, toolId, arguments: args, confirmed, ...named });
      take(answer === null ? { kind: 'asking', ask } : { kind: 'answered', answer });
    } catch (error) {
      take({ kind: 'failed', sentence: errorSentence(error) });
    }
  };
  const cancel = () => {
    if (state.kind === 'asking') setState({ kind: 'idle' });
    if (state.kind !== 'running') return;
    // A line that is lost ends the call too, and says so itself.
    link.request('tools:cancel', { callId: state.callId }).catch(() => {});
  };
  return {
    state,
    call: (ask: CallAsk) => void send(ask, isHarmless),
    confirm: () => (state.kind === 'asking' ? void send(state.ask, true) : undefined),
    cancel,
  };
}
