// How an exported file begins: the text itself, so that what is masked is seen and not only counted.
import { useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { Said } from '../../../parts/sheet.tsx';
import { useRequest } from '../../../parts/use-request.ts';
import { t } from '../../../words/language.ts';
import { useAskTrace } from '../shown-trace.ts';
import type { TraceFormat } from '../../../../contract/trace-bounds.ts';
import type { ExportChoice } from './export-trace.ts';

/** As much as can be read here. */
const shownAtMost = 4_000;

interface FileStartProps {
  readonly choice: ExportChoice;
  readonly format: TraceFormat;
  readonly until: number;
}

export function FileStart(props: FileStartProps) {
  const [open, setOpen] = useState(false);
  return (
    <div>
      <Button look="ghost" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? t('Hide how the file begins') : t('Show how the file begins')}
      </Button>
      {open ? <Beginning {...props} /> : null}
    </div>
  );
}

function Beginning({ choice, format, until }: FileStartProps) {
  const ask = useAskTrace();
  const asked = useRequest(JSON.stringify([choice, format, until]), async () => {
    const { text } = await ask('trace:export', { ...choice, format, until, after: 0, written: 0 });
    return { text: text.slice(0, shownAtMost), isCut: text.length > shownAtMost };
  });
  if (asked.kind === 'failed') return <Said sentence={asked.sentence} />;
  if (asked.kind === 'loading') return <span className="ghost-bar mt-1" />;
  const { text, isCut } = asked.value;
  return (
    <div className="well file-start mt-1" tabIndex={0} role="region" aria-label={t('The beginning of the file')}>
      <Foreign text={text} lines className="lines" />
      {isCut ? <span className="subtle"> …</span> : null}
    </div>
  );
}
