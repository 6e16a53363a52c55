// Where servers are imported from: an app on this machine, a file, or pasted text.
import { FolderOpen } from 'lucide-react';
import { useRef, useState } from 'react';
import { ActButton, Button } from '../../../parts/button.tsx';
import { Lines } from '../../../parts/form-fields.tsx';
import { t } from '../../../words/language.ts';
import { apps, appWords } from '../app-words.ts';
import type { ImportSource } from '../../../../contract/schemas/imports.ts';

const maxBytes = 5_000_000;

interface ImportFromProps {
  readonly busy: boolean;
  readonly onRead: (source: ImportSource) => void;
  readonly onRefused: (sentence: string) => void;
}

export function ImportFrom({ busy, onRead, onRefused }: ImportFromProps) {
  const [text, setText] = useState('');
  return (
    <>
      <div>
        <span className="label-text">{t('From an app on this machine')}</span>
        <div className="flex flex-wrap gap-2">
          {apps.map(app => (
            <ActButton key={app} disabled={busy} onClick={() => onRead({ kind: 'app', app })}>
              {appWords[app]}
            </ActButton>
          ))}
        </div>
      </div>
      <Lines
        label={t('Or the text of its file')}
        rows={6}
        value={text}
        placeholder={'{ "mcpServers": { … } }, { "servers": { … } } or [mcp_servers.name]'}
        onChange={setText}
      />
      <div className="flex gap-2">
        <ActButton
          disabled={busy || text.trim() === ''}
          title={text.trim() === '' ? t('Paste the text first') : undefined}
          onClick={() => onRead({ kind: 'text', text })}
        >
          {t('Show its servers')}
        </ActButton>
        <FilePick onRead={onRead} onRefused={onRefused} />
      </div>
    </>
  );
}

function FilePick({ onRead, onRefused }: Pick<ImportFromProps, 'onRead' | 'onRefused'>) {
  const file = useRef<HTMLInputElement>(null);
  const pick = async (picked: File | undefined) => {
    if (!picked) return;
    if (picked.size > maxBytes) {
      onRefused(
        t('{name} has {size} bytes, more than 5 MB; paste the part with the servers.', {
          name: picked.name,
          size: String(picked.size),
        }),
      );
      return;
    }
    onRead({ kind: 'text', text: await picked.text() });
  };
  return (
    <>
      <Button icon={FolderOpen} onClick={() => file.current?.click()}>
        {t('Pick a file')}
      </Button>
      <input
        ref={file}
        type="file"
        hidden
        aria-label={t('File to import')}
        accept=".json,.jsonc,.toml,.txt"
        onChange={event => {
          void pick(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </>
  );
}
