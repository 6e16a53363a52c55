// The other ways to a server: the catalogue, and a bundle.
import { Library } from 'lucide-react';
import { goTo } from '../../../frame/route.ts';
import { PickBundle } from '../../../parts/bundles/pick-bundle.tsx';
import { useOpenBundle } from '../../../parts/bundles/use-open-bundle.ts';
import { Button } from '../../../parts/button.tsx';
import { t } from '../../../words/language.ts';

export function Elsewhere() {
  const bundles = useOpenBundle();
  return (
    <p className="line">
      <span className="subtle">{t('Or:')}</span>
      <Button icon={Library} onClick={() => goTo('catalogue')}>
        {t('Find one in the catalogue')}
      </Button>
      <PickBundle bundles={bundles} />
    </p>
  );
}
