// Who answers: for each extension of one browser every file that claims it, its program, which one the browser takes, and why.
import { CornerDownRight } from 'lucide-react';
import { useState } from 'react';
import { Segmented } from '../../../parts/choices.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { PaneHead } from '../../../parts/layout.tsx';
import { Status } from '../../../parts/shape.tsx';
import { Said } from '../../../parts/sheet.tsx';
import { t } from '../../../words/language.ts';
import { reasonWords } from '../../../words/reason-words.ts';
import { AnswerChoice } from './answer-choice.tsx';
import { answerState, claimProgram, claimState, scopeWords, whatOf } from './claim-words.ts';
import { ManifestSheet } from './manifest-sheet.tsx';
import type { ManifestClaim, WhoAnswers } from '../../../../contract/schemas/browsers.ts';

interface WhoAnswersProps {
  readonly answers: readonly WhoAnswers[] | null;
  readonly said: string | null;
}

export function WhoAnswersSection({ answers, said }: WhoAnswersProps) {
  const [wanted, choose] = useState<string | null>(null);
  const [using, use] = useState<Used | null>(null);
  const browsers = [...new Map(answers?.map(({ browserId, browser }) => [browserId, browser]))];
  const chosen = browsers.find(([id]) => id === wanted)?.[0] ?? browsers[0]?.[0] ?? '';
  const shown = answers?.filter(({ browserId }) => browserId === chosen) ?? [];
  return (
    <section id="who" aria-label={t('Who answers')}>
      <PaneHead title={t('Who answers')} note={t('which program a browser starts for an extension, and why')}>
        {browsers.length > 1 ? (
          <Segmented
            label={t('Browser')}
            value={chosen}
            onChoose={choose}
            choices={browsers.map(([value, label]) => ({ value, label }))}
          />
        ) : null}
      </PaneHead>
      {answers === null ? (
        <div className="section">{said === null ? <Looking /> : <Said sentence={said} />}</div>
      ) : shown.length === 0 ? (
        <p className="section subtle text-xs">{t('No browser is here that could ask for one.')}</p>
      ) : (
        <>
          <ClaimTable answers={shown} onUse={use} />
          {shown.some(({ host }) => host !== 'pilothouse') ? <ForeignFrames /> : null}
        </>
      )}
      {using ? <UseSheet {...using} onClose={() => use(null)} /> : null}
    </section>
  );
}

interface Used {
  readonly answer: WhoAnswers;
  readonly forMachine: boolean;
}

function UseSheet({ answer, forMachine, onClose }: Used & { onClose: () => void }) {
  const { browserId, host } = answer;
  const title = t('Serve {what}', { what: whatOf(answer) });
  return <ManifestSheet title={title} browserId={browserId} host={host} forMachine={forMachine} onClose={onClose} />;
}

function ForeignFrames() {
  return (
    <p className="section subtle text-xs">
      {t(
        'Extensions of others do not tell frames apart: what is allowed on a page goes for frames of other sites in it, in pictures too.',
      )}
    </p>
  );
}

function Looking() {
  return <p className="subtle text-xs">{t('Looking at the manifests.')}</p>;
}

interface ClaimTableProps {
  readonly answers: readonly WhoAnswers[];
  readonly onUse: (used: Used) => void;
}

function ClaimTable({ answers, onUse }: ClaimTableProps) {
  return (
    <table className="grid-table claims" aria-label={t('Who answers')}>
      <colgroup>
        <col />
        <col style={{ width: '25%' }} />
        <col style={{ width: '27%' }} />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">{t('Extension, then the files that claim it')}</th>
          <th scope="col">{t('Program')}</th>
          <th scope="col">{t('State')}</th>
        </tr>
      </thead>
      {answers.map(answer => (
        <tbody key={answer.hostName}>
          <Head answer={answer} />
          {answer.claims.map(claim => (
            <Claim key={claim.place} claim={claim} />
          ))}
          <AnswerChoice answer={answer} onUse={forMachine => onUse({ answer, forMachine })} />
        </tbody>
      ))}
    </table>
  );
}

function Head({ answer }: { answer: WhoAnswers }) {
  const { tone, text } = answerState(answer);
  return (
    <tr className={tone === 'attention' || tone === 'crashed' ? 'group asks' : 'group'}>
      <th colSpan={3} scope="colgroup">
        <span className="line">
          <b className="strong">{answer.extension}</b>
          <Foreign text={answer.hostName} className="mono subtle ellipsis fill" />
          <Status tone={tone}>{text}</Status>
        </span>
      </th>
    </tr>
  );
}

function Claim({ claim }: { claim: ManifestClaim }) {
  const { tone, text } = claimState(claim);
  const reason = reasonWords(claim.verdict.reason);
  return (
    <tr data-picked={claim.verdict.kind === 'taken'}>
      <td>
        <span className="cell">
          <CornerDownRight className="icon-12 subtle" aria-hidden="true" />
          <Foreign text={claim.place} className="mono ellipsis" max={34} middle />
          <span className="tag">{scopeWords[claim.scope]}</span>
        </span>
      </td>
      <td title={claim.program ?? undefined}>
        <Foreign text={claimProgram(claim)} />
      </td>
      <td title={reason}>
        <Status tone={tone}>{text}</Status>
      </td>
    </tr>
  );
}
