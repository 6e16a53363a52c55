// Says on every screen that the trace is being written to disk, and leads to where it is switched off.
import { useNow, useSnapshot } from '../parts/panel-context.tsx';
import { Say } from '../parts/say.tsx';
import { t } from '../words/language.ts';
import { recordingSentence } from '../words/trace-tool-words.ts';
import { routeHref } from './route.ts';

export function RecordingMark() {
  const { hub } = useSnapshot();
  const now = useNow();
  const { recording } = hub;
  if (!recording) return null;
  return (
    <a className="button small recording" href={routeHref('traces')} title={recordingSentence(recording, now)}>
      <i className="rec-dot" aria-hidden="true" />
      <span>
        <Say
          text="Recording {where}"
          values={{ where: <span className="visually-hidden-when-narrow">{t('to disk')}</span> }}
        />
      </span>
    </a>
  );
}
