// Text to take along: a command, a path or a token in a well, with its button.
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { visibleText } from '../../contract/visible-text.ts';
import { addNotice } from '../store/panel-store.ts';
import { t } from '../words/language.ts';
import { Button } from './button.tsx';
import { usePanelParts } from './panel-context.tsx';

const shownMs = 2000;

/** Copies the text, and says for a moment that it did. */
export function useCopy(text: string, what: string) {
  const { store } = usePanelParts();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const run = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () =>
        addNotice(
          store,
          'error',
          t('Could not copy the {what}: the clipboard refused. Select the text and press Ctrl C.', { what }),
        ),
    );
  return { copied, run };
}

interface CopyButtonProps {
  readonly text: string;
  readonly what: string;
  /** What its key does too; the caller keeps it then. */
  readonly keyed?: { readonly copy: ReturnType<typeof useCopy>; readonly shortcut: string | undefined };
}

export function CopyButton({ text, what, keyed }: CopyButtonProps) {
  const own = useCopy(text, what);
  const { copied, run } = keyed?.copy ?? own;
  return (
    <Button
      look={keyed ? undefined : 'ghost'}
      size="small"
      icon={copied ? Check : Copy}
      shortcut={keyed?.shortcut}
      onClick={() => void run()}
      aria-label={t('Copy {what}', { what })}
    >
      {copied ? t('Copied') : t('Copy')}
    </Button>
  );
}

/** `text` is what is copied, to the letter; what is shown has its unseen characters made visible. */
export function CommandLine({ text, what }: { text: string; what: string }) {
  return (
    <div className="well command">
      <code aria-label={what}>{visibleText(text)}</code>
      <CopyButton text={text} what={what} />
    </div>
  );
}
