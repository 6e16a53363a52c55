// Notices: what you just did, and an error, at the bottom right; what others did, below the screen, where it stays and covers nothing.
import { Check, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Foreign } from '../parts/foreign.tsx';
import { usePanel, usePanelParts } from '../parts/panel-context.tsx';
import { Shape } from '../parts/shape.tsx';
import { dropNotice, type Notice, type NoticeAction } from '../store/panel-store.ts';
import { t } from '../words/language.ts';

const shownMs = 5000;
/** Long enough to find the button that takes it back. */
const undoMs = 10_000;
const tones = { done: 'running', error: 'crashed', news: 'attention' } as const;

export function Notices() {
  const notices = usePanel(state => state.notices);
  return (
    <>
      <Those className="news" notices={notices.filter(({ kind }) => kind === 'news')} />
      <Those className="notices" notices={notices.filter(({ kind }) => kind !== 'news')} />
    </>
  );
}

function Those({ className, notices }: { className: string; notices: readonly Notice[] }) {
  if (notices.length === 0) return null;
  return (
    <div className={className}>
      {notices.map(notice => (
        <Toast key={notice.id} notice={notice} />
      ))}
    </div>
  );
}

function Toast({ notice }: { notice: Notice }) {
  const { store } = usePanelParts();
  const [held, setHeld] = useState(false);
  const drop = () => dropNotice(store, notice.id);
  const passes = notice.kind === 'done' && !held;
  useEffect(() => {
    if (!passes) return;
    const timer = setTimeout(() => dropNotice(store, notice.id), notice.action ? undoMs : shownMs);
    return () => clearTimeout(timer);
  }, [passes, store, notice.id, notice.action]);
  const hold = {
    onMouseEnter: () => setHeld(true),
    onMouseLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  };
  return (
    <div className={`notice ${tones[notice.kind]}`} role={notice.kind === 'error' ? 'alert' : 'status'} {...hold}>
      {notice.kind === 'done' ? (
        <Check className="icon-14" aria-hidden="true" />
      ) : (
        <span className={`${notice.kind === 'error' ? 'text-crashed' : 'text-attention'} mt-0.5`}>
          <Shape tone={tones[notice.kind]} />
        </span>
      )}
      <p>
        <Foreign text={notice.text} />
      </p>
      {notice.action ? <ActionButton action={notice.action} onDone={drop} /> : null}
      <Button look="ghost" size="small" icon={X} aria-label={t('Dismiss')} onClick={drop} />
    </div>
  );
}

function ActionButton({ action, onDone }: { action: NoticeAction; onDone: () => void }) {
  return (
    <Button
      size="small"
      onClick={() => {
        onDone();
        action.run();
      }}
    >
      {action.label}
    </Button>
  );
}
