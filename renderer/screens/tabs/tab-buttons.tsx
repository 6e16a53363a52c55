// What can be done with one tab, as buttons and as the keys T, M, R and Delete.
import { ArrowRightLeft, Undo2 } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import { useKeys } from '../../frame/keys.ts';
import { ActButton, Button } from '../../parts/button.tsx';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { useLive } from '../../parts/panel-context.tsx';
import { t } from '../../words/language.ts';
import { useTabActs, useTakers } from './use-tab-acts.ts';
import type { Tab } from '../../../contract/schemas/entities.ts';

export function TabButtons({ tab }: { tab: Tab }) {
  const acts = useTabActs();
  const live = useLive();
  const [giving, setGiving] = useState(false);
  const [closing, setClosing] = useState(false);
  const { owner } = tab;
  const tabId = String(tab.tabId);
  const mine = owner.kind === 'you';
  const releasable = !mine || owner.takenFrom !== undefined;
  useKeys({
    t: () => live && !mine && acts.takeOver(tab),
    m: () => setGiving(true),
    r: () => live && releasable && acts.release(tab),
    Delete: () => setClosing(true),
  });
  return (
    <div className="tab-acts" role="group" aria-label={t('What to do with tab {tabId}', { tabId })}>
      <TakeOrGiveBack tab={tab} />
      <GiveTo tab={tab} open={giving} onOpen={setGiving} />
      <ActButton look="ghost" shortcut="R" disabled={!releasable} onClick={() => acts.release(tab)}>
        {t('Release')}
      </ActButton>
      <span className="fill" />
      <ConfirmButton
        label={t('Close tab')}
        title={t('Close tab {tabId}?', { tabId })}
        text={t('The browser closes it, with whatever is typed in there.')}
        onConfirm={() => acts.close(tab)}
        open={closing}
        onOpen={setClosing}
      />
    </div>
  );
}

function TakeOrGiveBack({ tab }: { tab: Tab }) {
  const acts = useTabActs();
  const mine = tab.owner.kind === 'you';
  if (tab.owner.kind === 'you' && tab.owner.takenFrom !== undefined)
    return (
      <ActButton icon={Undo2} onClick={() => acts.giveBack(tab)}>
        {t('Give back')}
      </ActButton>
    );
  return (
    <ActButton
      disabled={mine}
      title={mine ? t('It is yours already') : undefined}
      shortcut="T"
      onClick={() => acts.takeOver(tab)}
    >
      {t('Take over')}
    </ActButton>
  );
}

/** The list of those who can have it: the keyboard's way of dragging. */
function GiveTo({ tab, open, onOpen }: { tab: Tab; open: boolean; onOpen: (open: boolean) => void }) {
  const takers = useTakers(tab);
  const acts = useTabActs();
  return (
    <Popover.Root open={open} onOpenChange={onOpen}>
      <Popover.Trigger asChild>
        <Button icon={ArrowRightLeft} shortcut="M">
          {t('Give to')}
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="menu"
          align="start"
          sideOffset={4}
          aria-label={t('Give tab {tabId} to', { tabId: String(tab.tabId) })}
        >
          {takers.map(({ id, name }) => (
            <button
              key={id}
              type="button"
              onClick={() => {
                onOpen(false);
                acts.give(tab, id);
              }}
            >
              <Foreign text={name} className="ellipsis" />
            </button>
          ))}
          {takers.length === 0 ? (
            <p className="subtle">{t('No other agent is here that works in this browser.')}</p>
          ) : null}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
