// The offer to copy data that an earlier start of a server has left where it gets lost.
import { Copy } from 'lucide-react';
import { ActButton } from '../../../parts/button.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { useAct } from '../../../parts/panel-context.tsx';
import { Say } from '../../../parts/say.tsx';
import { useRequest } from '../../../parts/use-request.ts';
import { formatBytes, formatMoment } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import type { Server } from '../../../../contract/schemas/servers.ts';

export function StrayData({ server }: { server: Server }) {
  const act = useAct();
  const { id, hash, state } = server;
  const answer = useRequest(`${id} ${hash} ${state.since} stray`, link =>
    link.request('servers:stray-data', { serverId: id }),
  );
  if (answer.kind !== 'there' || answer.value.found === null) return null;
  const { file, to, bytes, modifiedAt, variable } = answer.value.found;
  return (
    <section className="section text-xs" aria-label={t('Data in the wrong place')}>
      <p className="text-attention">
        <Say
          text="Data of this server ({size}, from {time}) lies in {file}, where it gets lost."
          values={{
            size: formatBytes(bytes),
            time: formatMoment(modifiedAt),
            file: <Foreign className="mono" text={file} />,
          }}
        />
      </p>
      <p className="muted mt-1">
        <Destination to={to} variable={variable} />
      </p>
      <div className="line mt-2">
        <ActButton
          size="small"
          icon={Copy}
          onClick={() => void act('servers:take-data', { serverId: id, file }, t('The data was copied.'))}
        >
          {t('Copy it into its own folder')}
        </ActButton>
      </div>
    </section>
  );
}

function Destination({ to, variable }: { to: string; variable: string | null }) {
  const place = <Foreign className="mono" text={to} />;
  if (variable === null) return <Say text="It is copied to {to}, where the server finds it." values={{ to: place }} />;
  return (
    <Say
      text="It is copied to {to}, and {variable} names it; then the server waits for your approval."
      values={{ to: place, variable: <Foreign className="mono" text={variable} /> }}
    />
  );
}
