// The text that conversations are searched for: taken once the typing rests.
import { useEffect, useState } from 'react';

const restMs = 200;

export function useSearch() {
  const [typed, type] = useState('');
  const [text, setText] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setText(typed.trim()), restMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return { typed, type, text };
}
