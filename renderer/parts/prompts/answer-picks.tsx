// How much an answer speaks of, and for how long it is kept.
import { ArrowDown, ArrowUp } from 'lucide-react';
import { RadioGroup } from 'radix-ui';
import { type Choice, lifetimeDigits } from '../../../contract/prompt-choice.ts';
import { lifetimeLabel } from '../../words/answer-words.ts';
import { t } from '../../words/language.ts';
import type { ReactNode } from 'react';
import type { Breadth, Lifetime } from '../../../contract/permissions.ts';

export interface BreadthOffer {
  readonly breadth: Breadth;
  readonly label: ReactNode;
}

interface LifetimeOffer {
  readonly lifetimes: readonly Lifetime[];
  /** Whether "10 minutes" ends with a tab. */
  readonly inTab: boolean;
  /** Whether digits pick. */
  readonly letters: boolean;
}

interface PickProps {
  readonly chosen: Choice;
  readonly onChoose: (choice: Choice) => void;
}

export function HowMuch({ breadths, chosen, onChoose }: PickProps & { breadths: readonly BreadthOffer[] }) {
  return (
    <div>
      <p className="heading" id="how-much">
        {t('How much')}
        <span className="line" aria-hidden="true">
          <kbd className="keycap">
            <ArrowUp className="icon-12" />
          </kbd>
          <kbd className="keycap">
            <ArrowDown className="icon-12" />
          </kbd>
        </span>
      </p>
      <RadioGroup.Root
        aria-labelledby="how-much"
        value={chosen.breadth}
        onValueChange={breadth => onChoose({ ...chosen, breadth: breadth as Breadth })}
      >
        {breadths.map(({ breadth, label }) => (
          <RadioGroup.Item key={breadth} value={breadth} className="option">
            <span className="radio" />
            <span>{label}</span>
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </div>
  );
}

export function HowLong({ lifetimes, inTab, chosen, letters, onChoose }: PickProps & LifetimeOffer) {
  return (
    <div>
      <p className="heading" id="how-long">
        {t('How long')}
      </p>
      <RadioGroup.Root
        aria-labelledby="how-long"
        value={chosen.lifetime}
        onValueChange={lifetime => onChoose({ ...chosen, lifetime: lifetime as Lifetime })}
      >
        {lifetimes.map(lifetime => (
          <RadioGroup.Item key={lifetime} value={lifetime} className="option">
            {letters ? (
              <kbd className="keycap" data-key={lifetimeDigits[lifetime]} aria-hidden="true" />
            ) : (
              <span className="radio" />
            )}
            <span>{lifetimeLabel(lifetime, inTab)}</span>
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </div>
  );
}
