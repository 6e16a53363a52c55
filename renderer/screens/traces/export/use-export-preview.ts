// The preview of an export, counted anew whenever what leaves changes.
import { useEffect, useMemo, useState } from 'react';
import { maxMaskedNameChars, maxMaskedNames } from '../../../../contract/trace-bounds.ts';
import { errorSentence } from '../../../link/panel-error.ts';
import { useAskTrace } from '../shown-trace.ts';
import { type ExportChoice, type Preview, previewExport } from './export-trace.ts';
import type { TraceFilter } from '../../../../contract/schemas/trace.ts';

const settleMs = 300;

/** `fields` as the user writes them: names with commas between. */
export function useExportPreview(filter: TraceFilter, payloads: boolean, fields: string) {
  const ask = useAskTrace();
  const [preview, setPreview] = useState<Preview | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const asked = JSON.stringify({ filter, payloads, fields: namesIn(fields) } satisfies ExportChoice);
  const choice = useMemo(() => JSON.parse(asked) as ExportChoice, [asked]);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const timer = setTimeout(() => {
      setSaid(null);
      previewExport(ask, choice, setPreview, signal).catch((error: unknown) => {
        if (!signal.aborted) setSaid(errorSentence(error));
      });
    }, settleMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
      // What was counted for another choice must not be saved as this one.
      setPreview(old => old && { ...old, whole: false });
    };
  }, [ask, choice]);
  return { choice, preview, said };
}

function namesIn(fields: string): string[] {
  const names = fields.split(',').map(name => name.trim().slice(0, maxMaskedNameChars));
  return [...new Set(names.filter(name => name !== ''))].slice(0, maxMaskedNames);
}
