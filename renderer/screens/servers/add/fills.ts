// Values for what a config leaves open, as they are typed.
import type { Fill, Placeholder } from '../../../../contract/schemas/adding.ts';

/** By the keys of placeholders. */
export type Fills = Readonly<Record<string, Omit<Fill, 'key'>>>;

/** Whether what is approved now would change with its values; a secret that is missing leaves its config as it is. */
export function hasGaps(placeholders: readonly Placeholder[]): boolean {
  return placeholders.some(one => !isStored(one));
}

export function isStored({ key }: Placeholder): boolean {
  return key.startsWith('secret/');
}

/** What is in the field of one. */
export function fillOf({ key, value = '', secret }: Placeholder, fills: Fills): Fills[string] {
  return fills[key] ?? { value, secret };
}

/** Those that have a value. */
export function filled(placeholders: readonly Placeholder[], fills: Fills): Fill[] {
  return placeholders.flatMap(one => {
    const fill = fillOf(one, fills);
    return fill.value === '' ? [] : [{ key: one.key, ...fill }];
  });
}
