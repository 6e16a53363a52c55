// A JSON text as a tree; a text that is no JSON (cut, or never was) stands as it is.
import { useMemo } from 'react';
import { Foreign } from './foreign.tsx';
import { JsonTree } from './json-tree.tsx';

type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false };

export function JsonView({ text, label }: { text: string; label: string }) {
  const parsed = useMemo(() => parse(text), [text]);
  if (parsed.ok) return <JsonTree value={parsed.value} label={label} />;
  return (
    <div className="code px-4 py-2" aria-label={label} role="group">
      <Foreign text={text} lines />
    </div>
  );
}

function parse(text: string): Parsed {
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch {
    return { ok: false };
  }
}
