// Why that one answers, and the switch between it and Pilothouse.
import { ActButton } from '../../../parts/button.tsx';
import { PairBrowser } from '../../../parts/pair-sheet.tsx';
import { useAct } from '../../../parts/panel-context.tsx';
import { ReasonText } from '../../../parts/reason-text.tsx';
import { t } from '../../../words/language.ts';
import { whatOf } from './claim-words.ts';
import type { WhoAnswers } from '../../../../contract/schemas/browsers.ts';

interface AnswerChoiceProps {
  readonly answer: WhoAnswers;
  /** Opens the sheet, of this user's place or of the whole machine's. */
  readonly onUse: (forMachine: boolean) => void;
}

export function AnswerChoice({ answer, onUse }: AnswerChoiceProps) {
  const { browser, host, canUse, canGiveBack, policies } = answer;
  const isOwn = host === 'pilothouse';
  const isForbidden = answer.answer.kind === 'forbidden';
  if (!isOwn && !canUse && !canGiveBack && policies.length === 0 && !isForbidden) return null;
  return (
    <tr className="choice">
      <td colSpan={3}>
        <span className="line">
          <span className="fill wraps muted">
            <ReasonText reason={answer.answer.reason} />
            {policies.map((policy, at) => (
              <span key={at} className="block subtle">
                <ReasonText reason={policy} />
              </span>
            ))}
          </span>
          {isOwn ? (
            <ActButton
              size="small"
              look="ghost"
              aria-label={t('For the whole machine: {what}', { what: whatOf(answer) })}
              onClick={() => onUse(true)}
            >
              {t('For the whole machine…')}
            </ActButton>
          ) : null}
          <Acts answer={answer} onUse={() => onUse(false)} />
          {isOwn && isForbidden ? <PairBrowser browser={browser} /> : null}
        </span>
      </td>
    </tr>
  );
}

function Acts({ answer, onUse }: { answer: WhoAnswers; onUse: () => void }) {
  const act = useAct();
  const { browserId, browser, host, canUse, canGiveBack } = answer;
  const what = whatOf(answer);
  return (
    <>
      {canGiveBack ? (
        <ActButton
          size="small"
          look="ghost"
          aria-label={t('Give back {what}', { what })}
          onClick={() => void act('manifests:uninstall', { browserId, host }, t('What was there before was put back.'))}
        >
          {t('Give back')}
        </ActButton>
      ) : null}
      {canUse && canGiveBack ? (
        <ActButton
          size="small"
          aria-label={t('Repair {what}', { what })}
          onClick={() =>
            void act('manifests:repair', { browserId, host }, t('{name} starts Pilothouse again.', { name: browser }))
          }
        >
          {t('Repair')}
        </ActButton>
      ) : null}
      {canUse && !canGiveBack ? (
        <ActButton size="small" aria-label={t('Use Pilothouse for {what}', { what })} onClick={onUse}>
          {t('Use Pilothouse')}
        </ActButton>
      ) : null}
    </>
  );
}
