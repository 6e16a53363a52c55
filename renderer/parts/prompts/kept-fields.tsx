// The sentence of what will be kept, with two fields in it: how much, and how long.

import { breadthParts, lifetimeLabel } from '../../words/answer-words.ts';
import { t } from '../../words/language.ts';
import { askerName } from '../../words/prompt-words.ts';
import { Foreign } from '../foreign.tsx';
import { useSnapshot } from '../panel-context.tsx';
import { Say } from '../say.tsx';
import type { Lifetime } from '../../../contract/permissions.ts';
import type { Choice } from '../../../contract/prompt-choice.ts';
import type { Prompt } from '../../../contract/schemas/permissions.ts';
import type { Part } from '../../words/sentence-words.ts';

interface KeptFieldsProps {
  readonly prompt: Prompt;
  readonly lifetimes: readonly Lifetime[];
  readonly choice: Choice;
  readonly choose: (choice: Choice) => void;
}

export function KeptFields({ prompt, lifetimes, choice, choose }: KeptFieldsProps) {
  const snapshot = useSnapshot();
  const isKept = choice.lifetime !== 'use';
  const breadths = prompt.breadths.map(breadth => [breadth, textOf(breadthParts(prompt, breadth))] as const);
  const times = lifetimes.map(lifetime => [lifetime, lifetimeLabel(lifetime, prompt.tab !== null)] as const);
  const values = {
    who: <Foreign text={askerName(snapshot, prompt)} max={60} className="strong" />,
    much: (
      <Pick
        {...{ label: t('How much'), value: choice.breadth, offers: breadths, disabled: !isKept }}
        onPick={breadth => choose({ ...choice, breadth })}
      />
    ),
    long: (
      <Pick
        {...{ label: t('How long'), value: choice.lifetime, offers: times }}
        onPick={lifetime => choose({ ...choice, lifetime })}
      />
    ),
  };
  return (
    <span className="kept-sentence">
      {isKept ? (
        <Say text="Kept as: {who}, {much} {long}" values={values} />
      ) : (
        <Say text="Nothing is kept: {who}, {much} {long}" values={values} />
      )}
    </span>
  );
}

function textOf(parts: readonly Part[]): string {
  return parts.map(({ text }) => text).join('');
}

interface PickProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly offers: readonly (readonly [V, string])[];
  readonly disabled?: boolean;
  readonly onPick: (value: V) => void;
}

function Pick<V extends string>({ label, value, offers, disabled, onPick }: PickProps<V>) {
  return (
    <select
      className="field"
      aria-label={label}
      value={value}
      disabled={disabled}
      onChange={event => onPick(event.target.value as V)}
    >
      {offers.map(([offer, text]) => (
        <option key={offer} value={offer}>
          {text}
        </option>
      ))}
    </select>
  );
}
