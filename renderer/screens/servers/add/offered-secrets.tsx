// The secrets that stand in what was read, each with its place: taken into the store unless the user leaves it where it stands.
import { visibleText } from '../../../../contract/visible-text.ts';
import { Foreign } from '../../../parts/foreign.tsx';
import { t } from '../../../words/language.ts';
import type { SecretOffer } from '../../../../contract/schemas/imports.ts';

interface OfferedSecretsProps {
  /** Whose they are. */
  readonly server: string;
  readonly offers: readonly SecretOffer[];
  /** Keys of those that stay where they are. */
  readonly open: ReadonlySet<string>;
  readonly onOpen: (open: ReadonlySet<string>) => void;
}

export function OfferedSecrets({ server, offers, open, onOpen }: OfferedSecretsProps) {
  if (offers.length === 0) return null;
  return (
    <fieldset aria-label={t('Secrets in the config of {name}', { name: visibleText(server) })}>
      <legend>
        {t('Kept with the secrets; a reference stands in the place of each. What you leave out stays readable here.')}
      </legend>
      {offers.map(offer => (
        <label key={offer.key} className="check">
          <input
            type="checkbox"
            checked={!open.has(offer.key)}
            onChange={({ target }) =>
              onOpen(new Set(target.checked ? [...open].filter(key => key !== offer.key) : [...open, offer.key]))
            }
          />
          <span>{placeWords(offer)}</span>
          <Foreign className="mono subtle" text={offer.secret} />
        </label>
      ))}
    </fieldset>
  );
}

function placeWords({ place, name, label }: SecretOffer): string {
  const shown = visibleText(name);
  const what = visibleText(label);
  switch (place) {
    case 'variable':
      return what === '' ? t('Variable {name}', { name: shown }) : t('Variable {name}: {what}', { name: shown, what });
    case 'header':
      return what === '' ? t('Header {name}', { name: shown }) : t('Header {name}: {what}', { name: shown, what });
    case 'argument':
      return what === ''
        ? t('Argument {place}', { place: shown })
        : t('Argument {place}: {what}', { place: shown, what });
    case 'address':
      return what === '' ? t('Its address') : t('In its address: {what}', { what });
    case 'client':
      return t('The password of its client');
  }
}
