// The keys in the settings: whether single letters act, and the whole list.
import { useState } from 'react';
import { lettersOn, switchLetters } from '../../frame/keys.ts';
import { Switch } from '../../parts/choices.tsx';
import { ShortcutList } from '../../parts/shortcut-list.tsx';
import { t } from '../../words/language.ts';
import { SettingRow } from './setting-row.tsx';

export function ShortcutsSection() {
  const [letters, setLetters] = useState(lettersOn);
  return (
    <section aria-label={t('Keyboard shortcuts')}>
      <h2>{t('Keyboard shortcuts')}</h2>
      <SettingRow label={t('Single letters as keys')} note={t('J, K, A, D, G and others act when no field has focus')}>
        <Switch
          label={t('Single letters as keys')}
          on={letters}
          onSwitch={on => {
            switchLetters(on);
            setLetters(on);
          }}
        />
      </SettingRow>
      <div className="section">
        <ShortcutList />
      </div>
    </section>
  );
}
