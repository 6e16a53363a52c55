// The control for one value: a line, a number, one of several, or JSON.

import { formatExamples } from '../../../contract/json-schema/formats.ts';
import { sameJson } from '../../../contract/json-schema/json.ts';
import { cutEnd, visibleText } from '../../../contract/visible-text.ts';
import { Button } from '../../parts/button.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { t } from '../../words/language.ts';
import { optionWords } from './argument-words.ts';
import { textAt, withGiven, withText, withValue } from './call-draft.ts';
import type { FormRow } from '../../store/schema/form-rows.ts';
import type { CallDraft } from './call-draft.ts';

export interface TabAsked {
  readonly tabId: number;
  readonly title: string;
}

export interface FormProps {
  readonly schema: unknown;
  readonly draft: CallDraft;
  readonly onChange: (draft: CallDraft) => void;
  /** Of the browser that the call is for. */
  readonly tabs: readonly TabAsked[];
}

export interface FieldProps extends FormProps {
  readonly row: FormRow;
  /** For the control: its name, and what describes it. */
  readonly named: {
    readonly 'aria-label': string;
    readonly 'aria-describedby': string | undefined;
    readonly 'aria-invalid': boolean;
    readonly 'aria-required': boolean;
  };
}

/** Null for objects and lists, whose parts are rows of their own. */
export function ArgumentField(props: FieldProps) {
  const { row, tabs } = props;
  switch (row.shape.kind) {
    case 'object':
    case 'list':
      return null;
    case 'text':
      return row.shape.long || String(row.value ?? '').includes('\n') ? <Lines {...props} /> : <Line {...props} />;
    case 'number':
      return tabs.length > 0 && row.pointer === '/tabId' ? <TabChoice {...props} /> : <NumberLine {...props} />;
    case 'truth':
      return <Choice {...props} options={[true, false]} />;
    case 'options':
      return <Options {...props} options={row.shape.options} />;
    case 'nothing':
      return <Nothing {...props} />;
    default:
      return <Json {...props} />;
  }
}

const longestExample = 80;

function exampleOf({ about, shape }: FormRow): string {
  const format = shape.kind === 'text' ? shape.format : null;
  const example = about.example ?? (format === null ? undefined : formatExamples.get(format));
  return example === undefined ? '' : t('such as {example}', { example: visibleText(cutEnd(example, longestExample)) });
}

/** An empty line leaves it out where it may be left out, and is an empty text where it must be given. */
function textValue(row: FormRow, text: string): string | undefined {
  return text === '' && !row.required && !row.removable ? undefined : text;
}

function Line({ row, draft, onChange, named }: FieldProps) {
  return (
    <span className="field">
      <input
        {...named}
        value={typeof row.value === 'string' ? row.value : ''}
        placeholder={exampleOf(row)}
        spellCheck={false}
        autoComplete="off"
        onChange={event => onChange(withValue(draft, row.path, textValue(row, event.target.value)))}
      />
    </span>
  );
}

function Lines({ row, draft, onChange, named }: FieldProps) {
  const text = typeof row.value === 'string' ? row.value : '';
  return (
    <textarea
      {...named}
      className="well"
      rows={rowsFor(text, 3)}
      value={text}
      placeholder={exampleOf(row)}
      spellCheck={false}
      onChange={event => onChange(withValue(draft, row.path, textValue(row, event.target.value)))}
    />
  );
}

function NumberLine({ row, draft, onChange, named }: FieldProps) {
  return (
    <span className="field">
      <input
        {...named}
        inputMode={row.shape.kind === 'number' && row.shape.whole ? 'numeric' : 'decimal'}
        value={textAt(draft, row)}
        placeholder={exampleOf(row)}
        autoComplete="off"
        onChange={event => onChange(withText(draft, row.path, event.target.value, 'number'))}
      />
    </span>
  );
}

function Json({ row, draft, onChange, named }: FieldProps) {
  const text = textAt(draft, row);
  return (
    <textarea
      {...named}
      className="well"
      rows={rowsFor(text, 2)}
      value={text}
      spellCheck={false}
      onChange={event => onChange(withText(draft, row.path, event.target.value, 'JSON'))}
    />
  );
}

const mostLines = 12;

function rowsFor(text: string, least: number): number {
  return Math.min(mostLines, Math.max(least, text.split('\n', mostLines).length));
}

/** What can be but one value is not asked for. */
function Options(props: FieldProps & { readonly options: readonly unknown[] }) {
  const { row, options } = props;
  const [only] = options;
  if (options.length === 1 && row.required && sameJson(only, row.value))
    return <Foreign className="mono fixed-value" text={optionWords(only)} max={120} />;
  return <Choice {...props} />;
}

const longestOption = 100;

function Choice({ row, draft, onChange, named, options }: FieldProps & { readonly options: readonly unknown[] }) {
  const chosen = row.value === undefined ? -1 : options.findIndex(option => sameJson(option, row.value));
  const isOdd = chosen < 0 && row.value !== undefined;
  return (
    <select
      {...named}
      className="field"
      value={String(chosen)}
      onChange={event => onChange(withValue(draft, row.path, options[Number(event.target.value)]))}
    >
      {row.required && chosen >= 0 ? null : (
        <option value="-1">
          {isOdd
            ? visibleText(cutEnd(optionWords(row.value), longestOption))
            : row.required
              ? t('Choose …')
              : t('not given')}
        </option>
      )}
      {options.map((option, at) => (
        <option key={at} value={String(at)}>
          {visibleText(cutEnd(optionWords(option), longestOption))}
        </option>
      ))}
    </select>
  );
}

function TabChoice({ row, draft, onChange, named, tabs }: FieldProps) {
  const isKnown = tabs.some(({ tabId }) => tabId === row.value);
  return (
    <select
      {...named}
      className="field"
      value={row.value === undefined ? '' : String(row.value)}
      onChange={event => {
        const { value } = event.target;
        onChange(withValue(draft, row.path, value === '' ? undefined : Number(value)));
      }}
    >
      <option value="">{row.required ? t('Choose …') : t('not given')}</option>
      {isKnown || row.value === undefined ? null : <option value={String(row.value)}>{String(row.value)}</option>}
      {tabs.map(({ tabId, title }) => (
        <option key={tabId} value={String(tabId)}>
          {tabId}, {visibleText(cutEnd(title, longestOption))}
        </option>
      ))}
    </select>
  );
}

function Nothing({ row, draft, schema, onChange, named }: FieldProps) {
  const isGiven = row.value === null;
  const place = named['aria-label'];
  if (row.required && isGiven) return <span className="mono fixed-value">null</span>;
  return (
    <Button
      size="small"
      aria-label={isGiven ? t('{place}: null is given', { place }) : t('{place}: Give null', { place })}
      aria-pressed={isGiven}
      onClick={() => onChange(isGiven ? withValue(draft, row.path, undefined) : withGiven(draft, schema, row))}
    >
      {isGiven ? t('null is given') : t('Give null')}
    </Button>
  );
}
