// What an answer to a question of an agent says besides yes or no, and what it says at first. Pure.
import type { Breadth, Lifetime } from './permissions.ts';
import type { Prompt } from './schemas/permissions.ts';

/** What an answer says besides yes or no. */
export interface Choice {
  readonly breadth: Breadth;
  readonly lifetime: Lifetime;
}

/** The digit that picks each; a lifetime that is not offered leaves its digit without effect. */
export const lifetimeDigits: Readonly<Record<Lifetime, string>> = {
  use: '1',
  once: '2',
  agent: '3',
  lock: '4',
  always: '5',
};

interface Offer {
  readonly locks: boolean;
  readonly waits: boolean;
  /** The panel is that of another hub. */
  readonly elsewhere: boolean;
}

/** Without "this use" when the call does not wait any more, and without the lock of the screen where nobody reports it. */
export function offeredLifetimes({ locks, waits, elsewhere }: Offer): Lifetime[] {
  const all = elsewhere ? lifetimesFromElsewhere : (Object.keys(lifetimeDigits) as Lifetime[]);
  return all.filter(lifetime => (lifetime !== 'lock' || locks) && (lifetime !== 'use' || waits));
}

/** Another hub of the fleet answers for no longer than this: what holds beyond is for the owner. */
export const lifetimesFromElsewhere: readonly Lifetime[] = ['use', 'once', 'agent'];

/** Whether the call that the card shows still waits; others may wait on when its asker was told to call again. */
export function shownWaits({ call, asks }: Prompt): boolean {
  return asks.some(ask => ask.call === call);
}

/** The narrowest; of what may destroy something nothing is kept unless the user wants it so. */
export function firstChoice(prompts: readonly Prompt[]): Choice {
  return { breadth: 'tool', lifetime: prompts.some(({ destructive }) => destructive) ? 'use' : 'once' };
}

/** `choice`, as far as it is offered. */
export function offeredChoice(choice: Choice, breadths: readonly Breadth[], lifetimes: readonly Lifetime[]): Choice {
  return {
    breadth: breadths.includes(choice.breadth) ? choice.breadth : (breadths[0] ?? 'tool'),
    lifetime: lifetimes.includes(choice.lifetime) ? choice.lifetime : 'once',
  };
}
