// What the config of a server leaves open, to be filled in; what it becomes waits for approval.
import { type FormEvent, useState } from 'react';
import { ActButton } from '../../../parts/button.tsx';
import { usePanelParts } from '../../../parts/panel-context.tsx';
import { Said } from '../../../parts/sheet.tsx';
import { useSending } from '../../../parts/use-sending.ts';
import { t } from '../../../words/language.ts';
import { FillFields } from '../add/fill-fields.tsx';
import { type Fills, filled } from '../add/fills.ts';
import type { Placeholder } from '../../../../contract/schemas/adding.ts';
import type { Server } from '../../../../contract/schemas/servers.ts';

interface FillInProps {
  readonly server: Pick<Server, 'id' | 'name'>;
  readonly placeholders: readonly Placeholder[];
  /** What is open is to be asked for again. */
  readonly onFilled: () => void;
}

export function FillIn({ server, placeholders, onFilled }: FillInProps) {
  const { link } = usePanelParts();
  const [given, setGiven] = useState<Fills>({});
  const { said, busy, send } = useSending();
  if (placeholders.length === 0) return null;
  const fills = filled(placeholders, given);
  const save = (event: FormEvent) => {
    event.preventDefault();
    void send(async () => {
      await link.request('servers:fill', { serverId: server.id, fills });
      setGiven({});
      onFilled();
    });
  };
  return (
    <form className="fill-in" aria-label={t('Open values of {name}', { name: server.name })} onSubmit={save}>
      <p className="text-attention">
        {t('Its config leaves {count, plural, one {# value} other {# values}} open; it does not start before.', {
          count: placeholders.length,
        })}
      </p>
      <FillFields
        label={t('Open values of {name}', { name: server.name })}
        placeholders={placeholders}
        fills={given}
        onFill={setGiven}
      />
      <div>
        <ActButton
          type="submit"
          disabled={busy || fills.length === 0}
          title={fills.length === 0 ? t('Type the value above') : undefined}
        >
          {t('Fill in')}
        </ActButton>
      </div>
      <Said sentence={said} />
    </form>
  );
}
