// The text of the diagnostics, as it is shown before it is copied.
import { useEffect, useState } from 'react';
import { useRequest } from '../../parts/use-request.ts';
import type { DoctorRun } from '../../../contract/schemas/doctor.ts';

export interface Diagnostics {
  /** Null until the hub has answered. */
  readonly text: string | null;
  readonly said: string | null;
  readonly copied: boolean;
  /** Where the clipboard refuses, the text is selected in `shown`, so that Ctrl C takes it. */
  copy(shown: HTMLElement | null): Promise<void>;
}

const shownMs = 2000;

/** Asked for anew after each run. */
export function useDiagnostics(latest: DoctorRun | null): Diagnostics {
  const key = latest === null ? null : `diagnostics ${latest.id} ${latest.endedAt ?? ''}`;
  const asked = useRequest(key, async link => (await link.request('doctor:diagnostics', {})).text);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const text = asked.kind === 'there' ? asked.value : null;
  const copy = async (shown: HTMLElement | null) => {
    if (text === null) return;
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      if (shown) getSelection()?.selectAllChildren(shown);
    }
  };
  return { text, said: asked.kind === 'failed' ? asked.sentence : null, copied, copy };
}
