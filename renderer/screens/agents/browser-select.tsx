// In which browser an agent works: the user may choose another one, which takes its next call.
import { visibleText } from '../../../contract/visible-text.ts';
import { BrowserMark } from '../../parts/browser-mark.tsx';
import { useAct, useLive, useSnapshot } from '../../parts/panel-context.tsx';
import { t } from '../../words/language.ts';
import type { Agent, Browser } from '../../../contract/schemas/entities.ts';

export function BrowserSelect({ agent, name }: { agent: Agent; name: string }) {
  const { browsers } = useSnapshot();
  const act = useAct();
  const live = useLive();
  const approved = Object.values(browsers)
    .filter(isApproved)
    .sort((a, b) => a.name.localeCompare(b.name));
  const current = approved.find(({ id }) => id === agent.browserId);
  const choose = (browserId: string) => void act('agents:set-browser', { agentId: agent.id, browserId });
  return (
    <span className="line">
      {current ? <BrowserMark browserId={current.id} size="small" /> : null}
      <select
        className="field"
        aria-label={t('The browser of {name}', { name })}
        disabled={!live || agent.state.kind === 'gone' || approved.length === 0}
        value={current?.id ?? ''}
        onChange={event => choose(event.target.value)}
      >
        {current ? null : (
          <option value="" disabled>
            {t('none yet')}
          </option>
        )}
        {approved.map(browser => (
          <option key={browser.id} value={browser.id}>
            {optionWords(browser)}
          </option>
        ))}
      </select>
    </span>
  );
}

function isApproved({ state }: Browser): boolean {
  return state.kind === 'connected' || state.kind === 'away';
}

function optionWords({ name, state }: Browser): string {
  const shown = visibleText(name);
  return state.kind === 'away' ? t('{name} (away)', { name: shown }) : shown;
}

/** Why it works there, where it has not chosen itself. */
export function movedWords({ moved }: Agent, nameOf: (browserId: string) => string): string | null {
  if (!moved) return null;
  const before = moved.from === null ? null : visibleText(nameOf(moved.from));
  if (moved.by === 'away') return t('went on here because {before} was away', { before: before ?? '' });
  return t('you chose it');
}
