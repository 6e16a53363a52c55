// Opens the system's dialog for files and pictures.
import { Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../../parts/button.tsx';
import { t } from '../../../words/language.ts';

export function AttachButton({ onFiles }: { onFiles: (files: Iterable<File>) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        look="ghost"
        size="small"
        icon={Paperclip}
        aria-label={t('Add files or pictures')}
        title={t('Add files or pictures')}
        data-attach
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('Files or pictures')}
        onChange={event => {
          onFiles(event.target.files ?? []);
          event.target.value = '';
        }}
      />
    </>
  );
}
