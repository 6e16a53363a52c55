// Text from outside: isolated, with every unseen character shown, cut where asked, whole in the tooltip.
import { memo } from 'react';
import { cutEnd, cutMiddle, visibleLines, visibleText } from '../../contract/visible-text.ts';

interface ForeignProps {
  readonly text: string;
  readonly className?: string;
  /** Characters to keep; the tooltip has the rest. */
  readonly max?: number;
  /** Cuts in the middle, for paths. */
  readonly middle?: boolean;
  /** Keeps line feeds. */
  readonly lines?: boolean;
}

export const Foreign = memo(function Foreign({ text, className, max, middle, lines }: ForeignProps) {
  const whole = lines ? visibleLines(text) : visibleText(text);
  const cut = max === undefined ? whole : middle ? cutMiddle(whole, max) : cutEnd(whole, max);
  return (
    <bdi
      className={`foreign ${className ?? ''}`}
      title={cut !== whole || className?.includes('ellipsis') ? whole : undefined}
    >
      {cut}
    </bdi>
  );
});
