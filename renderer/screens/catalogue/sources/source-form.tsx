// The form of a source: a registry by its address, or a file or folder of this machine.
import { useState } from 'react';
import { ActButton, Button } from '../../../parts/button.tsx';
import { Segmented } from '../../../parts/choices.tsx';
import { Line } from '../../../parts/form-fields.tsx';
import { usePanelParts } from '../../../parts/panel-context.tsx';
import { Said } from '../../../parts/sheet.tsx';
import { useSending } from '../../../parts/use-sending.ts';
import { t } from '../../../words/language.ts';
import { PathField } from '../form/path-field.tsx';
import type { SourceKind } from '../../../../contract/catalogue.ts';
import type { CatalogueSource } from '../../../../contract/schemas/catalogue.ts';

interface SourceFormProps {
  /** Null for a new one. */
  readonly source: CatalogueSource | null;
  readonly onDone: () => void;
}

type GivenKind = Exclude<SourceKind, 'harbor'>;

export function SourceForm({ source, onDone }: SourceFormProps) {
  const [kind, setKind] = useState<GivenKind>(source?.kind === 'file' ? 'file' : 'registry');
  const [name, setName] = useState(source?.name ?? '');
  const [address, setAddress] = useState(source?.address ?? '');
  const trouble = troubleOf(kind, name, address, source?.kind === 'harbor');
  const { said, busy, save } = useSaving(source, { kind, name: name.trim(), address: address.trim() }, onDone);
  return (
    <form
      className="source-form"
      aria-label={source ? t('Change the source') : t('Add a source')}
      onSubmit={event => {
        event.preventDefault();
        void save();
      }}
    >
      {source ? null : <KindChoice kind={kind} onKind={setKind} />}
      <Line label={t('Name')} value={name} onChange={setName} />
      {source?.kind === 'harbor' ? null : <PlaceField kind={kind} address={address} onAddress={setAddress} />}
      <Said sentence={said} />
      <div className="line">
        <ActButton look="primary" type="submit" disabled={trouble !== null || busy} title={trouble ?? undefined}>
          {source ? t('Save') : t('Add')}
        </ActButton>
        <Button look="ghost" onClick={onDone}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  );
}

interface Given {
  readonly kind: GivenKind;
  readonly name: string;
  readonly address: string;
}

function useSaving(source: CatalogueSource | null, { kind, name, address }: Given, onDone: () => void) {
  const { link } = usePanelParts();
  const { said, busy, send } = useSending();
  const save = async () => {
    const named = address === '' ? { name } : { name, address };
    const answer = await send<object>(() =>
      source
        ? link.request('catalogue:change-source', { sourceId: source.id, ...named })
        : link.request('catalogue:add-source', { kind, name, address }),
    );
    if (answer) onDone();
  };
  return { said, busy, save };
}

function KindChoice({ kind, onKind }: { kind: GivenKind; onKind: (kind: GivenKind) => void }) {
  return (
    <Segmented<GivenKind>
      label={t('What it is')}
      value={kind}
      onChoose={onKind}
      choices={[
        { value: 'registry', label: t('Registry') },
        { value: 'file', label: t('File or folder') },
      ]}
    />
  );
}

interface PlaceFieldProps {
  readonly kind: GivenKind;
  readonly address: string;
  readonly onAddress: (address: string) => void;
}

function PlaceField({ kind, address, onAddress }: PlaceFieldProps) {
  if (kind === 'registry')
    return (
      <Line
        label={t('Address of a registry with the API of the official one')}
        value={address}
        onChange={onAddress}
        placeholder="https://registry.example.com"
        mono
      />
    );
  return (
    <div>
      <span className="label-text">{t('Path of a JSON file, or of a folder of them')}</span>
      <span className="line flex-wrap">
        <PathField label={t('Path')} kind="either" value={address} onChange={onAddress} />
      </span>
    </div>
  );
}

function troubleOf(kind: GivenKind, name: string, address: string, isBrought: boolean): string | null {
  if (name.trim() === '') return t('Give it a name');
  if (isBrought) return null;
  if (address.trim() === '') return kind === 'registry' ? t('Type its address') : t('Type its path');
  if (kind === 'registry' && !/^https?:\/\//.test(address.trim()))
    return t('Type an address that begins with https:// or http://');
  return null;
}
