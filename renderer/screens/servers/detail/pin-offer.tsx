// That a package's version is open, and with one click the version that is current: what the command becomes is shown before it is written.
import { Pin } from 'lucide-react';
import { useState } from 'react';
import { ActButton, Button } from '../../../parts/button.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { usePanelParts } from '../../../parts/panel-context.tsx';
import { ReasonText } from '../../../parts/reason-text.tsx';
import { Say } from '../../../parts/say.tsx';
import { Said } from '../../../parts/sheet.tsx';
import { useSending } from '../../../parts/use-sending.ts';
import { t } from '../../../words/language.ts';
import type { PinOffer as Offer } from '../../../../contract/schemas/adding.ts';
import type { Server } from '../../../../contract/schemas/servers.ts';

export function PinOffer({ server }: { server: Server }) {
  const { link } = usePanelParts();
  const [offer, setOffer] = useState<Offer | null>(null);
  const { said, busy, send } = useSending();
  const warning = server.package?.warning ?? null;
  if (warning === null) return null;
  const serverId = server.id;
  const ask = async () => setOffer(await link.request('servers:pin-offer', { serverId }));
  const pin = async ({ version, hash }: Offer) => {
    await link.request('servers:pin', { serverId, version, hash });
    setOffer(null);
  };
  return (
    <section className="pin-offer" aria-label={t('Version of {name}', { name: server.name })}>
      <p>
        <span className="tag attention">{t('unpinned')}</span> <ReasonText reason={warning} />
      </p>
      {offer === null ? (
        <ActButton size="small" icon={Pin} disabled={busy} onClick={() => void send(ask)}>
          {busy ? t('Asking its registry…') : t('Pin its version')}
        </ActButton>
      ) : (
        <Offered offer={offer} busy={busy} onPin={() => void send(() => pin(offer))} onLeave={() => setOffer(null)} />
      )}
      <Said sentence={said} />
    </section>
  );
}

interface OfferedProps {
  readonly offer: Offer;
  readonly busy: boolean;
  readonly onPin: () => void;
  readonly onLeave: () => void;
}

function Offered({ offer: { version, commandLine }, busy, onPin, onLeave }: OfferedProps) {
  return (
    <>
      <p>
        <Say
          text="Current is {version}. The command becomes:"
          values={{ version: <Foreign text={version} className="mono strong" max={24} middle /> }}
        />
      </p>
      <pre className="well code p-2" aria-label={t('Command with the version')} tabIndex={0}>
        <Foreign text={commandLine} lines />
      </pre>
      <div className="line">
        <ActButton size="small" icon={Pin} disabled={busy} onClick={onPin}>
          {t('Pin it')}
        </ActButton>
        <Button size="small" look="ghost" onClick={onLeave}>
          {t('Leave it open')}
        </Button>
      </div>
    </>
  );
}
