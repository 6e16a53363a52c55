// One call of an answer: a row that unfolds into its arguments, its result, the rule that decided and its entry in the trace.
import { Ban, Check, ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { Foreign } from '../../../parts/foreign.tsx';
import { useNow } from '../../../parts/panel-context.tsx';
import { Shape } from '../../../parts/shape.tsx';
import { formatDuration } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { runningTime } from '../chat-words.ts';
import { CallFold } from './call-fold.tsx';
import { callLook, callMs, callNote, stateWord, toolName } from './call-words.ts';
import type { ChatCall } from '../../../../contract/schemas/chat.ts';

interface CallRowProps {
  readonly call: ChatCall;
  readonly turnId: string;
  readonly conversationId: string;
}

export function CallRow({ call, ...place }: CallRowProps) {
  const [isOpen, setOpen] = useState(false);
  const fold = useId();
  const look = callLook(call);
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  const { source, tool } = toolName(call);
  return (
    <li>
      <button
        type="button"
        className={`call-row ${look}`}
        aria-expanded={isOpen}
        aria-controls={isOpen ? fold : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Chevron className="icon-12 chevron" aria-hidden="true" />
        <CallShape look={look} />
        <span className="mono ellipsis">
          <Foreign text={source} className="subtle" />
          <Foreign text={tool} max={80} />
        </span>
        <Foreign text={call.summary} className="subtle ellipsis" max={160} />
        <bdi className="decided-by ellipsis">{callNote(call)}</bdi>
        <CallTime call={call} />
        <span className="visually-hidden">{stateWord(call.state) ?? t('done')}</span>
      </button>
      {isOpen ? <CallFold id={fold} call={call} {...place} /> : null}
    </li>
  );
}

function CallShape({ look }: { look: ReturnType<typeof callLook> }) {
  if (look === 'ok') return <Check className="icon-14 shape-ok" aria-hidden="true" />;
  if (look === 'refused') return <Ban className="icon-12 shape-refused" aria-hidden="true" />;
  return (
    <span className={`call-shape ${look}`}>
      <Shape tone={look} />
    </span>
  );
}

/** Only what runs has a clock. */
function CallTime({ call }: { call: ChatCall }) {
  return call.state.kind === 'running' ? (
    <Clock call={call} />
  ) : (
    <span className="numeric">{formatDuration(callMs(call, 0))}</span>
  );
}

function Clock({ call }: { call: ChatCall }) {
  return <span className="numeric">{runningTime(callMs(call, useNow(250)) ?? 0)}</span>;
}
