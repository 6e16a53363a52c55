// One of a few: segmented control, and the switch.
import { RadioGroup, Switch as RadixSwitch } from 'radix-ui';
import type { LucideIcon } from 'lucide-react';

interface Choice<V extends string> {
  readonly value: V;
  readonly label: string;
  readonly icon?: LucideIcon;
  /** Name of a status whose colour the icon takes while chosen. */
  readonly tone?: string;
  /** The label goes in narrow windows, the icon stays. */
  readonly shrinks?: boolean;
  /** Why it cannot be chosen now. */
  readonly fault?: string | null;
}

interface SegmentedProps<V extends string> {
  readonly label: string;
  /** Null shows none chosen. */
  readonly value: V | null;
  readonly choices: readonly Choice<V>[];
  readonly onChoose: (value: V) => void;
  readonly disabled?: boolean;
}

export function Segmented<V extends string>({ label, value, choices, onChoose, disabled }: SegmentedProps<V>) {
  return (
    <RadioGroup.Root
      className="segmented"
      aria-label={label}
      value={value ?? ''}
      onValueChange={chosen => onChoose(chosen as V)}
      disabled={disabled}
      orientation="horizontal"
    >
      {choices.map(({ value: own, label: text, icon: Icon, tone, shrinks, fault = null }) => (
        <RadioGroup.Item
          key={own}
          value={own}
          className={tone}
          aria-label={text}
          title={fault ?? (shrinks ? text : undefined)}
          disabled={fault !== null}
        >
          {Icon ? <Icon className="icon" aria-hidden="true" /> : null}
          <span className={shrinks && own !== value ? 'only-when-wide' : undefined}>{text}</span>
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly on: boolean;
  readonly onSwitch: (on: boolean) => void;
  readonly disabled?: boolean;
  readonly title?: string;
}

export function Switch({ label, on, onSwitch, disabled, title }: SwitchProps) {
  return (
    <RadixSwitch.Root
      className="switch"
      aria-label={label}
      checked={on}
      onCheckedChange={onSwitch}
      disabled={disabled}
      title={title}
    />
  );
}
