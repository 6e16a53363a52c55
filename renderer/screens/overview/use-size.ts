// The size of an element in px, kept up to date.
import { useEffect, useRef, useState } from 'react';

export function useSize<E extends Element>() {
  const ref = useRef<E>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const watcher = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: Math.round(entry.contentRect.width), height: Math.round(entry.contentRect.height) });
    });
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  return [ref, size] as const;
}
