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
import { type Asking, type Suggestion, withSuggestion } from './query-suggestions.ts';
import { parseQuery, type Query, type QueryProblem } from './trace-query.ts';
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
  const input = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState(-1);
  const query = useMemo(() => parseQuery(text), [text]);
  const { asking, suggestions: known } = useSuggestions(text, isOpen ? caret : null);
  const suggestions = isOpen && caret !== null ? known : none;
  // A value is taken by Enter at once; a field only when it was chosen, because the word may be meant as text.
  const at =
    chosen < 0 && asking.field !== null
      ? Math.min(0, suggestions.length - 1)
      : Math.min(chosen, suggestions.length - 1);
  const place = useCaret(input, text);
  const change = (next: string, to: number) => {
    onChange(next);
    setCaret(to);
    setChosen(-1);
    setOpen(true);
  };
  const take = ({ insert }: Suggestion) => {
    const next = withSuggestion(text, asking, insert);
    place(next.caret);
    change(next.text, next.caret);
    input.current?.focus();
  };
  const caretOf = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => setCaret(currentTarget.selectionStart);
  const choose = (by: number) => setChosen((at + by + suggestions.length) % suggestions.length);
  const leave = () => {
    setOpen(false);
    onDone();
  };
  return {
    input,
    query,
    said: query.problems.find(({ unfinished }) => !unfinished || caret === null),
    asking,
    suggestions,
    at,
    take,
    events: {
      onChange: ({ currentTarget }) =>
        change(currentTarget.value, currentTarget.selectionStart ?? currentTarget.value.length),
      onSelect: caretOf,
      onFocus: event => {
        caretOf(event);
        setOpen(true);
      },
      onBlur: () => {
        setCaret(null);
        setOpen(false);
      },
      onKeyDown: event => {
        if (event.nativeEvent.isComposing || event.shiftKey) return;
        const keys = fieldKeys({ text, suggestions, at, take, choose, leave, open: setOpen });
        if (keys[event.key]?.()) event.preventDefault();
      },
    },
  };
}

/** Places the caret once the text that it belongs to is in the field. */
function useCaret(input: RefObject<HTMLInputElement | null>, text: string): (to: number) => void {
  const wanted = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (wanted.current !== null) input.current?.setSelectionRange(wanted.current, wanted.current);
    wanted.current = null;
  }, [text, input]);
  return to => (wanted.current = to);
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
