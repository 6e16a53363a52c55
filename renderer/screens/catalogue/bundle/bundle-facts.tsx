// What a bundle says of itself, and what was found out about it.
import { Foreign } from '../../../parts/foreign.tsx';
import { type Fact, Facts } from '../../../parts/layout.tsx';
import { ReasonText } from '../../../parts/reason-text.tsx';
import { Shape, Status } from '../../../parts/shape.tsx';
import { formatBytes } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { linkFact } from '../entry/entry-sections.tsx';
import { Warnings } from '../entry/what-will-run.tsx';
import type { Bundle, BundleSignature } from '../../../../contract/schemas/bundles.ts';

export function BundleFacts({ bundle }: { bundle: Bundle }) {
  const { unsuitable, description, warnings, tools } = bundle;
  return (
    <>
      {unsuitable ? (
        <div className="state crashed mt-3" role="group" aria-label={t('Unsuitable')}>
          <Shape tone="crashed" />
          <b>{t('It cannot run on this machine')}</b>
          <p>
            <ReasonText reason={unsuitable} />
          </p>
        </div>
      ) : null}
      <section className="section" aria-label={t('What it is')}>
        <p className="description">
          <Foreign text={description} lines />
        </p>
        <Warnings label={t('Good to know')} reasons={warnings} />
      </section>
      <section className="section" aria-label={t('Who made it')}>
        <Facts facts={factsOf(bundle)} />
      </section>
      {tools.length === 0 ? null : (
        <section className="section" aria-label={t('Tools')}>
          <h3>
            {t('Tools')} <small className="subtle">{t('as it says itself; its trial start tells what is true')}</small>
          </h3>
          <p className="tool-names">
            {tools.map(({ name, description: about }) => (
              <span key={name} className="mono" title={about}>
                <Foreign text={name} max={60} />
              </span>
            ))}
          </p>
        </section>
      )}
    </>
  );
}

const linkWords: Readonly<Record<Bundle['links'][number]['kind'], string>> = {
  repository: t('Repository'),
  website: t('Website'),
  documentation: t('Documentation'),
  support: t('Support'),
};

const typeWords: Readonly<Record<Bundle['type'], string>> = {
  node: 'Node.js',
  python: 'Python',
  binary: t('a program of its own'),
  uv: 'uv',
};

function factsOf({ author, signature, type, license, bytes, sha256, links }: Bundle): Fact[] {
  return [
    [t('Author'), <Foreign key="author" text={author} max={200} />],
    [t('Signature'), <SignatureWords key="signature" signature={signature} />],
    [t('Run by'), typeWords[type]],
    ...(license === null ? [] : [[t('Licence'), <Foreign key="licence" text={license} max={80} />] as const]),
    [
      t('File'),
      <span key="file" title={sha256}>
        {formatBytes(bytes)}, <span className="mono">{`sha256 ${sha256.slice(0, 12)}`}</span>
      </span>,
    ],
    ...links.map(({ kind, address }) => linkFact(linkWords[kind], address)),
  ];
}

function SignatureWords({ signature }: { signature: BundleSignature }) {
  switch (signature.kind) {
    case 'none':
      return <Status tone="stopped">{t('not signed: anybody may have made it')}</Status>;
    case 'trusted':
      return <Status tone="running">{t('signed by {by}', { by: signature.by })}</Status>;
    case 'unknown':
      return (
        <>
          <Status tone="attention">{t('signed by {by}, whom this machine does not know', { by: signature.by })}</Status>
          <span className="mono subtle block text-2xs">{signature.fingerprint}</span>
        </>
      );
    case 'broken':
      return (
        <span className="text-crashed">
          <ReasonText reason={signature.reason} />
        </span>
      );
  }
}
