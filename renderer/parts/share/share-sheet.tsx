// The sheet by which a server is shared with other hubs of the fleet: under which name, with whom, and how much of it.
import { useState } from 'react';
import { addNotice } from '../../store/panel-store.ts';
import { t } from '../../words/language.ts';
import { ActButton } from '../button.tsx';
import { Segmented } from '../choices.tsx';
import { Line } from '../form-fields.tsx';
import { PaneHead } from '../layout.tsx';
import { usePanelParts, useSnapshot } from '../panel-context.tsx';
import { Setting } from '../setting.tsx';
import { Said } from '../sheet.tsx';
import { SideSheet } from '../side-sheet.tsx';
import { TickBox } from '../tick-box.tsx';
import { useSending } from '../use-sending.ts';
import { PickList } from './pick-list.tsx';
import {
  firstShare,
  type ShareFault,
  type ShareForm,
  sharable,
  shareFault,
  shareName,
  shareOf,
  shareRequest,
  ticked,
  toolsToShare,
} from './share-form.ts';
import { StopSharing } from './stop-sharing.tsx';
import { WithWhom } from './with-whom.tsx';

interface ShareSheetProps {
  /** Null: it is chosen here. */
  readonly serverId: string | null;
  readonly onClose: () => void;
}

const faultWords: Readonly<Record<ShareFault, string>> = {
  server: t('Choose the server'),
  name: t('Write lower-case letters, digits and hyphens between them, at most 40 characters.'),
  nobody: t('Name a hub or a role'),
  tools: t('Choose the tools'),
};

function useShare({ serverId, onClose }: ShareSheetProps) {
  const { link, store } = usePanelParts();
  const snapshot = useSnapshot();
  const own = serverId === null ? null : shareOf(snapshot, serverId);
  const [form, setForm] = useState(() => firstShare(serverId, own));
  const { said, busy, send } = useSending();
  const name = shareName(form, snapshot);
  const request = shareRequest(form, name);
  const change = (changed: Partial<ShareForm>) => setForm(before => ({ ...before, ...changed }));
  const share = () =>
    send(async () => {
      if (!request) return;
      await link.request('fleet:share', request);
      addNotice(store, 'done', t('It is shared as {name}.', { name }));
      onClose();
    });
  return { form, change, own, name, fault: shareFault(form, name), said, busy, share: () => void share() };
}

export function ShareSheet({ serverId, onClose }: ShareSheetProps) {
  const { form, change, own, name, fault, said, busy, share } = useShare({ serverId, onClose });
  const server = useSnapshot().servers[form.serverId ?? ''];
  return (
    <SideSheet
      title={server ? t('Share {name}', { name: server.name }) : t('Share a server')}
      about={t('It stays on this hub. The rules of both hubs decide each call, yours last.')}
      onClose={onClose}
      note={
        own ? (
          <StopSharing own={own} onStopped={onClose} />
        ) : (
          t('It can be taken back at any time; calls under way end then.')
        )
      }
      action={
        <ActButton
          look="primary"
          disabled={fault !== null || busy}
          title={fault === null ? undefined : faultWords[fault]}
          onClick={share}
        >
          {own ? t('Share it so') : t('Share')}
        </ActButton>
      }
    >
      <NameFields form={form} change={change} name={name} isChosen={serverId !== null} said={said} />
      <WithWhom hubs={form.hubs} roles={form.roles} onChange={change} isFirst={serverId !== null} />
      <HowMuch form={form} change={change} />
    </SideSheet>
  );
}

interface FieldProps {
  readonly form: ShareForm;
  readonly change: (changed: Partial<ShareForm>) => void;
}

interface NameProps extends FieldProps {
  readonly name: string;
  /** Whether the server was chosen before. */
  readonly isChosen: boolean;
  readonly said: string | null;
}

function NameFields({ form, change, name, isChosen, said }: NameProps) {
  const isName = name === '' || shareFault({ ...form, serverId: '-' }, name) !== 'name';
  return (
    <div className="section form share-form">
      {isChosen ? null : <ServerField form={form} change={change} />}
      <Line
        label={t('What others call it')}
        value={name}
        onChange={typed => change({ share: typed })}
        fault={isName ? null : faultWords.name}
        mono
      />
      <Line
        label={t('What it is for (optional)')}
        value={form.description}
        onChange={description => change({ description })}
      />
      <Said sentence={said} />
    </div>
  );
}

function ServerField({ form, change }: FieldProps) {
  const snapshot = useSnapshot();
  return (
    <label>
      <span className="label-text">{t('Server')}</span>
      <select
        className="field"
        data-first
        value={form.serverId ?? ''}
        onChange={({ target }) => {
          const serverId = target.value === '' ? null : target.value;
          const own = serverId === null ? null : shareOf(snapshot, serverId);
          change({ ...firstShare(serverId, own), ...(own ? {} : { hubs: form.hubs, roles: form.roles }) });
        }}
      >
        <option value="">{t('Choose the server')}</option>
        {sharable(snapshot).map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function HowMuch({ form, change }: FieldProps) {
  const tools = toolsToShare(useSnapshot(), form.serverId);
  return (
    <>
      <PaneHead title={t('How much of it')} />
      <div className="section share-much">
        <div>
          <Segmented
            label={t('How much of it')}
            value={form.breadth}
            onChoose={breadth => change({ breadth })}
            choices={[
              { value: 'all', label: t('All tools') },
              { value: 'some', label: t('Some tools') },
            ]}
          />
        </div>
        <Setting label={t('Only what reads')} note={t('Tools that do not say that they only read are left out.')}>
          <TickBox label={t('Only what reads')} on={form.readOnly} onTick={readOnly => change({ readOnly })} />
        </Setting>
        {form.breadth === 'some' ? (
          <PickList
            label={t('Tools')}
            none={t('Its tools are known once it has run.')}
            items={tools.map(({ name, reads }) => ({
              name,
              note: reads ? t('reads') : form.readOnly ? t('acts, left out') : t('acts'),
            }))}
            picked={form.tools}
            onPick={(name, on) => change({ tools: ticked(form.tools, name, on) })}
          />
        ) : null}
      </div>
    </>
  );
}
