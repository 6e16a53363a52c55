// The fields of a server that is typed in: a name and a command line, or the text of an mcpServers JSON.
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
    <label>
      <span>{t('mcpServers JSON')}</span>
      <textarea
        className="well"
        rows={9}
        spellCheck={false}
        value={typed.text}
        placeholder={'{ "mcpServers": { "everything": { "command": "npx", "args": ["-y", "…"] } } }'}
        onChange={event => onType({ text: event.target.value })}
      />
    </label>
  );
}

interface LineProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder: string;
  readonly mono?: boolean;
  /** Has focus when the dialog opens. */
  readonly first?: boolean;
}

function Line({ label, value, onChange, placeholder, mono, first }: LineProps) {
  return (
    <label>
      <span>{label}</span>
      <span className={`field ${mono ? 'mono' : ''}`}>
        <input
          value={value}
          onChange={event => onChange(event.target.value)}
          placeholder={placeholder}
          spellCheck={false}
          autoComplete="off"
          data-first={first}
        />
      </span>
    </label>
  );
}
