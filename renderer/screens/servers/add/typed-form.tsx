// The fields of a server that is typed in: a command line, or an address, which is recognised wherever it is typed.
import { remoteTransports } from '../../../../contract/imports.ts';
import { isAddress, nameOfAddress } from '../../../../contract/server-address.ts';
import { Segmented } from '../../../parts/choices.tsx';
import { Line } from '../../../parts/form-fields.tsx';
import { t } from '../../../words/language.ts';
import { HeaderRows } from './header-rows.tsx';
import { NameTaken } from './name-taken.tsx';
import { isLink, nameFor, type Typed } from './typed.ts';
import type { RemoteTransport } from '../../../../contract/imports.ts';

interface FieldsProps {
  readonly typed: Typed;
  readonly onType: (change: Partial<Typed>) => void;
  /** An address is asked for. */
  readonly isRemote: boolean;
}

export function TypedFields({ typed, onType, isRemote }: FieldsProps) {
  const { name, commandLine } = typed;
  const suggested = isAddress(commandLine) ? nameOfAddress(commandLine) : '';
  return (
    <>
      <Line
        label={t('Name')}
        value={name}
        onChange={next => onType(isAddress(next) || isLink(next) ? { name: '', commandLine: next } : { name: next })}
        placeholder={suggested || (isRemote ? 'linear' : 'everything')}
        first
      />
      <NameTaken name={nameFor(typed)} />
      <Line
        label={isRemote ? t('Address') : t('Command line')}
        value={commandLine}
        onChange={next => onType({ commandLine: next })}
        placeholder={isRemote ? 'https://mcp.example.com/mcp' : 'npx -y @modelcontextprotocol/server-everything'}
        mono
      />
      {isRemote ? (
        <RemoteFields typed={typed} onType={onType} />
      ) : (
        <p className="hint">{t('An address that begins with https:// or http:// is taken for a remote server.')}</p>
      )}
    </>
  );
}

const transportWords: Readonly<Record<RemoteTransport, string>> = {
  auto: t('Automatic'),
  http: t('Streamable HTTP'),
  sse: t('HTTP with SSE'),
};
const transports = remoteTransports.map(value => ({ value, label: transportWords[value] }));

function RemoteFields({ typed, onType }: Omit<FieldsProps, 'isRemote'>) {
  const { transport, headers } = typed;
  return (
    <>
      <div className="justify-self-start">
        <span className="label-text">{t('Transport')}</span>
        <Segmented
          label={t('Transport')}
          value={transport}
          onChoose={next => onType({ transport: next })}
          choices={transports}
        />
        {transport === 'auto' ? (
          <p className="hint mt-1">
            {t('SSE where the address ends in /sse, else Streamable HTTP, and SSE where that is refused.')}
          </p>
        ) : null}
      </div>
      <HeaderRows rows={headers} onChange={next => onType({ headers: next })} />
    </>
  );
}
