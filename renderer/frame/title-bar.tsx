// Title bar: the mark, what waits for the user, and what agents may do now.
import { useSnapshot } from '../parts/panel-context.tsx';
import { Shape } from '../parts/shape.tsx';
import { pendingBrowsers, waitingCount } from '../store/attention.ts';
import { t } from '../words/language.ts';
import { ModeSwitch } from './mode-switch.tsx';
import { Palette } from './palette.tsx';
import { RecordingMark } from './recording-mark.tsx';
import { routeHref } from './route.ts';

export function TitleBar() {
  const { remote } = useSnapshot().hub;
  return (
    <header className="title-bar">
      <div className="brand">
        <Mark />
        <span className="label">{remote?.hub ?? 'Pilothouse'}</span>
      </div>
      <Palette />
      <span className="fill" />
      <RecordingMark />
      <Waiting />
      {remote ? null : <ModeSwitch />}
    </header>
  );
}

function Waiting() {
  const snapshot = useSnapshot();
  const count = waitingCount(snapshot);
  if (count === 0) return null;
  const onlyBrowsers = pendingBrowsers(snapshot).length === count;
  return (
    <a className="button small asks" href={onlyBrowsers ? routeHref('connect', 'browsers') : routeHref('permissions')}>
      <Shape tone="attention" />
      <span>{count}</span>{' '}
      <span className="visually-hidden-when-narrow">
        {t('{count, plural, one {waiting for you} other {waiting for you}}', { count })}
      </span>
    </a>
  );
}

function Mark() {
  return (
    <svg
      width="19"
      height="19"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.9"
      strokeLinejoin="round"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M12 2v3.5M4.2 5.5h15.6L18.2 13H5.8zM9.8 5.5l.5 7.5M14.2 5.5l-.5 7.5" />
      <path d="M2.5 16.5h19L18 21.5H6z" />
    </svg>
  );
}
