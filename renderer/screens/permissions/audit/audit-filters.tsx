// What of the audit is shown: by text, client, permission, outcome, place, rule and time. The address keeps it.
import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { plainRules, ruleCode } from '../../../../contract/call-rules.ts';
import { visibleText } from '../../../../contract/visible-text.ts';
import { Button } from '../../../parts/button.tsx';
import { FilterField } from '../../../parts/filter-field.tsx';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { agentIdentity } from '../../../words/identity.ts';
import { t } from '../../../words/language.ts';
import { codeOfRule } from '../../../words/rule-search.ts';
import { ruleName } from '../../../words/rule-words.ts';
import { scopeNames, scopeWords } from '../../../words/scope-words.ts';
import { type Span, spanOf, spanSince, spans } from './audit-spans.ts';
import type { AuditFilter } from '../../../../contract/schemas/audit.ts';

interface AuditFiltersProps {
  readonly filter: AuditFilter;
  readonly onChange: (filter: AuditFilter) => void;
  readonly now: number;
  readonly children: ReactNode;
}

const spanWords: Readonly<Record<Span, string>> = {
  all: t('any time'),
  hour: t('the last hour'),
  day: t('the last day'),
  week: t('the last week'),
  own: t('from that moment'),
};

const scopeOptions = [
  ['', t('any permission')],
  ...scopeNames.map(name => [name, scopeWords(name).title] as const),
] as const;

const outcomeOptions = [
  ['', t('any outcome')],
  ['allow', t('allowed')],
  ['deny', t('denied')],
  ['undecided', t('undecided')],
  ['dropped', t('not carried out')],
  ['stopped', t('stopped midway')],
  ['changed', t('changed')],
] as const;

export function AuditFilters({ filter, onChange, now, children }: AuditFiltersProps) {
  const set = (change: AuditFilter) => onChange({ ...filter, ...change });
  return (
    <div className="filters wraps" role="group" aria-label={t('Filters of the audit')}>
      <FilterField
        label={t('Tool, place or name')}
        hint={t(
          'Finds what reads the same in every language: tools, sites, numbers of tabs, servers, clients, names, and codes of rules such as own-tabs. The words around them are not searched.',
        )}
        value={filter.text ?? ''}
        onChange={text => set({ text })}
        grow
      />
      <WhoChoice filter={filter} onChange={set} />
      <Choice
        label={t('Permission')}
        value={filter.scope ?? ''}
        onChoose={scope => set({ scope })}
        options={scopeOptions}
      />
      <Choice
        label={t('Outcome')}
        value={filter.outcome ?? ''}
        onChoose={value => set({ outcome: (value || undefined) as AuditFilter['outcome'] })}
        options={outcomeOptions}
      />
      <TypedField label={t('Site or server')} value={filter.where ?? ''} onType={where => set({ where })} />
      <RuleField filter={filter} onChange={set} />
      <TimeChoice filter={filter} onChange={set} now={now} />
      {Object.keys(filter).length === 0 ? null : (
        <Button size="small" look="ghost" icon={X} onClick={() => onChange({})}>
          {t('Clear')}
        </Button>
      )}
      <span className="line ml-auto">{children}</span>
    </div>
  );
}

type FieldProps = Pick<AuditFiltersProps, 'filter' | 'onChange'>;

/** A client, or one of its agents that are known now. */
function WhoChoice({ filter, onChange }: FieldProps) {
  const snapshot = useSnapshot();
  const agents = Object.values(snapshot.agents);
  const value = filter.agentId ? `agent ${filter.agentId}` : filter.clientId ? `client ${filter.clientId}` : '';
  const choose = (chosen: string) => {
    const [kind, id] = chosen.split(' ');
    onChange({ clientId: kind === 'client' ? id : undefined, agentId: kind === 'agent' ? id : undefined });
  };
  const options: (readonly [string, string])[] = [
    ['', t('anybody')],
    ...Object.values(snapshot.clients).map(({ id, name }) => [`client ${id}`, name] as const),
    ...agents.map(({ id, program }) => {
      const { name } = agentIdentity(snapshot, id);
      const pid = program?.pid ?? null;
      const words =
        pid === null ? t('agent {name}', { name }) : t('agent {name}, pid {pid}', { name, pid: String(pid) });
      return [`agent ${id}`, words] as const;
    }),
  ];
  const isKnown = options.some(([each]) => each === value);
  return (
    <Choice
      label={t('Who')}
      value={value}
      onChoose={choose}
      options={isKnown ? options : [...options, [value, t('somebody who is gone')]]}
    />
  );
}

/** Suggests the rules that hold now. */
function RuleField({ filter, onChange }: FieldProps) {
  const { hub, grants } = useSnapshot();
  const rules = [
    ...hub.policy.rules.map(({ id }) => ruleCode({ kind: 'policy', id })),
    ...Object.keys(grants).map(id => ruleCode({ kind: 'grant', id })),
    ...plainRules,
  ].map(ruleName);
  return (
    <TypedField
      label={t('Rule')}
      value={filter.rule === undefined ? '' : ruleName(filter.rule)}
      onType={rule => onChange({ rule: codeOfRule(rule) })}
      list="audit-rules"
      suggestions={rules}
    />
  );
}

function TimeChoice({ filter, onChange, now }: FieldProps & { readonly now: number }) {
  const span = spanOf(filter.since, now);
  return (
    <Choice
      label={t('Time')}
      value={span}
      onChoose={value => onChange({ since: spanSince(value as Span, Date.now()), until: undefined })}
      options={spans.filter(each => each !== 'own' || span === 'own').map(each => [each, spanWords[each]] as const)}
    />
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChoose: (value: string) => void;
}

function Choice({ label, value, options, onChoose }: ChoiceProps) {
  return (
    <select className="field" aria-label={label} value={value} onChange={event => onChoose(event.target.value)}>
      {options.map(([each, text]) => (
        <option key={each} value={each}>
          {visibleText(text)}
        </option>
      ))}
    </select>
  );
}

interface TypedFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onType: (value: string) => void;
  /** The id of its suggestions. */
  readonly list?: string;
  readonly suggestions?: readonly string[];
}

/** Takes effect with Enter and when it is left, for each letter would be a question to the hub. */
function TypedField({ label, value, onType, list, suggestions = [] }: TypedFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const take = () => {
    if (draft !== null && draft.trim() !== value) onType(draft.trim());
    setDraft(null);
  };
  return (
    <span className="field slim">
      <input
        aria-label={label}
        placeholder={label}
        list={list}
        maxLength={200}
        spellCheck={false}
        value={draft ?? value}
        onChange={event => setDraft(event.target.value)}
        onBlur={take}
        onKeyDown={event => {
          if (event.key === 'Enter') take();
          if (event.key === 'Escape') setDraft(null);
        }}
      />
      {list ? (
        <datalist id={list}>
          {suggestions.map(each => (
            <option key={each} value={each} />
          ))}
        </datalist>
      ) : null}
    </span>
  );
}
