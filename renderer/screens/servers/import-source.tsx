// Where servers are imported from: an app on this machine, a file, or pasted text.
import { FolderOpen } from 'lucide-react';
import { useRef, useState } from 'react';

import type { ImportSource } from '../../../electron/contract/imports.ts';
import { ActButton, Button } from '../../parts/button.tsx';
import { apps, appWords } from '../../words/app-words.ts';

const maxBytes = 5_000_000;

interface ImportFromProps {
  readonly busy: boolean;
  readonly onRead: (source: ImportSource) => void;
  readonly onRefused: (sentence: string) => void;
}

export function ImportFrom({ busy, onRead, onRefused }: ImportFromProps) {
  const [text, setText] = useState('');
  const file = useRef<HTMLInputElement>(null);
  const pick = async (picked: File | undefined) => {
    if (!picked) return;
    if (picked.size > maxBytes) {
      onRefused(`${picked.name} has ${picked.size} bytes, more than 5 MB; paste the part with the servers.`);
      return;
    }
    onRead({ kind: 'text', text: await picked.text() });
  };
  return (
    <>
      <div>
        <span className="label-text">From an app on this machine</span>
        <div className="flex flex-wrap gap-2">
          {apps.map(app => (
            <ActButton key={app} disabled={busy} onClick={() => onRead({ kind: 'app', app })}>
              {appWords[app]}
            </ActButton>
          ))}
        </div>
      </div>
      <label>
        <span>Or the text of its file</span>
        <textarea
          className="well"
          rows={6}
          spellCheck={false}
          value={text}
          placeholder={'{ "mcpServers": { … } }, { "servers": { … } } or [mcp_servers.name]'}
          onChange={event => setText(event.target.value)}
        />
      </label>
      <div className="flex gap-2">
        <ActButton
          disabled={busy || text.trim() === ''}
          title={text.trim() === '' ? 'Paste the text first' : undefined}
          onClick={() => onRead({ kind: 'text', text })}
        >
          Show its servers
        </ActButton>
        <Button icon={FolderOpen} onClick={() => file.current?.click()}>
          Pick a file
        </Button>
        <input
          ref={file}
          type="file"
          hidden
          aria-label="File to import"
          accept=".json,.jsonc,.toml,.txt"
          onChange={event => {
            void pick(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </div>
    </>
  );
}
