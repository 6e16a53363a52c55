// What is read before a server may run: all of it, what it is given, and what has changed since it was approved before.
import { ShieldCheck } from 'lucide-react';
import { ActButton } from '../../../parts/button.tsx';
import { ChangeTable } from '../../../parts/change-table.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { useAct } from '../../../parts/panel-context.tsx';
import { ReasonText } from '../../../parts/reason-text.tsx';
import { Say } from '../../../parts/say.tsx';
import { t } from '../../../words/language.ts';
import { riskOfStarting } from '../../../words/server-words.ts';
import { hasGaps } from '../add/fills.ts';
import { configChanges, grantsOf } from '../config/config-fields.ts';
import { GivenTable } from '../config/given-table.tsx';
import { PinOffer } from './pin-offer.tsx';
import type { Reason } from '../../../../contract/reasons.ts';
import type { Server } from '../../../../contract/schemas/servers.ts';
import type { ConfigAnswer } from './use-config.ts';

export function ServerApproval({ server, config }: { server: Server; config: ConfigAnswer }) {
  const act = useAct();
  // Of what is shown here, whatever has become of the server meanwhile.
  const hash = config.kind === 'there' ? config.value.hash : server.hash;
  const isOpen = config.kind === 'there' && hasGaps(config.value.placeholders);
  const shownTitle = config.kind === 'there' ? undefined : t('What it is granted is still being read.');
  const approve = () => void act('servers:approve', { serverId: server.id, hash });
  return (
    <section className="section approval" aria-label={t('Approval')}>
      <h3>{riskOfStarting(server.kind)}</h3>
      <pre className="well code p-2" aria-label={t('Full command')} tabIndex={0}>
        <Foreign text={server.commandLine} lines />
      </pre>
      <GivenTable server={server} config={config} />
      <Warning reason={server.warning} />
      <PinOffer server={server} />
      <Grants config={config} />
      <Changes config={config} />
      <div className="line mt-2">
        <ActButton
          look="primary"
          icon={ShieldCheck}
          // Nothing is approved before all of it was shown, and what is open changes what is approved.
          disabled={config.kind !== 'there' || isOpen}
          title={isOpen ? t('Fill in what is open first') : shownTitle}
          onClick={approve}
        >
          {t('Approve and start')}
        </ActButton>
        <span className="subtle text-xs">
          <Say
            text="The approval holds for exactly this, {hash}."
            values={{ hash: <span className="mono">{hash.slice(0, 12)}</span> }}
          />
        </span>
      </div>
    </section>
  );
}

function Warning({ reason }: { reason: Reason | null }) {
  if (reason === null) return null;
  return (
    <p className="text-xs mt-2 text-attention" role="note" aria-label={t('Warning')}>
      <ReasonText reason={reason} />
    </p>
  );
}

/** The approval holds for them too. */
function Grants({ config }: { config: ConfigAnswer }) {
  if (config.kind !== 'there') return null;
  const shape = config.value.config;
  return grantsOf(shape).map(sentence => (
    <p key={sentence} className="text-xs mt-2">
      <Foreign text={sentence} />
    </p>
  ));
}

function Changes({ config }: { config: ConfigAnswer }) {
  if (config.kind !== 'there' || config.value.approved === null) return null;
  const changes = configChanges(config.value.approved, config.value.config);
  if (changes.length === 0) return null;
  return (
    <div className="mt-2">
      <p className="text-xs strong mb-1">
        {t('{count, plural, one {# thing} other {# things}} changed since you approved it', { count: changes.length })}
      </p>
      <ChangeTable label={t('Changes since the approval')} heads={[t('Approved'), t('Now')]} changes={changes} plain />
    </div>
  );
}
