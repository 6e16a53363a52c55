// One browser of this machine: its switch, its true state, and the one thing that helps.
import { ActButton } from '../../../parts/button.tsx';
import { Switch } from '../../../parts/choices.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { PairBrowser } from '../../../parts/pair-sheet.tsx';
import { useLive } from '../../../parts/panel-context.tsx';
import { Status } from '../../../parts/shape.tsx';
import { t } from '../../../words/language.ts';
import { browserAct, browserDetail, browserFacts, browserState } from './browser-state.ts';
import { useBrowserActs } from './use-browser-acts.ts';
import type { BrowserTruth, MachineBrowser } from '../../../../contract/schemas/browsers.ts';

interface BrowserRowProps {
  readonly browser: MachineBrowser;
  readonly onSwitch: (on: boolean) => void;
  /** Only of a folder that the user named. */
  readonly onForget?: () => void;
}

export function BrowserRow({ browser, onSwitch, onForget }: BrowserRowProps) {
  const live = useLive();
  const { browserId, name, isOn, truth } = browser;
  const { tone, text } = browserState(browser);
  const detail = browserDetail(browser);
  const canSwitch = isOn || !cannotBeOn.has(truth.kind);
  return (
    <li id={`browser-${browserId}`}>
      <Switch
        label={t('Connect {name}', { name })}
        on={isOn}
        disabled={!live || !canSwitch}
        title={canSwitch ? undefined : detail}
        onSwitch={onSwitch}
      />
      <span className="two-lines connect-who">
        <Foreign text={name} className="strong ellipsis" />
        <small className="ellipsis">
          <Foreign text={browserFacts(browser)} />
        </small>
      </span>
      <span className="two-lines fill">
        <Status tone={tone}>{text}</Status>
        <small className="ellipsis" title={detail}>
          <Foreign text={detail} />
        </small>
      </span>
      <span className="connect-act">
        {onForget ? (
          <ActButton size="small" look="ghost" aria-label={t('Forget {name}', { name })} onClick={onForget}>
            {t('Forget')}
          </ActButton>
        ) : null}
        <Help browser={browser} />
      </span>
    </li>
  );
}

const cannotBeOn: ReadonlySet<BrowserTruth['kind']> = new Set(['not-here', 'needs-websocket', 'forbidden']);

function Help({ browser }: { browser: MachineBrowser }) {
  const acts = useBrowserActs();
  const { browserId: id, name, opensPage } = browser;
  switch (browserAct(browser)) {
    case 'repair':
      return (
        <RowAct text={t('Repair')} label={t('Repair {what}', { what: name })} run={() => acts.repair({ id, name })} />
      );
    case 'start':
      return (
        <RowAct text={t('Start it')} label={t('Start it: {name}', { name })} run={() => acts.start({ id, name })} />
      );
    case 'page': {
      const label = opensPage
        ? t('Open page: extensions of {name}', { name })
        : t('Copy address: extensions of {name}', { name });
      const text = opensPage ? t('Open page') : t('Copy address');
      return <RowAct text={text} label={label} run={() => acts.openPage({ id, name })} />;
    }
    case 'code':
      return <PairBrowser browser={name} />;
    case null:
      return null;
  }
}

function RowAct({ text, label, run }: { text: string; label: string; run: () => Promise<unknown> }) {
  return (
    <ActButton size="small" aria-label={label} onClick={() => void run()}>
      {text}
    </ActButton>
  );
}
