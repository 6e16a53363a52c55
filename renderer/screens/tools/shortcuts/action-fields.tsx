// The actions of a shortcut in its form: for each a tool of the browser and its input as JSON, held against what the tool takes.
import { ArrowUp, Plus, Trash2 } from 'lucide-react';
import { isRecord } from '../../../../contract/json.ts';
import { checkValue } from '../../../../contract/json-schema/check.ts';
import { composedTools } from '../../../../contract/shortcuts.ts';
import { Button } from '../../../parts/button.tsx';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { Said } from '../../../parts/sheet.tsx';
import { useRequest } from '../../../parts/use-request.ts';
import { t, tIn } from '../../../words/language.ts';
import { problemSentence } from '../argument-words.ts';
import { inputOf, withAction, withChanged, withEarlier, withoutAction } from './shortcut-draft.ts';
import type { Tool } from '../../../../contract/schemas/entities.ts';
import type { ActionDraft, ActionFault, FieldsProps } from './shortcut-draft.ts';

export function ActionFields({ draft, faults, onChange }: FieldsProps) {
  const names = actionTools(Object.values(useSnapshot().tools));
  return (
    <div className="grid gap-3">
      <p className="hint">
        {t('An action that names no tab is for the tab that the shortcut is called for. The first that fails ends it.')}
      </p>
      <ol className="grid gap-3" aria-label={tIn('shortcut', 'Actions')}>
        {draft.actions.map((action, at) => (
          <ActionRow
            key={action.key}
            number={at + 1}
            action={action}
            names={names}
            fault={faults.actions.get(action.key) ?? null}
            onChange={changed => onChange(withChanged(draft, changed))}
            onEarlier={at === 0 ? null : () => onChange(withEarlier(draft, action.key))}
            onRemove={() => onChange(withoutAction(draft, action.key))}
          />
        ))}
      </ol>
      <Said sentence={faults.noAction ? t('Add at least one action.') : null} />
      <div>
        <Button icon={Plus} onClick={() => onChange(withAction(draft))}>
          {t('Add action')}
        </Button>
      </div>
    </div>
  );
}

/** What makes calls itself is no action. */
function actionTools(tools: readonly Tool[]): string[] {
  return tools
    .filter(({ id, source }) => source.kind === 'browser' && !composedTools.includes(id))
    .map(({ id }) => id)
    .sort();
}

interface RowProps {
  readonly number: number;
  readonly action: ActionDraft;
  readonly names: readonly string[];
  readonly fault: ActionFault | null;
  readonly onChange: (action: ActionDraft) => void;
  /** Null for the first one. */
  readonly onEarlier: (() => void) | null;
  readonly onRemove: () => void;
}

function ActionRow(row: RowProps) {
  const { number, action, fault, onChange } = row;
  const { name, text } = action;
  return (
    <li className="action-row">
      <ActionHead {...row} />
      <textarea
        className="well"
        aria-label={t('Input of action {number}, as JSON', { number: String(number) })}
        aria-invalid={fault === 'no-json'}
        rows={Math.min(12, Math.max(2, text.split('\n').length))}
        spellCheck={false}
        placeholder="{}"
        value={text}
        onChange={event => onChange({ ...action, text: event.target.value })}
      />
      <Said sentence={fault === 'no-tool' ? t('Choose the tool that it calls.') : null} />
      <Said sentence={fault === 'no-json' ? t('The input is a JSON object, in braces.') : null} />
      {name === '' ? null : <InputCheck key={name} action={action} />}
    </li>
  );
}

function ActionHead({ number, action, names, fault, onChange, onEarlier, onRemove }: RowProps) {
  const { name } = action;
  // One that no connected browser can do now is kept.
  const offered = name === '' || names.includes(name) ? names : [name, ...names];
  const place = { number: String(number) };
  return (
    <div className="line">
      <span className="subtle">{number}.</span>
      <select
        className="field mono fill"
        aria-label={t('Tool of action {number}', place)}
        aria-invalid={fault === 'no-tool'}
        value={name}
        onChange={event => onChange({ ...action, name: event.target.value })}
      >
        <option value="">{t('Choose a tool')}</option>
        {offered.map(each => (
          <option key={each}>{each}</option>
        ))}
      </select>
      <Button
        look="ghost"
        icon={ArrowUp}
        aria-label={t('Move action {number} up', place)}
        disabled={onEarlier === null}
        onClick={() => onEarlier?.()}
      />
      <Button look="ghost" icon={Trash2} aria-label={t('Remove action {number}', place)} onClick={onRemove} />
    </div>
  );
}

/** What the tool takes, and what of the input it does not. It has the last word itself, so this keeps nothing from being saved. */
function InputCheck({ action }: { action: ActionDraft }) {
  const asked = useRequest(action.name, link => link.request('tools:get', { toolId: action.name }));
  if (asked.kind !== 'there') return null;
  const { inputSchema } = asked.value.definition;
  const properties = isRecord(inputSchema) && isRecord(inputSchema['properties']) ? inputSchema['properties'] : {};
  const input = inputOf(action);
  const problems = input === null ? [] : checkValue(inputSchema, input).problems;
  return (
    <>
      <p className="hint">{t('It takes {names}.', { names: Object.keys(properties).join(', ') })}</p>
      {problems.map((problem, at) => (
        <p key={at} className="said">
          {problemSentence(problem)}
        </p>
      ))}
    </>
  );
}
