// What is read before a file may run: the whole path, its size and hash, and what runs it.
import { ShieldCheck } from 'lucide-react';
import { ActButton } from '../../../parts/button.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { Facts } from '../../../parts/layout.tsx';
import { useAct } from '../../../parts/panel-context.tsx';
import { formatBytes } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import type { ModelProgram, ModelProvider } from '../../../../contract/schemas/models.ts';

export function ProgramApproval({ provider: { id, program } }: { provider: ModelProvider }) {
  const act = useAct();
  if (program === null) return null;
  const { sha256 } = program;
  const isMissing = program.format === 'gguf' && program.engine === null;
  const wait = sha256 === null ? t('Its hash is still being taken.') : undefined;
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
          disabled={sha256 === null || isMissing}
          title={isMissing ? t('Install llama.cpp, or name its llama-server under Config') : wait}
          onClick={() => (sha256 === null ? undefined : void act('models:approve', { providerId: id, sha256 }))}
        >
          {t('Approve')}
        </ActButton>
        <span className="subtle text-xs">{wait ?? t('The approval holds for exactly this file.')}</span>
      </div>
    </section>
  );
}

function factsOf({ bytes, sha256, format, engine, walled }: ModelProgram) {
  return [
    [t('Size'), formatBytes(bytes)],
    [
      'SHA-256',
      sha256 === null ? (
        <span key="hash" className="ghost-bar" />
      ) : (
        <Foreign key="hash" className="mono" text={sha256} />
      ),
    ],
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
        ] as const)
      : []),
    [t('Network'), networkWords(walled)],
  ] as const;
}

export function networkWords(walled: boolean): string {
  return walled ? t('none but its own port, walled off') : t('as you; this system has no walls to offer');
}
