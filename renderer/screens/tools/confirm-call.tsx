// What acts is asked about before it is sent.
import { Play } from 'lucide-react';
import { cutEnd, visibleText } from '../../../contract/visible-text.ts';
import { ActButton, Button } from '../../parts/button.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { useSnapshot } from '../../parts/panel-context.tsx';
import { Say } from '../../parts/say.tsx';
import { Shape } from '../../parts/shape.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import { t } from '../../words/language.ts';
import { offererName } from './offerer-name.ts';
import type { Tool } from '../../../contract/schemas/entities.ts';

interface ConfirmProps {
  readonly tool: Tool;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

const longestName = 60;

export function ConfirmCall({ tool, onConfirm, onClose }: ConfirmProps) {
  const snapshot = useSnapshot();
  const { source } = tool;
  const where = source.kind === 'browser' ? t('the browser') : offererName(snapshot, source);
  return (
    <Sheet
      title={t('Call {tool}', { tool: visibleText(cutEnd(tool.id, longestName)) })}
      text={t('It is sent as your own call: it passes every gate, asks nobody, and what is denied stays denied.')}
      open
      onClose={onClose}
      footer={
        <>
          <ActButton look="danger" icon={Play} onClick={onConfirm}>
            {t('Call, although it acts')}
          </ActButton>
          <Button look="ghost" data-first="" onClick={onClose}>
            {t('Cancel')}
          </Button>
        </>
      }
    >
      <p className="line attention">
        <span className="text-attention">
          <Shape tone="attention" />
        </span>
        <span>
          <Say
            text="It acts on {where}: calling it may change something there."
            values={{ where: <Foreign text={where} className="strong" /> }}
          />
        </span>
      </p>
    </Sheet>
  );
}
