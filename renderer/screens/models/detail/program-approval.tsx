// What is read before a file may run: the whole path, its size and hash, and what runs it.
import { ShieldCheck } from 'lucide-react';
import { ActButton } from '../../../parts/button.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { Facts } from '../../../parts/layout.tsx';
import { useAct } from '../../../parts/panel-context.tsx';
import { formatBytes, missing } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { reasonWords } from '../../../words/reason-words.ts';
import type { ModelProgram, ModelProvider } from '../../../../contract/schemas/models.ts';

export function ProgramApproval({ provider: { id, program } }: { provider: ModelProvider }) {
  const act = useAct();
  if (program === null) return null;
  const { sha256, engineSha256, walled } = program;
  const isMissing = program.format === 'gguf' && program.engine === null;
  const isRead = sha256 !== null && (program.format === 'llamafile' || engineSha256 !== null);
  const wait = isRead ? undefined : t('Its hash is still being taken.');
  const approve = () =>
    sha256 === null ? undefined : void act('models:approve', { providerId: id, sha256, engineSha256, walled });
  return (
    <section className="section approval" aria-label={t('Approval')}>
      <h3>{t('This will run on your machine, as you')}</h3>
      <pre className="well code p-2 mb-2" aria-label={t('File')} tabIndex={0}>
        <Foreign text={program.path} lines />
      </pre>
      <Facts facts={factsOf(program)} />
      <div className="line mt-2">
        <ActButton
          look="primary"
          icon={ShieldCheck}
          disabled={!isRead || isMissing}
          title={isMissing ? t('Install llama.cpp, or name its llama-server under Config') : wait}
          onClick={approve}
        >
          {t('Approve')}
        </ActButton>
        <span className="subtle text-xs">{isMissing ? null : (wait ?? holdsFor(program))}</span>
      </div>
    </section>
  );
}

function holdsFor({ format }: ModelProgram): string {
  return format === 'gguf'
    ? t('The approval holds for exactly this model, with all parts of a split one, and the program that reads it.')
    : t('The approval holds for exactly this file.');
}

function factsOf(program: ModelProgram) {
  const { bytes, sha256, format, engine, engineSha256 } = program;
  return [
    [t('Size'), formatBytes(bytes)],
    ['SHA-256', <Hash key="hash" of={sha256} />],
    ...(format === 'gguf'
      ? ([
          [
            t('Run by'),
            engine === null ? (
              <span key="engine" className="text-attention">
                {t('no llama-server was found')}
              </span>
            ) : (
              <Foreign key="engine" className="mono" text={engine} />
            ),
          ],
          [t('SHA-256 of that'), engine === null ? missing : <Hash key="engine hash" of={engineSha256} />],
        ] as const)
      : []),
    [t('Network'), networkWords(program)],
  ] as const;
}

function Hash({ of }: { of: string | null }) {
  return of === null ? <span className="ghost-bar" /> : <Foreign className="mono" text={of} />;
}

/** In few words. */
export function networkWord({ walled }: ModelProgram): string {
  return walled ? t('none but its own port, walled off') : t('as you, in no sandbox');
}

function networkWords({ unwalled }: ModelProgram): string {
  return unwalled === null
    ? t('none but its own port, walled off')
    : t('as you. {reason}', { reason: reasonWords(unwalled) });
}
