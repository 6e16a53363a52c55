// What is read before a server may run: all of it, its variables, and what has changed since it was approved before.
import { ShieldCheck } from 'lucide-react';

import type { Server } from '../../../electron/contract/servers.ts';
import { ActButton } from '../../parts/button.tsx';
import { ChangeTable } from '../../parts/change-table.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { useAct } from '../../parts/panel-context.tsx';
import { configChanges, grantsOf } from '../../store/config-fields.ts';
import { riskOfStarting } from '../../words/server-words.ts';
import type { ConfigAnswer } from './use-config.ts';
import { t } from '../../words/language.ts';
import { Say } from '../../parts/say.tsx';

export function ServerApproval({ server, config }: { server: Server; config: ConfigAnswer }) {
  const act = useAct();
  const approve = () => void act('servers:approve', { serverId: server.id, hash: server.hash });
  const isRemote = server.kind === 'http' || server.kind === 'sse';
  const names =
    server.envNames.length === 0 ? t('none') : <Foreign className="mono" text={server.envNames.join(', ')} />;
  return (
    <section className="sec approval" aria-label={t('Approval')}>
      <h3>{riskOfStarting(server.kind)}</h3>
      <pre className="well code p-2" aria-label={t('Full command')} tabIndex={0}>
        <Foreign text={server.commandLine} lines />
      </pre>
      <p className="m text-xs mt-2">
        {isRemote ? (
          <Say text="Headers: {names}" values={{ names }} />
        ) : (
          <Say text="Variables: {names}" values={{ names }} />
        )}
        {server.cwd === null ? null : (
          <>
            {'. '}
            <Say text="Folder: {folder}" values={{ folder: <Foreign className="mono" text={server.cwd} /> }} />
          </>
        )}
      </p>
      {server.warning === null ? null : (
        <p className="text-xs mt-2 text-attention" role="note" aria-label={t('Warning')}>
          <Foreign text={server.warning} />
        </p>
      )}
      <Grants config={config} />
      <Changes config={config} />
      <div className="line mt-2">
        <ActButton
          look="primary"
          icon={ShieldCheck}
          // Nothing is approved before all of it was shown.
          disabled={config.kind !== 'there'}
          title={config.kind === 'there' ? undefined : t('What it is granted is still being read.')}
          onClick={approve}
        >
          {t('Approve and start')}
        </ActButton>
        <span className="mm text-xs">
          <Say
            text="The approval holds for exactly this, {hash}."
            values={{ hash: <span className="mono">{server.hash.slice(0, 12)}</span> }}
          />
        </span>
      </div>
    </section>
  );
}

/** The approval holds for them too. */
function Grants({ config }: { config: ConfigAnswer }) {
  if (config.kind !== 'there') return null;
  const shape = config.value.config;
  const secrets = [...new Set(shape.variables.flatMap(variable => variable.secrets))];
  return (
    <>
      {grantsOf(shape).map(sentence => (
        <p key={sentence} className="text-xs mt-2">
          <Foreign text={sentence} />
        </p>
      ))}
      {secrets.length === 0 ? null : (
        <p className="text-xs mt-2">
          <Say
            text="It is given the secrets {names}."
            values={{ names: <Foreign className="mono" text={secrets.join(', ')} /> }}
          />
        </p>
      )}
    </>
  );
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
