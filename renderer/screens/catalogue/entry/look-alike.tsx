// A name that resembles a better known one: both below each other, with the letters that differ marked.
import { entryId } from '../../../frame/catalogue-paths.ts';
import { goTo } from '../../../frame/route.ts';
import { Button } from '../../../parts/button.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { Shape } from '../../../parts/shape.tsx';
import { t } from '../../../words/language.ts';
import { differingLetters, type Letters } from './letters.ts';
import type { EntryRow } from '../../../../contract/schemas/catalogue.ts';

type Imitating = Pick<EntryRow, 'name' | 'lookAlike'>;

export function LookAlikeBand({ entry }: { entry: Imitating }) {
  const { lookAlike } = entry;
  if (!lookAlike) return null;
  return (
    <section className="look-alike wash attention" aria-label={t('Look-alike')}>
      <Shape tone="attention" />
      <div className="fill">
        <p className="strong">
          {t(
            '{distance, plural, =0 {Its letters are those of a better known server} one {# letter sets it apart from a better known server} other {# letters set it apart from a better known server}}',
            { distance: lookAlike.distance },
          )}
        </p>
        <BothNames entry={entry} />
      </div>
      <Button size="small" onClick={() => goTo('catalogue', entryId(lookAlike))}>
        {t('Open the other')}
      </Button>
    </section>
  );
}

export function BothNames({ entry: { name, lookAlike } }: { entry: Imitating }) {
  if (!lookAlike) return null;
  const { a, b } = differingLetters(name, lookAlike.name);
  return (
    <dl className="both-names">
      <dt>{t('this one')}</dt>
      <dd>
        <MarkedName letters={a} />
      </dd>
      <dt>{t('better known')}</dt>
      <dd>
        <MarkedName letters={b} />
      </dd>
    </dl>
  );
}

function MarkedName({ letters }: { letters: readonly Letters[] }) {
  return (
    <bdi className="mono">
      {letters.map(({ text, differs }, at) =>
        differs ? (
          // A run is its place: the same letters may stand twice in a name.
          <mark key={at}>
            <Foreign text={text} />
          </mark>
        ) : (
          <Foreign key={at} text={text} />
        ),
      )}
    </bdi>
  );
}
