// "Replay": sends a call again as the user's own. What reads is sent at once, what acts is confirmed first.
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { useKeys } from '../../../frame/keys.ts';
import { ActButton } from '../../../parts/button.tsx';
import { useLive } from '../../../parts/panel-context.tsx';
import { t } from '../../../words/language.ts';
import { importedTrace } from '../shown-trace.ts';
import { ReplaySheet } from './replay-sheet.tsx';
import type { TraceEntry } from '../../../../contract/schemas/trace.ts';

/** Nothing for notifications, which have no answer, and for what is not a message of this hub. */
export function ReplayButton({ entry }: { entry: TraceEntry }) {
  const [open, setOpen] = useState(false);
  const isImported = useStore(importedTrace, state => state.open !== null);
  const live = useLive();
  const canReplay = entry.kind === 'request' && !isImported;
  useKeys({ r: canReplay && live ? () => setOpen(true) : undefined });
  if (!canReplay) return null;
  return (
    <>
      <ActButton
        look="ghost"
        size="small"
        icon={RotateCw}
        aria-label={t('Replay this call')}
        title={t('Replay this call (R)')}
        onClick={() => setOpen(true)}
      />
      {open ? <ReplaySheet seq={entry.seq} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
