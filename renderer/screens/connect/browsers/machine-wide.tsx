// A manifest for every user of the machine: how it stands, and the commands of an administrator. Nothing here runs them.
import { CommandLine } from '../../../parts/copy.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { ReasonText } from '../../../parts/reason-text.tsx';
import { Status } from '../../../parts/shape.tsx';
import { Said } from '../../../parts/sheet.tsx';
import { useEvents } from '../../../parts/use-events.ts';
import { useAnswer } from '../../../parts/use-request.ts';
import { t } from '../../../words/language.ts';
import type { MachineWide as Wide } from '../../../../contract/schemas/browsers.ts';
import type { ManifestHostId } from '../../../../contract/schemas/manifests.ts';

interface MachineWideProps {
  readonly browserId: string;
  readonly host: ManifestHostId;
}

export function MachineWide({ browserId, host }: MachineWideProps) {
  // The hub tells when somebody has run one of the commands.
  const changes = useEvents('browsers:changed');
  const [wide, , said] = useAnswer(`machine-wide ${browserId} ${host} ${changes}`, hub =>
    hub.request('manifests:machine-wide', { browserId, host }),
  );
  return (
    <>
      {wide ? <Commands wide={wide} /> : null}
      {said === null ? null : (
        <div className="section">
          <Said sentence={said} />
        </div>
      )}
    </>
  );
}

function Commands({ wide }: { wide: Wide }) {
  const { place, content, state, reason, install, remove, giveBack } = wide;
  const isThere = state !== 'absent';
  return (
    <>
      <div className="section grid gap-2">
        <Standing state={state} />
        {isThere ? (
          <p className="text-xs muted">
            <ReasonText reason={reason} />
          </p>
        ) : null}
        <p className="text-xs">
          {t(
            'Writing for every user of this machine needs the rights of an administrator. Pilothouse asks for none: run the command in a terminal, and this sheet tells when it is done. The manifest names the launcher of your account, which other accounts may not be able to start.',
          )}
        </p>
      </div>
      <div className="section grid gap-1">
        <h3>{t('Command that writes it')}</h3>
        <CommandLine text={install} what={t('command that writes the manifest')} />
      </div>
      {remove === null ? null : (
        <div className="section grid gap-1">
          <h3>{t('Command that removes it')}</h3>
          <CommandLine text={remove} what={t('command that removes the manifest')} />
        </div>
      )}
      {giveBack === null ? null : <GiveBack command={giveBack} />}
      <WrittenFile place={place} content={content} />
    </>
  );
}

function GiveBack({ command }: { readonly command: string }) {
  return (
    <div className="section grid gap-1">
      <h3>{t('Command that gives the place back later')}</h3>
      <p className="subtle text-xs">
        {t(
          'The command above keeps a copy of what another program has there, unless one is kept already. Once Pilothouse’s manifest is there, this one puts the copy back.',
        )}
      </p>
      <CommandLine text={command} what={t('command that gives the place back')} />
    </div>
  );
}

function WrittenFile({ place, content }: Pick<Wide, 'place' | 'content'>) {
  return (
    <div className="section">
      <h3>{t('{count, plural, one {File} other {Files}}', { count: 1 })}</h3>
      <p className="mono wrap-anywhere text-xs">
        <Foreign text={place} />
      </p>
      <pre className="well code p-2 mt-1" aria-label={t('Content of the manifest')}>
        <Foreign text={content} lines />
      </pre>
    </div>
  );
}

function Standing({ state }: Pick<Wide, 'state'>) {
  if (state === 'ours') return <Status tone="running">{t('Pilothouse’s manifest is there')}</Status>;
  if (state === 'absent') return <Status tone="stopped">{t('nothing is there yet')}</Status>;
  return <Status tone="attention">{t('something else is there')}</Status>;
}
