// A text that lists servers, pasted or out of a file that the user picks.
import { FolderOpen } from 'lucide-react';
import { useRef } from 'react';
import { maxImportChars } from '../../../../contract/imports.ts';
import { Button } from '../../../parts/button.tsx';
import { Lines } from '../../../parts/form-fields.tsx';
import { t } from '../../../words/language.ts';

interface TextFormProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  /** A package that was picked, in base64. */
  readonly onPackage: (base64: string) => void;
  readonly onRefused: (sentence: string) => void;
}

export function TextForm({ text, onText, onPackage, onRefused }: TextFormProps) {
  return (
    <>
      <Lines
        label={t('mcpServers JSON')}
        rows={9}
        value={text}
        placeholder={'{ "mcpServers": { … } }, { "servers": { … } } or [mcp_servers.name]'}
        onChange={onText}
      />
      <div className="flex gap-2">
        <FilePick onText={onText} onPackage={onPackage} onRefused={onRefused} />
      </div>
    </>
  );
}

function FilePick({ onText, onPackage, onRefused }: Pick<TextFormProps, 'onText' | 'onPackage' | 'onRefused'>) {
  const file = useRef<HTMLInputElement>(null);
  const pick = async (picked: File | undefined) => {
    if (!picked) return;
    if (picked.size > maxImportChars) {
      onRefused(
        t('{name} has {size} bytes, more than 5 MB; paste the part with the servers.', {
          name: picked.name,
          size: String(picked.size),
        }),
      );
      return;
    }
    if (/\.zip$/i.test(picked.name)) onPackage(base64Of(await picked.arrayBuffer()));
    else onText(await picked.text());
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
        accept=".json,.jsonc,.toml,.txt,.zip"
        onChange={event => {
          void pick(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </>
  );
}

/** In pieces, because a call takes only so many arguments. */
function base64Of(bytes: ArrayBuffer): string {
  const all = new Uint8Array(bytes);
  let text = '';
  for (let at = 0; at < all.length; at += 0x8000) text += String.fromCharCode(...all.subarray(at, at + 0x8000));
  return btoa(text);
}
