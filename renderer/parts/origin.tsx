// A web origin: our globe in an outlined square, never the icon of the site, and its parts told apart.
import { Globe } from 'lucide-react';
import { visibleText } from '../../contract/visible-text.ts';
import { t } from '../words/language.ts';
import { originParts } from './origin-parts.ts';

/** The host strong; scheme and port, where they deviate, quiet beside it. It breaks anywhere and is never cut. */
export function Origin({ origin }: { origin: string }) {
  const { scheme, host, port, isOpen } = originParts(origin);
  return (
    <bdi className="origin">
      <i>{scheme}</i>
      {visibleText(host)}
      <i>{port}</i>
      {isOpen ? <small> {t('not encrypted')}</small> : null}
    </bdi>
  );
}

export function SiteMark() {
  return (
    <span className="site-mark" aria-hidden="true">
      <Globe />
    </span>
  );
}

/** Mark and origin in a line of a table; the tooltip has what is cut. */
export function OriginCell({ origin }: { origin: string }) {
  return (
    <span className="cell" title={visibleText(origin)}>
      <SiteMark />
      <span className="ellipsis">
        <Origin origin={origin} />
      </span>
    </span>
  );
}
