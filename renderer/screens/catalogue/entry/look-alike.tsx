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
      {lookAlike.sourceId === '' ? null : (
        <Button size="small" onClick={() => goTo('catalogue', entryId(lookAlike))}>
          {t('Open the other')}
        </Button>
      )}
    </section>
  );
}

export function BothNames({ entry: { name, lookAlike } }: { entry: Imitating }) {
  if (!lookAlike) return null;
  const [own, other] = [name, lookAlike.name].map(partsOf) as [NameParts, NameParts];
  const { a, b } = differingLetters(own.short, other.short);
  return (
    <dl className="both-names">
      <dt>{t('this one')}</dt>
      <dd>
        <MarkedName before={own.before} letters={a} />
      </dd>
      <dt>{t('better known')}</dt>
      <dd>
        <MarkedName before={other.before} letters={b} />
      </dd>
    </dl>
  );
}

interface NameParts {
  /** With the slash. */
  readonly before: string;
  readonly short: string;
}

/** Publishers differ anyhow: only what stands behind the slash is compared. */
function partsOf(name: string): NameParts {
  const slash = name.indexOf('/') + 1;
  return { before: name.slice(0, slash), short: name.slice(slash) };
}

function MarkedName({ before, letters }: { before: string; letters: readonly Letters[] }) {
  return (
    <bdi className="mono">
      <Foreign text={before} className="subtle" />
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
