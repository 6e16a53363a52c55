// The sheet by which this hub joins a fleet: where, as whom, with which credentials, whose key signs, and what others see.
import { useState } from 'react';
import { ActButton } from '../../parts/button.tsx';
import { Line, Lines } from '../../parts/form-fields.tsx';
import { PaneHead } from '../../parts/layout.tsx';
import { usePanelParts } from '../../parts/panel-context.tsx';
import { ReasonText } from '../../parts/reason-text.tsx';
import { Setting } from '../../parts/setting.tsx';
import { Status } from '../../parts/shape.tsx';
import { Said } from '../../parts/sheet.tsx';
import { SideSheet } from '../../parts/side-sheet.tsx';
import { TickBox } from '../../parts/tick-box.tsx';
import { useSending } from '../../parts/use-sending.ts';
import { formatDuration } from '../../words/format.ts';
import { t } from '../../words/language.ts';
import { stepWords } from './fleet-words.ts';
import { type CredentialKind, credentialKinds, emptyJoin, type JoinForm, joinRequest } from './join-form.ts';
import type { FleetState } from '../../../contract/schemas/fleet.ts';
import type { FleetTrial } from '../../../contract/schemas/fleet-requests.ts';

const kindWords: Readonly<Record<CredentialKind, string>> = {
  none: t('None'),
  creds: t('Credentials file (.creds)'),
  nkey: t('Seed of an nkey'),
  password: t('User and password'),
  token: t('Token'),
};

type Change = (change: Partial<JoinForm>) => void;
interface FieldsProps {
  readonly form: JoinForm;
  readonly change: Change;
}

/** The form, and what is done with it. */
function useJoin(fleet: FleetState | null, onDone: () => void) {
  const { link } = usePanelParts();
  const [form, setForm] = useState(() => emptyJoin(fleet));
  const [trials, setTrials] = useState<readonly FleetTrial[] | null>(null);
  const { said, busy, send } = useSending();
  const request = joinRequest(form, fleet);
  const change: Change = changed => {
    setTrials(null);
    setForm(before => ({ ...before, ...changed }));
  };
  const tryIt = async () => {
    if (!request) return;
    const answer = await send(() => link.request('fleet:try', request));
    if (answer) setTrials(answer.trials);
  };
  const join = async () => {
    if (request && (await send(() => link.request('fleet:join', request)))) onDone();
  };
  return { form, change, trials, said, busy, request, tryIt, join };
}

export function JoinSheet({ fleet, onClose }: { fleet: FleetState | null; onClose: () => void }) {
  const { form, change, trials, said, busy, request, tryIt, join } = useJoin(fleet, onClose);
  return (
    <SideSheet
      title={t('Join a fleet')}
      about={t('Each step is tried before anything is written.')}
      onClose={onClose}
      note={t('Leaving undoes it: the fleet’s policy no longer holds, and your own rules stay as they were.')}
      action={
        <ActButton look="primary" disabled={request === null || busy} onClick={() => void join()}>
          {t('Join')}
        </ActButton>
      }
    >
      <div className="section form fleet-form">
        <Place form={form} change={change} />
        <Credentials form={form} change={change} />
        <Signer form={form} change={change} />
      </div>
      <PaneHead title={t('Tried')}>
        <ActButton size="small" disabled={request === null || busy} onClick={() => void tryIt()}>
          {t('Try it')}
        </ActButton>
      </PaneHead>
      <div className="section">
        <Said sentence={said} />
        {trials === null ? (
          <p className="subtle">{busy ? t('Trying each step') : t('Not tried yet.')}</p>
        ) : (
          <Trials trials={trials} />
        )}
      </div>
      <Shows form={form} change={change} />
    </SideSheet>
  );
}

function Place({ form, change }: FieldsProps) {
  return (
    <>
      <Line
        label={t('Address of the NATS server')}
        value={form.address}
        onChange={address => change({ address })}
        placeholder="tls://nats.example.com:4222"
        mono
        first
      />
      <Line
        label={t('Name of this hub: lower-case letters, digits and hyphens')}
        value={form.name}
        onChange={name => change({ name })}
        mono
      />
      <Line label={t('Roles, with commas')} value={form.roles} onChange={roles => change({ roles })} mono />
      <Line label={t('Prefix of the fleet')} value={form.prefix} onChange={prefix => change({ prefix })} mono />
      <Line
        label={t('Authority that signs its certificate, as a file (optional)')}
        value={form.ca}
        onChange={ca => change({ ca })}
        mono
      />
      <Setting label={t('Without encryption')} note={t('Needed only for a server beyond this machine without TLS.')}>
        <TickBox
          label={t('Without encryption')}
          on={form.allowPlaintext}
          onTick={allowPlaintext => change({ allowPlaintext })}
        />
      </Setting>
    </>
  );
}

function Credentials({ form, change }: FieldsProps) {
  const { kind } = form;
  return (
    <>
      <label>
        <span>{t('Credentials')}</span>
        <select
          className="field"
          value={kind}
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
    </>
  );
}

/** Chosen, dropped onto the field, or pasted; what it holds is not shown again. */
function CredsFile({ form, change }: FieldsProps) {
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

function Signer({ form, change }: FieldsProps) {
  return (
    <>
      <Line label={t('Who signs the policy (optional)')} value={form.signer} onChange={signer => change({ signer })} />
      <Lines label={t('Their public key, PEM or base64')} value={form.key} rows={3} onChange={key => change({ key })} />
    </>
  );
}

function Shows({ form, change }: FieldsProps) {
  const tick = (label: string, note: string, name: 'agents' | 'servers' | 'questions') => (
    <Setting label={label} note={note}>
      <TickBox label={label} on={form[name]} onTick={on => change({ [name]: on })} />
    </Setting>
  );
  return (
    <>
      <PaneHead title={t('What others see')} note={t('besides name, version, mode and calls a minute')} />
      <div className="section fleet-shows">
        {tick(t('Agents'), t('their names and how much they call'), 'agents')}
        {tick(t('Servers'), t('their names and states'), 'servers')}
        {tick(t('Questions'), t('how many wait, never their text'), 'questions')}
      </div>
    </>
  );
}

/** Once, when they are drawn: one and the same function is called only then. */
const intoSight = (list: HTMLElement | null) => list?.scrollIntoView({ block: 'end' });

function Trials({ trials }: { trials: readonly FleetTrial[] }) {
  return (
    <ul className="fleet-trials" aria-live="polite" ref={intoSight}>
      {trials.map(({ step, state, ms, reason }) => (
        <li key={step}>
          <Status tone={state === 'fine' ? 'running' : state === 'failed' ? 'crashed' : 'stopped'}>
            {stepWords[step]}
          </Status>
          <span className="muted">{state === 'skipped' ? t('not tried') : formatDuration(ms)}</span>
          {reason ? (
            <p>
              <ReasonText reason={reason} />
            </p>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
