// How the filter's field behaves: what is asked for at its caret, which suggestion is chosen, and what its keys do.
import {
  type KeyboardEvent,
  type RefObject,
  type SyntheticEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { parseQuery, type Query, type QueryProblem } from '../../../../contract/trace-query/trace-query.ts';
import { type Asking, type Suggestion, withSuggestion } from './query-suggestions.ts';
import { useSuggestions } from './use-suggestions.ts';

export interface QueryFieldState {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly query: Query;
  /** What is wrong, or undefined. */
  readonly said: QueryProblem | undefined;
  readonly asking: Asking;
  /** Empty while none are shown. */
  readonly suggestions: readonly Suggestion[];
  /** The chosen suggestion, -1 for none. */
  readonly at: number;
  readonly take: (suggestion: Suggestion) => void;
  readonly events: {
    readonly onChange: (event: SyntheticEvent<HTMLInputElement>) => void;
    readonly onSelect: (event: SyntheticEvent<HTMLInputElement>) => void;
    readonly onFocus: (event: SyntheticEvent<HTMLInputElement>) => void;
    readonly onBlur: () => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
  };
}

const none: readonly Suggestion[] = [];

export function useQueryField(text: string, onChange: (text: string) => void, onDone: () => void): QueryFieldState {
  const [caret, setCaret] = useState<number | null>(null);
  const [isOpen, setOpen] = useState(false);
  const query = useMemo(() => parseQuery(text), [text]);
  const { asking, suggestions, at, choose, unchoose } = useChoice(text, isOpen ? caret : null);
  const { input, place, focus } = useCaret(text);
  const change = (next: string, to: number) => {
    onChange(next);
    setCaret(to);
    unchoose();
    setOpen(true);
  };
  const take = ({ insert }: Suggestion) => {
    const next = withSuggestion(text, asking, insert);
    place(next.caret);
    change(next.text, next.caret);
    focus();
  };
  const leave = () => {
    setOpen(false);
    onDone();
  };
  const onKey = (key: string) =>
    fieldKeys({ text, suggestions, at, take, choose, leave, open: setOpen })[key]?.() ?? false;
  return {
    input,
    query,
    said: query.problems.find(({ unfinished }) => !unfinished || caret === null),
    asking,
    suggestions,
    at,
    take,
    events: fieldEvents({ change, setCaret, setOpen, onKey }),
  };
}

/** The suggestions at the caret, null while none are shown, and which of them is chosen. */
function useChoice(text: string, caret: number | null) {
  const [chosen, setChosen] = useState(-1);
  const { asking, suggestions: known } = useSuggestions(text, caret);
  const suggestions = caret === null ? none : known;
  // A value is taken by Enter at once; a field only when it was chosen, because the word may be meant as text.
  const at = Math.min(chosen < 0 && asking.field !== null ? 0 : chosen, suggestions.length - 1);
  const choose = (by: number) => setChosen((at + by + suggestions.length) % suggestions.length);
  return { asking, suggestions, at, choose, unchoose: () => setChosen(-1) };
}

interface FieldActions {
  readonly change: (text: string, caret: number) => void;
  readonly setCaret: (caret: number | null) => void;
  readonly setOpen: (on: boolean) => void;
  /** Tells whether it used the key. */
  readonly onKey: (key: string) => boolean;
}

function fieldEvents({ change, setCaret, setOpen, onKey }: FieldActions): QueryFieldState['events'] {
  return {
    onChange: ({ currentTarget: { value, selectionStart } }) => change(value, selectionStart ?? value.length),
    onSelect: ({ currentTarget }) => setCaret(currentTarget.selectionStart),
    onFocus: ({ currentTarget }) => {
      setCaret(currentTarget.selectionStart);
      setOpen(true);
    },
    onBlur: () => {
      setCaret(null);
      setOpen(false);
    },
    onKeyDown: event => {
      if (event.nativeEvent.isComposing || event.shiftKey) return;
      if (onKey(event.key)) event.preventDefault();
    },
  };
}

/** The field; `place` sets its caret once the text that it belongs to is in it. */
function useCaret(text: string) {
  const input = useRef<HTMLInputElement>(null);
  const wanted = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (wanted.current !== null) input.current?.setSelectionRange(wanted.current, wanted.current);
    wanted.current = null;
  }, [text]);
  const place = (to: number) => (wanted.current = to);
  return { input, place, focus: () => input.current?.focus() };
}

interface FieldKeys extends Pick<QueryFieldState, 'suggestions' | 'at' | 'take'> {
  readonly text: string;
  readonly choose: (by: number) => void;
  readonly leave: () => void;
  readonly open: (on: boolean) => void;
}

/** Each tells whether it used the key. */
function fieldKeys(keys: FieldKeys): Readonly<Record<string, () => boolean>> {
  const { text, suggestions, at, take, choose, leave, open } = keys;
  const isShown = suggestions.length > 0;
  const used = (act: () => void) => {
    act();
    return true;
  };
  const takeAt = (index: number) => {
    const suggestion = suggestions[index];
    if (suggestion) take(suggestion);
  };
  return {
    ArrowDown: () => used(() => (isShown ? choose(1) : open(true))),
    ArrowUp: () => isShown && used(() => choose(-1)),
    Enter: () => used(() => (isShown && at >= 0 ? takeAt(at) : leave())),
    Tab: () => isShown && text !== '' && used(() => takeAt(Math.max(0, at))),
    Escape: () => used(() => (isShown ? open(false) : leave())),
  };
}
