// Programs with models that were found on this machine, each with the way to add it.
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { ActButton, Button } from '../../../parts/button.tsx';
import { type FoundRow, foundRows } from '../../../parts/first-model/local-rows.ts';
import { useFirstModel } from '../../../parts/first-model/use-first-model.ts';
import { Foreign } from '../../../parts/foreign.tsx';
import { Status } from '../../../parts/shape.tsx';
import { Unanswered } from '../../../parts/unanswered.tsx';
import { useRequest } from '../../../parts/use-request.ts';
import { t } from '../../../words/language.ts';

export function FoundPrograms() {
  const [turn, setTurn] = useState(0);
  const again = () => setTurn(turn + 1);
  const looked = useRequest(`look ${turn}`, link => link.request('models:look', {}));
  return (
    <>
      <Unanswered asked={looked} />
      {looked.kind === 'there' ? (
        <ul className="found-apps">
          {foundRows(looked.value.found).map(row => (
            <Row key={row.found.port} row={row} onAdded={again} />
          ))}
        </ul>
      ) : null}
      <Button icon={RefreshCw} onClick={again}>
        {t('Look again')}
      </Button>
    </>
  );
}

function Row({ row: { found, tone, word, text }, onAdded }: { row: FoundRow; onAdded: () => void }) {
  const { add, busy } = useFirstModel();
  return (
    <li>
      <span className="two-lines">
        <Foreign text={found.name} className="strong" />
        <small>{t('port {port}', { port: String(found.port) })}</small>
      </span>
      <span className="two-lines">
        <Status tone={tone}>{word}</Status>
        <small>
          <Foreign text={text} />
        </small>
      </span>
      {found.providerId !== null ? <span className="subtle">{t('added')}</span> : null}
      {found.providerId === null && found.state === 'ready' ? (
        <ActButton size="small" disabled={busy} onClick={() => void add(found).then(onAdded)}>
          {t('Add')}
        </ActButton>
      ) : null}
    </li>
  );
}
