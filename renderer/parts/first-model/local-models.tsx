// The models of this machine: programs that were found on 127.0.0.1, a file of one's own, and the browser's own model.
import { type ReactNode, useState } from 'react';
import { goTo } from '../../frame/route.ts';
import { isReady } from '../../store/models.ts';
import { locale, t } from '../../words/language.ts';
import { providerPlace, providerWords } from '../../words/model-words.ts';
import { ActButton } from '../button.tsx';
import { Foreign } from '../foreign.tsx';
import { ModelMenu } from '../model-menu.tsx';
import { useNow, useSnapshot } from '../panel-context.tsx';
import { Status } from '../shape.tsx';
import { Said } from '../sheet.tsx';
import { type RequestState, useRequest } from '../use-request.ts';
import { type FoundRow, foundRows, portsText } from './local-rows.ts';
import { useFirstModel } from './use-first-model.ts';
import type { PanelResult } from '../../../contract/schemas/panel-requests.ts';
import type { Tone } from '../../words/tone.ts';

type Looked = RequestState<PanelResult<'models:look'>>;

export function LocalModels() {
  const [turn, setTurn] = useState(0);
  const looked = useRequest(`look ${turn}`, link => link.request('models:look', {}));
  const again = () => setTurn(turn + 1);
  return (
    <section aria-label={t('On this machine')}>
      <h3>
        {t('On this machine')}
        <small className="ellipsis">{lookedSentence(looked)}</small>
        <span className="fill" />
        <button type="button" className="link" onClick={again}>
          {t('Look again')}
        </button>
      </h3>
      {looked.kind === 'failed' ? <Said sentence={looked.sentence} /> : null}
      <table className="grid-table roomy local-models" aria-label={t('On this machine')}>
        <colgroup>
          <col className="program" />
          <col className="state-of-it" />
          <col />
          <col className="ways-to-use" />
        </colgroup>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{t('Program')}</th>
            <th scope="col">{t('State')}</th>
            <th scope="col">{t('What it has')}</th>
            <th scope="col">{t('Actions')}</th>
          </tr>
        </thead>
        <tbody>
          {looked.kind === 'loading' ? <LookingRows /> : null}
          <FoundRows looked={looked} onAgain={again} />
          <FileRow />
          <ChromeRows />
        </tbody>
      </table>
    </section>
  );
}

function lookedSentence(looked: Looked): string {
  if (looked.kind !== 'there') return t('looking on 127.0.0.1; nothing is sent elsewhere');
  return t('looked on 127.0.0.1, ports {ports}; nothing was sent elsewhere', {
    ports: portsText(looked.value.found, locale),
  });
}

function LookingRows() {
  return [1, 2].map(row => (
    <tr key={row} aria-hidden="true">
      <td>
        <span className="ghost-bar" />
      </td>
      <td>
        <span className="ghost-bar" />
      </td>
      <td>
        <span className="ghost-bar" />
      </td>
      <td />
    </tr>
  ));
}

function FoundRows({ looked, onAgain }: { looked: Looked; onAgain: () => void }) {
  if (looked.kind !== 'there') return null;
  const rows = foundRows(looked.value.found);
  const first = rows.find(({ models }) => models.length > 0);
  return rows.map(row => (
    <Row
      key={row.found.port}
      name={row.found.name}
      more={
        row.found.version === null
          ? t('port {port}', { port: String(row.found.port) })
          : t('{version}, port {port}', { version: row.found.version, port: String(row.found.port) })
      }
      tone={row.tone}
      word={row.word}
      text={row.text}
    >
      {row.models.length === 0 ? (
        <ActButton size="small" onClick={onAgain}>
          {t('Check again')}
        </ActButton>
      ) : (
        <UseButtons row={row} isFirst={row === first} />
      )}
    </Row>
  ));
}

function UseButtons({ row: { found, models }, isFirst }: { row: FoundRow; isFirst: boolean }) {
  const { takeFound, busy } = useFirstModel();
  const [best = '', ...others] = models;
  return (
    <span className="line justify-end">
      <ActButton
        look={isFirst ? 'primary' : undefined}
        size={isFirst ? undefined : 'small'}
        disabled={busy}
        onClick={() => void takeFound(found, best)}
      >
        <span className="ellipsis use-model">{t('Use {model}', { model: best })}</span>
      </ActButton>
      {others.length === 0 ? null : (
        <ModelMenu
          label={t('Other models of {name}', { name: found.name })}
          models={others}
          onChoose={model => void takeFound(found, model)}
        />
      )}
    </span>
  );
}

function FileRow() {
  return (
    <Row
      name={t('llamafile or GGUF')}
      more={t('no file chosen')}
      tone="stopped"
      word={t('none')}
      text={t('Pilothouse runs it as a supervised program')}
    >
      <ActButton size="small" onClick={() => goTo('models', '+file')}>
        {t('Choose a file')}
      </ActButton>
    </Row>
  );
}

/** The browsers that have a model of their own. */
function ChromeRows() {
  const snapshot = useSnapshot();
  const now = useNow();
  const { takeProvider, download, busy } = useFirstModel();
  return Object.values(snapshot.modelProviders)
    .filter(({ type }) => type === 'chrome')
    .map(provider => {
      const { tone, word, more } = providerWords(provider.state, now);
      const { defaultModel, state } = provider;
      return (
        <Row
          key={provider.id}
          name={provider.name}
          more={providerPlace(provider, snapshot)}
          tone={tone}
          word={word}
          text={more}
        >
          {state.kind === 'not-downloaded' ? (
            <ActButton size="small" disabled={busy} onClick={() => void download(provider)}>
              {t('Ask the browser')}
            </ActButton>
          ) : null}
          {isReady(provider) && defaultModel !== null ? (
            <ActButton size="small" disabled={busy} onClick={() => void takeProvider(provider.id, defaultModel)}>
              {t('Use {model}', { model: provider.name })}
            </ActButton>
          ) : null}
        </Row>
      );
    });
}

interface RowProps {
  readonly name: string;
  readonly more: string;
  readonly tone: Tone;
  readonly word: string;
  readonly text: string;
  readonly children: ReactNode;
}

function Row({ name, more, tone, word, text, children }: RowProps) {
  return (
    <tr>
      <td>
        <span className="two-lines">
          <Foreign text={name} className="strong ellipsis" />
          <small className="ellipsis">
            <Foreign text={more} />
          </small>
        </span>
      </td>
      <td>
        <Status tone={tone}>{word}</Status>
      </td>
      <td className="muted what-it-has" title={text}>
        <Foreign text={text} />
      </td>
      <td className="numeric">{children}</td>
    </tr>
  );
}
