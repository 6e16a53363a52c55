// The fields of a server that is typed in: a name and a command line, or the text of an mcpServers JSON.
import { Line, Lines } from '../../../parts/form-fields.tsx';
import { t } from '../../../words/language.ts';

export interface Typed {
  readonly name: string;
  readonly commandLine: string;
  readonly text: string;
}

export const nothingTyped: Typed = { name: '', commandLine: '', text: '' };

interface FieldsProps {
  readonly typed: Typed;
  readonly onType: (change: Partial<Typed>) => void;
}

export function CommandFields({ typed, onType }: FieldsProps) {
  return (
    <>
      <Line label={t('Name')} value={typed.name} onChange={name => onType({ name })} placeholder="everything" first />
      <Line
        label={t('Command line')}
        value={typed.commandLine}
        onChange={commandLine => onType({ commandLine })}
        placeholder="npx -y @modelcontextprotocol/server-everything"
        mono
      />
    </>
  );
}

export function JsonField({ typed, onType }: FieldsProps) {
  return (
    <Lines
      label={t('mcpServers JSON')}
      rows={9}
      value={typed.text}
      placeholder={'{ "mcpServers": { "everything": { "command": "npx", "args": ["-y", "…"] } } }'}
      onChange={text => onType({ text })}
    />
  );
}
