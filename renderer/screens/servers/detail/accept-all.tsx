// All held-back definitions of one server on one sheet, and one answer to what is shown there.
import { ListChecks, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { ActButton, Button } from '../../../parts/button.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { usePanelParts } from '../../../parts/panel-context.tsx';
import { Said, Sheet } from '../../../parts/sheet.tsx';
import { DefinitionChanges } from '../../../parts/tool-review.tsx';
import { useRequest } from '../../../parts/use-request.ts';
import { useSending } from '../../../parts/use-sending.ts';
import { t } from '../../../words/language.ts';
import { heldWord } from '../../../words/tool-words.ts';
import type { Server } from '../../../../contract/schemas/servers.ts';

interface AcceptAllProps {
  readonly server: Pick<Server, 'id' | 'name'>;
  /** How many wait. */
  readonly count: number;
}

export function AcceptAll({ server, count }: AcceptAllProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" icon={ListChecks} onClick={() => setOpen(true)}>
        {t('Look at all {count} together', { count })}
      </Button>
      {/* Each time it opens the hub is asked anew. */}
      {open ? <AcceptAllSheet server={server} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

interface SheetProps {
  readonly server: AcceptAllProps['server'];
  readonly onClose: () => void;
}

function useLook({ server: { id: serverId }, onClose }: SheetProps) {
  const { link } = usePanelParts();
  const [turn, setTurn] = useState(0);
  const sending = useSending();
  // Not asked again by itself: nothing changes under the eyes of who reads it, and the hub accepts only what is read here.
  const asked = useRequest(`${serverId} ${turn}`, async from => {
    const { reviews } = await from.request('tools:reviews', {});
    return reviews.filter(review => review.serverId === serverId && review.held !== 'refused');
  });
  const shown = asked.kind === 'there' ? asked.value : [];
  const seen = shown.map(({ toolId, hash }) => ({ toolId, hash }));
  const accept = async () => {
    await link.request('tools:accept-seen', { serverId, seen });
    onClose();
  };
  const again = () => {
    sending.setSaid(null);
    setTurn(turn + 1);
  };
  return { asked, shown, ...sending, accept: () => void sending.send(accept), again };
}

function AcceptAllSheet({ server, onClose }: SheetProps) {
  const { asked, shown, said, busy, accept, again } = useLook({ server, onClose });
  return (
    <Sheet
      wide
      open
      title={t('Held back: tools of {name}', { name: server.name })}
      text={t('What its server lists now, beside what was approved. You accept exactly what is shown here.')}
      onClose={onClose}
      action={
        <ActButton look="primary" icon={ShieldCheck} disabled={busy || shown.length === 0} onClick={accept}>
          {t('Accept all {count}', { count: shown.length })}
        </ActButton>
      }
    >
      {asked.kind === 'loading' ? <span className="ghost-bar" /> : null}
      {asked.kind === 'failed' ? <Said sentence={asked.sentence} /> : null}
      <Said sentence={said} />
      {said === null ? null : <Button onClick={again}>{t('Look again')}</Button>}
      {shown.map(review => (
        <section key={review.toolId} className="section">
          <h3 className="line">
            <Foreign className="mono" text={review.toolId} max={80} />
          </h3>
          <p className="subtle">{heldWord(review.held).sentence}</p>
          <DefinitionChanges review={review} />
        </section>
      ))}
    </Sheet>
  );
}
