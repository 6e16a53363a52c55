// A web origin: our globe in an outlined square, never the icon of the site, and its parts told apart.
import { File, Globe } from 'lucide-react';
import { originParts } from '../../contract/origin-parts.ts';
import { fileOrigin } from '../../contract/sites.ts';
import { visibleText } from '../../contract/visible-text.ts';
import { t } from '../words/language.ts';
import { originName } from '../words/site-words.ts';

interface OriginProps {
  readonly origin: string;
  /** With its scheme in any case. */
  readonly whole?: boolean;
  /** Whether it is not encrypted is said beside it. */
  readonly bare?: boolean;
}

/** The host strong; scheme and port, where they deviate, quiet beside it. It breaks anywhere and is never cut. */
export function Origin({ origin, whole = false, bare = false }: OriginProps) {
  if (origin === fileOrigin) return <span className="origin">{originName(origin)}</span>;
  const { scheme, host, port, isOpen } = originParts(origin);
  return (
    <bdi className="origin">
      <i>{whole && scheme === '' ? 'https://' : scheme}</i>
      {visibleText(host)}
      <i>{port}</i>
      {isOpen && !bare ? <small> {t('not encrypted')}</small> : null}
    </bdi>
  );
}

export function SiteMark({ large = false, origin = '' }: { large?: boolean; origin?: string }) {
  const Mark = origin === fileOrigin ? File : Globe;
  return (
    <span className={`site-mark ${large ? 'large' : ''}`} aria-hidden="true">
      <Mark />
    </span>
  );
}

/** Mark and origin in a line of a table; the tooltip has what is cut. */
export function OriginCell({ origin }: { origin: string }) {
  return (
    <span className="cell" title={visibleText(origin)}>
      <SiteMark origin={origin} />
      <span className="ellipsis">
        <Origin origin={origin} />
      </span>
    </span>
  );
}
