// What happened in one tab lately, among the newest messages.
import { goTo } from '../../frame/route.ts';
import { Foreign } from '../../parts/foreign.tsx';
import { PaneHead } from '../../parts/layout.tsx';
import { OutcomeCell } from '../../parts/outcome-cell.tsx';
import { useRecent } from '../../parts/use-recent.ts';
import { formatClock } from '../../words/format.ts';
import { t } from '../../words/language.ts';
import type { Tab } from '../../../contract/schemas/entities.ts';

const listedAtMost = 20;
const lookedAt = 80;

export function TabHistory({ tab }: { tab: Tab }) {
  const entries = useRecent(lookedAt, { tabId: tab.tabId })
    .filter(entry => entry.tabId === tab.tabId && entry.parent === null)
    .slice(-listedAtMost)
    .reverse();
  return (
    <section aria-label={t('What happened here')}>
      <PaneHead title={t('What happened here')} note={t('newest first')} />
      {entries.length === 0 ? <p className="subtle p-4 text-xs">{t('Nothing lately.')}</p> : null}
      <ul className="related-entries">
        {entries.map(entry => (
          <li key={entry.seq}>
            <button type="button" onClick={() => goTo('traces', String(entry.seq))}>
              <span className="line">
                <time className="mono subtle">{formatClock(entry.at)}</time>
                <Foreign text={entry.from.label} className="ellipsis" />
                <Foreign text={entry.tool ?? entry.method} className="mono ellipsis" />
                <span className="fill" />
                <OutcomeCell entry={entry} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
