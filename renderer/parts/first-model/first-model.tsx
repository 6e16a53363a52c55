// Chat without a model: what is on this machine already, a key of a provider, and what leaves this machine with each.
import { providerFacts } from '../../../contract/models.ts';
import { routeHref } from '../../frame/route.ts';
import { isSetUp } from '../../store/models.ts';
import { t } from '../../words/language.ts';
import { useSnapshot } from '../panel-context.tsx';
import { Say } from '../say.tsx';
import { KeyForm, keyedTypes } from './key-form.tsx';
import { LocalModels } from './local-models.tsx';
import { WhatLeaves } from './what-leaves.tsx';

/** Fills the pane that it is put into. */
export function FirstModel() {
  return (
    <div className="scrolls first-model" tabIndex={0} role="region" aria-label={t('Chat needs a model')}>
      <div className="column">
        <h2>{t('Chat needs a model')}</h2>
        <p className="muted">
          {t('It can use every tool you allow. Choose a model on this machine, or add a key of a provider.')}
        </p>
        <NoneReady />
        <LocalModels />
        <section aria-label={t('With a key')}>
          <h3>
            {t('With a key')}
            <small>{t('kept in the keychain of this machine, never shown again')}</small>
          </h3>
          <KeyForm />
          <OtherAddress />
        </section>
        <WhatLeaves />
      </div>
    </div>
  );
}

/** Some were set up, and none of them can answer now. */
function NoneReady() {
  const { modelProviders } = useSnapshot();
  const count = Object.values(modelProviders).filter(isSetUp).length;
  if (count === 0) return null;
  return (
    <p className="none-ready">
      {t('{count, plural, one {# provider is} other {# providers are}} set up, and none has a model for Chat now.', {
        count,
      })}{' '}
      <a className="link" href={routeHref('models')}>
        {t('Open Models')}
      </a>
    </p>
  );
}

function OtherAddress() {
  const others = keyedTypes.slice(1).map(type => providerFacts[type].name);
  return (
    <p className="subtle text-xs mt-2">
      <Say
        text="Also {names}, or {address}."
        values={{
          names: others.join(', '),
          address: (
            <a className="link" href={routeHref('models', '+address')}>
              {t('any OpenAI-compatible address')}
            </a>
          ),
        }}
      />
    </p>
  );
}
