// The fields of the join sheet: where the fleet is, as whom with which credentials, and whose signature counts.
import { useState } from 'react';
import { ActButton } from '../../parts/button.tsx';
import { Fault, Line, Lines } from '../../parts/form-fields.tsx';
import { ReasonText } from '../../parts/reason-text.tsx';
import { Setting } from '../../parts/setting.tsx';
import { TickBox } from '../../parts/tick-box.tsx';
import { t } from '../../words/language.ts';
import { faultWords } from './join-fault-words.ts';
import { type CredentialKind, credentialKinds, type JoinFaults, type JoinForm, type JoinPlace } from './join-form.ts';
import type { JoinChange } from './use-join.ts';

const kindWords: Readonly<Record<CredentialKind, string>> = {
  none: t('None'),
  creds: t('Credentials file (.creds)'),
  nkey: t('Seed of an nkey'),
  password: t('User and password'),
  token: t('Token'),
};

interface FieldsProps {
  readonly form: JoinForm;
  readonly change: JoinChange;
  readonly faults: JoinFaults;
  /** Makes the streams and buckets where they are missing; null while it is under way. */
  readonly onInit: (() => void) | null;
}

export function JoinFields(props: FieldsProps) {
  return (
    <>
      <Place {...props} />
      <Credentials {...props} />
      <Way {...props} />
      <Signer {...props} />
    </>
  );
}

/** Null where nothing is wrong: the place for it is there all the same. */
function faultAt(faults: JoinFaults, place: JoinPlace) {
  const reason = faults[place];
  return reason ? (faultWords(reason) ?? <ReasonText reason={reason} />) : null;
}

function Place({ form, change, faults }: FieldsProps) {
  return (
    <>
      <Line
        label={t('Address of the NATS server')}
        value={form.address}
        onChange={address => change({ address })}
        placeholder="tls://nats.example.com:4222"
        fault={faultAt(faults, 'address')}
        mono
        first
      />
      <Line
        label={t('Name of this hub: lower-case letters, digits and hyphens')}
        value={form.name ?? ''}
        onChange={name => change({ name })}
        fault={faultAt(faults, 'name')}
        mono
      />
    </>
  );
}

/** What most fleets leave as it is; open where something is wrong in there. */
function Way({ form, change, faults, onInit }: FieldsProps) {
  const [open, setOpen] = useState(false);
  const isWrong = faults.roles ?? faults.prefix ?? faults.ca ?? faults.plaintext;
  return (
    <details
      className="fleet-more"
      open={open || isWrong !== undefined}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{t('Roles, prefix, certificate and encryption')}</summary>
      <div>
        <Line
          label={t('Roles, with commas')}
          value={form.roles}
          onChange={roles => change({ roles })}
          fault={faultAt(faults, 'roles')}
          mono
        />
        <Line
          label={t('Prefix of the fleet')}
          value={form.prefix}
          onChange={prefix => change({ prefix })}
          fault={faultAt(faults, 'prefix')}
          mono
        />
        {faults.prefix?.kind === 'fleet-no-buckets' ? <Init onInit={onInit} /> : null}
        <Encryption form={form} change={change} faults={faults} />
      </div>
    </details>
  );
}

function Encryption({ form, change, faults }: Omit<FieldsProps, 'onInit'>) {
  return (
    <>
      <Line
        label={t('Authority that signs its certificate, as a file (optional)')}
        value={form.ca}
        onChange={ca => change({ ca })}
        fault={faultAt(faults, 'ca')}
        mono
      />
      <Setting label={t('Without encryption')} note={t('Needed only for a server beyond this machine without TLS.')}>
        <TickBox
          label={t('Without encryption')}
          on={form.allowPlaintext}
          onTick={allowPlaintext => change({ allowPlaintext })}
        />
      </Setting>
      <Fault>{faultAt(faults, 'plaintext')}</Fault>
    </>
  );
}

function Init({ onInit }: Pick<FieldsProps, 'onInit'>) {
  return (
    <p className="fleet-init">
      <span className="subtle fill">
        {t('A new fleet begins by making its streams and buckets; these credentials have to be allowed to.')}
      </span>
      <ActButton size="small" disabled={onInit === null} onClick={() => onInit?.()}>
        {t('Make them')}
      </ActButton>
    </p>
  );
}

function Credentials({ form, change, faults }: FieldsProps) {
  const { kind } = form;
  return (
    <>
      <label>
        <span>{t('Credentials')}</span>
        <select
          className="field"
          value={kind}
          aria-invalid={faults.credential ? true : undefined}
          onChange={({ target }) =>
            change({ kind: credentialKinds.find(one => one === target.value) ?? 'none', secret: '' })
          }
        >
          {credentialKinds.map(one => (
            <option key={one} value={one}>
              {kindWords[one]}
            </option>
          ))}
        </select>
      </label>
      {kind === 'creds' ? <CredsFile form={form} change={change} /> : null}
      {kind === 'password' ? <Line label={t('User')} value={form.user} onChange={user => change({ user })} /> : null}
      {kind === 'none' || kind === 'creds' ? null : (
        <Line
          label={kind === 'password' ? t('Password') : kindWords[kind]}
          value={form.secret}
          onChange={secret => change({ secret })}
          secret
        />
      )}
      <Fault>{faultAt(faults, 'credential')}</Fault>
    </>
  );
}

/** Chosen, dropped onto the field, or pasted; what it holds is not shown again. */
function CredsFile({ form, change }: Pick<FieldsProps, 'form' | 'change'>) {
  const read = async (file: File | undefined) => {
    if (file && file.size <= 20_000) change({ secret: await file.text() });
  };
  return (
    <div
      onDragOver={event => event.preventDefault()}
      onDrop={event => {
        event.preventDefault();
        void read(event.dataTransfer.files[0]);
      }}
    >
      <label>
        <span>{t('File, or drop it here')}</span>
        <input type="file" accept=".creds" onChange={({ target }) => void read(target.files?.[0])} />
      </label>
      <Line label={t('Or its text')} value={form.secret} onChange={secret => change({ secret })} secret />
    </div>
  );
}

function Signer({ form, change, faults }: FieldsProps) {
  return (
    <>
      <Line label={t('Who signs the policy (optional)')} value={form.signer} onChange={signer => change({ signer })} />
      <Lines
        label={t('Their public key, PEM or base64')}
        value={form.key}
        rows={3}
        onChange={key => change({ key })}
        fault={faultAt(faults, 'signer')}
      />
      <p className="subtle">
        {t(
          'Whoever signs may deny and allow here what you would be asked about, pause all agents and stop one. You can leave at any time.',
        )}
      </p>
    </>
  );
}
