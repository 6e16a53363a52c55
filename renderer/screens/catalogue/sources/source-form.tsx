// The form of a source: a registry by its address, or a file or folder of this machine.
import { type FormEvent, useState } from 'react';
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

type Given = Exclude<SourceKind, 'harbor'>;

export function SourceForm({ source, onDone }: SourceFormProps) {
  const { link } = usePanelParts();
  const [kind, setKind] = useState<Given>(source?.kind === 'file' ? 'file' : 'registry');
  const [name, setName] = useState(source?.name ?? '');
  const [address, setAddress] = useState(source?.address ?? '');
  const { said, busy, send } = useSending();
  const trouble = troubleOf(kind, name, address, source?.kind === 'harbor');
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const what = { name: name.trim(), address: address.trim() };
    const named = what.address === '' ? { name: what.name } : what;
    const answer = await send<object>(() =>
      source
        ? link.request('catalogue:change-source', { sourceId: source.id, ...named })
        : link.request('catalogue:add-source', { kind, ...what }),
    );
    if (answer) onDone();
  };
  return (
    <form
      className="source-form"
      aria-label={source ? t('Change the source') : t('Add a source')}
      onSubmit={event => void save(event)}
    >
      {source ? null : (
        <Segmented<Given>
          label={t('What it is')}
          value={kind}
          onChoose={setKind}
          choices={[
            { value: 'registry', label: t('Registry') },
            { value: 'file', label: t('File or folder') },
          ]}
        />
      )}
      <Line label={t('Name')} value={name} onChange={setName} />
      {source?.kind === 'harbor' ? null : kind === 'registry' ? (
        <Line
          label={t('Address of a registry with the API of the official one')}
          value={address}
          onChange={setAddress}
          placeholder="https://registry.example.com"
          mono
        />
      ) : (
        <div>
          <span className="label-text">{t('Path of a JSON file, or of a folder of them')}</span>
          <span className="line">
            <PathField label={t('Path')} kind="file" value={address} onChange={setAddress} />
          </span>
        </div>
      )}
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

function troubleOf(kind: Given, name: string, address: string, isBrought: boolean): string | null {
  if (name.trim() === '') return t('Give it a name');
  if (isBrought) return null;
  if (address.trim() === '') return kind === 'registry' ? t('Type its address') : t('Type its path');
  if (kind === 'registry' && !/^https?:\/\//.test(address.trim()))
    return t('Type an address that begins with https:// or http://');
  return null;
}
