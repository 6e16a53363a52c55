// Which key signs: one of those that this machine holds, or a first one that is made here.
import { useState } from 'react';
import { ActButton } from '../../parts/button.tsx';
import { CommandLine } from '../../parts/copy.tsx';
import { Line } from '../../parts/form-fields.tsx';
import { usePanelParts, useSnapshot } from '../../parts/panel-context.tsx';
import { Said } from '../../parts/sheet.tsx';
import { useSending } from '../../parts/use-sending.ts';
import { t } from '../../words/language.ts';
import type { KeyHere, KeysHere } from './use-keys-here.ts';

export function KeyField({ keys, first }: { keys: KeysHere; first: boolean }) {
  const { keys: here, fault, chosen, choose } = keys;
  if (here === null) return fault === null ? null : <Said sentence={fault} />;
  if (here.length === 0) return <FirstKey keys={keys} />;
  const key = here.find(({ name }) => name === chosen);
  return (
    <>
      <label>
        <span className="label-text">{t('Signing key of this machine')}</span>
        <select
          className="field"
          value={chosen ?? ''}
          data-first={first}
          onChange={({ target }) => choose(target.value)}
        >
          {here.map(one => (
            <option key={one.name} value={one.name}>
              {keyWords(one)}
            </option>
          ))}
        </select>
      </label>
      {key && !key.isNamed ? <Unnamed sign={key} /> : null}
    </>
  );
}

function keyWords({ name, fingerprint, isNamed }: KeyHere): string {
  const facts = { name, fingerprint: fingerprint.slice(0, 20) };
  return isNamed ? t('{name}, {fingerprint}', facts) : t('{name}, {fingerprint}, not named here', facts);
}

function Unnamed({ sign }: { sign: KeyHere }) {
  const { link } = usePanelParts();
  const signers = useSnapshot().hub.fleet?.signers ?? [];
  const { said, busy, send } = useSending();
  // Naming a key under a name that is there would put it in that one's place.
  const isTaken = signers.some(({ name }) => name === sign.name);
  const name = isTaken ? `${sign.name}, ${sign.fingerprint.slice(7, 15)}` : sign.name;
  return (
    <>
      <p className="muted">
        {t(
          'This hub takes nothing that this key signs before it is named here; then what it signs stands above the grants of this hub. Every other hub takes it once its public half is named there:',
        )}
      </p>
      <CommandLine text={sign.key} what={t('public key')} />
      <div>
        <ActButton
          disabled={busy}
          onClick={() =>
            void send(() => link.request('fleet:set-signers', { add: [{ name, key: sign.key }], remove: [] }))
          }
        >
          {t('Name it here')}
        </ActButton>
      </div>
      <Said sentence={said} />
    </>
  );
}

function FirstKey({ keys }: { keys: KeysHere }) {
  const [name, setName] = useState('');
  const { said, busy, send } = useSending();
  return (
    <>
      <p className="muted">{t('This machine holds no signing key yet.')}</p>
      <Line label={t('Name of the new key')} value={name} onChange={setName} mono />
      <div>
        <ActButton disabled={busy || name.trim() === ''} onClick={() => void send(() => keys.make(name.trim()))}>
          {t('Make a key')}
        </ActButton>
      </div>
      <Said sentence={said} />
    </>
  );
}
