// Suggestions for the caret of the filter: fields from the language, values from the trace and the tabs.
import { useEffect, useMemo, useState } from 'react';
import { maxValues, maxWordChars } from '../../../../contract/trace-bounds.ts';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { useAskTrace } from '../shown-trace.ts';
import {
  type Asking,
  askingAt,
  type KnownValue,
  listedField,
  type Suggestion,
  suggestionsFor,
} from './query-suggestions.ts';

export function useSuggestions(
  text: string,
  caret: number | null,
): { readonly asking: Asking; readonly suggestions: readonly Suggestion[] } {
  const asking = useMemo(() => askingAt(text, caret ?? text.length), [text, caret]);
  const listed = caret === null ? null : listedField(asking.field);
  const values = useTraceValues(listed, asking.typed);
  const tabs = useTabs();
  const known = asking.field === 'tab' ? tabs : values;
  const suggestions = useMemo(() => (caret === null ? [] : suggestionsFor(asking, known)), [asking, known, caret]);
  return { asking, suggestions };
}

const none: readonly KnownValue[] = [];

/** What was listed stays until the next list is there, so that the suggestions do not flicker while one types. */
function useTraceValues(field: ReturnType<typeof listedField>, text: string): readonly KnownValue[] {
  const ask = useAskTrace();
  const [answer, setAnswer] = useState({ field, values: none });
  useEffect(() => {
    if (field === null) return;
    let wanted = true;
    ask('trace:values', { field, text: text.slice(0, maxWordChars), count: maxValues }).then(
      ({ values }) => {
        if (wanted) setAnswer({ field, values });
      },
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [ask, field, text]);
  return answer.field === field ? answer.values : none;
}

function useTabs(): readonly KnownValue[] {
  const { tabs } = useSnapshot();
  return useMemo(
    () => Object.values(tabs).map(({ tabId, title }) => ({ value: String(tabId), count: null, note: title })),
    [tabs],
  );
}
