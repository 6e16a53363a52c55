// Connect: the ladder from the hub to an answer from a page, then the agents of this machine beside its browsers.
import { RefreshCw, Route, Stethoscope } from 'lucide-react';
import { useState } from 'react';
import { goTo } from '../../frame/route.ts';
import { Button } from '../../parts/button.tsx';
import { ScreenBar } from '../../parts/layout.tsx';
import { PairSheet } from '../../parts/pair-sheet.tsx';
import { useWide } from '../../parts/use-wide.ts';
import { t } from '../../words/language.ts';
import { AgentsPane } from './agents/agents-pane.tsx';
import { BrowsersPane, WhoPane } from './browsers/browsers-pane.tsx';
import { Guide } from './browsers/guide.tsx';
import { useConnectKeys } from './connect-keys.ts';
import { Ladder, ladderSentence } from './ladder/ladder.tsx';
import { NarrowTabs } from './narrow-tabs.tsx';
import { QuestionPane } from './question-pane.tsx';
import { type Chain, useChain } from './use-chain.ts';
import { usePlaces } from './use-places.ts';
import { useRemedy } from './use-remedy.ts';

export function ConnectScreen({ selected }: { selected: string | null }) {
  const [turn, setTurn] = useState(0);
  const [guided, setGuided] = useState(false);
  const chain = useChain(turn);
  const places = usePlaces(selected, chain.asked !== null);
  const remedy = useRemedy(chain, places);
  useConnectKeys({ chain, places, onRemedy: remedy.run });
  return (
    <>
      <ScreenBar title={t('Connect')} note={ladderSentence(chain.steps)}>
        <Button look="ghost" icon={Route} onClick={() => setGuided(true)}>
          {t('Guide')}
        </Button>
        <Button look="ghost" icon={RefreshCw} onClick={() => setTurn(turn + 1)}>
          {t('Look again')}
        </Button>
        <Button icon={Stethoscope} onClick={() => goTo('doctor')}>
          {t('Run the doctor')}
        </Button>
      </ScreenBar>
      <Ladder steps={chain.steps} onGo={places.goToStep} onRemedy={remedy.run} />
      <Panes chain={chain} places={places} remedy={remedy} />
      {remedy.paired === null ? null : <PairSheet browser={remedy.paired} onClose={remedy.closePairing} />}
      {guided ? <Guide onClose={() => setGuided(false)} /> : null}
    </>
  );
}

interface PanesProps {
  readonly chain: Chain;
  readonly places: ReturnType<typeof usePlaces>;
  readonly remedy: ReturnType<typeof useRemedy>;
}

/**
 * Beside each other where there is room, else one at a time. A question that waits takes the place of the browsers. One tree for both, so that a
 * window that is made wider or narrower keeps what is open: a change that is looked at, a token that is shown once.
 */
function Panes({ chain, places, remedy }: PanesProps) {
  const wide = useWide();
  const tab = wide ? null : places.tab;
  const question = chain.asked ? <QuestionPane prompt={chain.asked} onLeave={chain.leave} /> : null;
  const beside = {
    agents: null,
    browsers: <BrowsersPane found={chain.found} />,
    who: <WhoPane found={chain.found} />,
    question,
  };
  return (
    <>
      {tab === null ? null : <NarrowTabs chain={chain} places={places} />}
      <div
        className={wide ? 'panes halved' : 'panes'}
        {...(tab === null ? {} : { role: 'tabpanel', 'aria-labelledby': `connect-tab-${tab}` })}
      >
        {tab === null || tab === 'agents' ? <AgentsPane chain={chain} places={places} remedy={remedy} /> : null}
        {tab === null ? (question ?? <BrowsersPane found={chain.found} withAnswers />) : beside[tab]}
      </div>
    </>
  );
}
