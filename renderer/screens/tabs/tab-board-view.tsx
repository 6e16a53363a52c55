// The board: one row for each browser, one column for each owner, and every tab as a block in its owner's colour.
import { visibleText } from '../../../contract/visible-text.ts';
import { Foreign } from '../../parts/foreign.tsx';
import { useSnapshot } from '../../parts/panel-context.tsx';
import { Say } from '../../parts/say.tsx';
import { keyOfTab, type OwnerKey, type TabBoard } from '../../store/tab-board.ts';
import { agentIdentity } from '../../words/identity.ts';
import { t } from '../../words/language.ts';
import { BrowserHead, OwnerHead, ownerName } from './board-heads.tsx';
import { Quick, TabBlock } from './tab-block.tsx';
import { useTabDrag } from './use-tab-drag.ts';
import type { CSSProperties } from 'react';
import type { Tab } from '../../../contract/schemas/entities.ts';

interface BoardProps {
  readonly board: TabBoard;
  readonly now: number;
  readonly selected: string | null;
}

export function TabBoardView({ board, now, selected }: BoardProps) {
  const drag = useTabDrag();
  const snapshot = useSnapshot();
  return (
    <div className="board" style={{ '--owners': board.owners.length } as CSSProperties}>
      <div className="owner-head subtle text-2xs">{t('Browser')}</div>
      {board.owners.map(owner => (
        <OwnerHead key={owner} owner={owner} board={board} />
      ))}
      {board.browsers.map(browser => (
        <div key={browser.id} className="contents">
          <BrowserHead browser={browser} />
          {board.owners.map(owner => (
            <ul
              key={owner}
              {...drag.target(browser.id, owner)}
              className="board-cell"
              aria-label={`${visibleText(browser.name)}, ${ownerName(snapshot, owner)}`}
            >
              {board.cell(browser.id, owner).map(tab => (
                <li key={tab.tabId}>
                  <TabBlock tab={tab} now={now} picked={keyOfTab(tab) === selected} drag={drag} />
                  <Quick tab={tab} />
                </li>
              ))}
              {drag.tab && drag.over === owner && drag.tab.browserId === browser.id ? (
                <DropHere tab={drag.tab} owner={owner} />
              ) : board.cell(browser.id, owner).length === 0 ? (
                <li className="none">{owner === 'none' ? t('None.') : t('No tabs here. Drag one in.')}</li>
              ) : null}
            </ul>
          ))}
        </div>
      ))}
    </div>
  );
}

/** Said before the tab is let go: what that means. */
function DropHere({ tab, owner }: { tab: Tab; owner: OwnerKey }) {
  const snapshot = useSnapshot();
  const { tabId } = tab;
  const loser = tab.owner.kind === 'agent' ? agentIdentity(snapshot, tab.owner.agentId).name : null;
  const taker = owner === 'you' ? null : agentIdentity(snapshot, owner.slice('agent:'.length)).name;
  return (
    <li className="drop-here">
      <b>
        {taker === null ? (
          t('Take over tab {tabId}', { tabId: String(tabId) })
        ) : (
          <Say text="Give tab {tabId} to {name}" values={{ tabId: String(tabId), name: <Foreign text={taker} /> }} />
        )}
      </b>
      <p>
        {taker === null ? t('No agent may act on it then.') : t('It may then use its own grants here.')}{' '}
        {loser === null ? null : (
          <Say text="{name} may not act on it any more." values={{ name: <Foreign text={loser} /> }} />
        )}
      </p>
    </li>
  );
}
