// How far an agent may go that gets its credential by this change. Where it keeps one, that is changed under Agents.
import { Segmented } from '../../../parts/choices.tsx';
import { starts, startWords } from '../../../words/start-words.ts';
import type { Client } from '../../../../contract/schemas/entities.ts';

interface HowFarProps {
  /** Who: one agent, or several. */
  readonly label: string;
  readonly start: Client['start'];
  readonly onStart: (start: Client['start']) => void;
}

export function HowFar({ label, start, onStart }: HowFarProps) {
  return (
    <>
      <span className="subtle">{label}</span>
      <span className="line flex-wrap">
        <Segmented
          label={label}
          value={start}
          onChoose={onStart}
          choices={starts.map(value => ({ value, label: startWords[value].title }))}
        />
        <span className="note">{startWords[start].text}</span>
      </span>
    </>
  );
}
