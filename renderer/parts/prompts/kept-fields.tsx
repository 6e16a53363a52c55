// The sentence of what will be kept, with two fields in it: how much, and how long.
import { breadthParts, type Choice, lifetimeLabel } from '../../words/answer-words.ts';
import { t } from '../../words/language.ts';
import { askerName } from '../../words/prompt-words.ts';
import { Foreign } from '../foreign.tsx';
import { useSnapshot } from '../panel-context.tsx';
import { Say } from '../say.tsx';
import type { Breadth, Lifetime } from '../../../contract/permissions.ts';
import type { Prompt } from '../../../contract/schemas/permissions.ts';

interface KeptFieldsProps {
  readonly prompt: Prompt;
  readonly lifetimes: readonly Lifetime[];
  readonly choice: Choice;
  readonly choose: (choice: Choice) => void;
}

export function KeptFields({ prompt, lifetimes, choice, choose }: KeptFieldsProps) {
  const snapshot = useSnapshot();
  const isKept = choice.lifetime !== 'use';
  const who = <Foreign text={askerName(snapshot, prompt)} max={60} className="strong" />;
  const much = (
    <select
      className="field"
      aria-label={t('How much')}
      value={choice.breadth}
      disabled={!isKept}
      onChange={event => choose({ ...choice, breadth: event.target.value as Breadth })}
    >
      {prompt.breadths.map(breadth => (
        <option key={breadth} value={breadth}>
          {breadthParts(prompt, breadth)
            .map(({ text }) => text)
            .join('')}
        </option>
      ))}
    </select>
  );
  const long = (
    <select
      className="field"
      aria-label={t('How long')}
      value={choice.lifetime}
      onChange={event => choose({ ...choice, lifetime: event.target.value as Lifetime })}
    >
      {lifetimes.map(lifetime => (
        <option key={lifetime} value={lifetime}>
          {lifetimeLabel(lifetime, prompt.tab !== null)}
        </option>
      ))}
    </select>
  );
  return (
    <span className="kept-sentence">
      {isKept ? (
        <Say text="Kept as: {who}, {much} {long}" values={{ who, much, long }} />
      ) : (
        <Say text="Nothing is kept: {who}, {much} {long}" values={{ who, much, long }} />
      )}
    </span>
  );
}
