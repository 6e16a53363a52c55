// Text to take along: a command, a path or a token in a well, with its button.
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { visibleText } from '../../contract/visible-text.ts';
import { addNotice } from '../store/panel-store.ts';
import { t } from '../words/language.ts';
import { Button } from './button.tsx';
import { usePanelParts } from './panel-context.tsx';

const shownMs = 2000;

export function CopyButton({ text, what }: { text: string; what: string }) {
  const { store } = usePanelParts();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () =>
        addNotice(
          store,
          'error',
          t('Could not copy the {what}: the clipboard refused. Select the text and press Ctrl C.', { what }),
        ),
    );
  return (
    <Button
      look="ghost"
      size="small"
      icon={copied ? Check : Copy}
      onClick={() => void copy()}
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
