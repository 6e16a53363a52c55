// Opens how a client that is not connected is offered tools.
import { Wrench } from 'lucide-react';
import { useState } from 'react';
import { visibleText } from '../../../contract/visible-text.ts';
import { ActButton, Button } from '../../parts/button.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import { t } from '../../words/language.ts';
import { OfferChoices } from './tools-offered.tsx';
import type { Client } from '../../../contract/schemas/entities.ts';

export function OfferButton({ client }: { client: Client }) {
  const [open, setOpen] = useState(false);
  const name = visibleText(client.name);
  const close = () => setOpen(false);
  return (
    <>
      <ActButton
        look="ghost"
        size="small"
        icon={Wrench}
        aria-label={t('Tools that {name} is offered', { name })}
        title={t('Tools it is offered')}
        onClick={() => setOpen(true)}
      />
      {open ? (
        <Sheet
          title={t('Tools that {name} is offered', { name })}
          text={t('It holds at once, also for its agents that are connected.')}
          open
          onClose={close}
          footer={<Button onClick={close}>{t('Close')}</Button>}
        >
          <div>
            <OfferChoices client={client} />
          </div>
        </Sheet>
      ) : null}
    </>
  );
}
