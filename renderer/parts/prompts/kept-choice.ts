// What the user picked on a card, kept over a reload and while another card is shown. It picks; it never answers.
import { useState } from 'react';
import { type Choice, lifetimeDigits } from '../../../contract/prompt-choice.ts';
import { keep, readKept } from '../../store/kept.ts';
import type { Breadth } from '../../../contract/permissions.ts';
import type { Prompt } from '../../../contract/schemas/permissions.ts';

const name = 'choices';
/** More cards than anybody goes back to. */
const maxKept = 50;
const breadths: Readonly<Record<Breadth, true>> = { tool: true, reading: true, site: true, scope: true };

/** One for each card. Ids begin anew with each run of the hub, so the time of asking belongs to it. */
export function cardKey(prompts: readonly Prompt[]): string {
  return prompts.map(({ id, askedAt }) => `${id}@${askedAt}`).join();
}

export function useKeptChoice(card: string, first: Choice): [Choice, (choice: Choice) => void] {
  const [choice, setChoice] = useState(() => keptChoice(card) ?? first);
  const choose = (next: Choice) => {
    setChoice(next);
    keepChoice(card, next);
  };
  return [choice, choose];
}

export function keepChoice(card: string, choice: Choice): void {
  const others = readChoices().filter(([each]) => each !== card);
  keep(name, [...others, [card, choice]].slice(-maxKept), 'sessionStorage');
}

/** Null for a card on which nothing was picked. */
export function keptChoice(card: string): Choice | null {
  return readChoices().find(([each]) => each === card)?.[1] ?? null;
}

function readChoices(): [string, Choice][] {
  return readKept(name, value => (Array.isArray(value) ? value.filter(isKept) : null), 'sessionStorage') ?? [];
}

function isKept(value: unknown): value is [string, Choice] {
  if (!Array.isArray(value)) return false;
  const [card, choice] = value as [unknown, Partial<Choice> | null];
  const { breadth = '', lifetime = '' } = choice ?? {};
  return typeof card === 'string' && Object.hasOwn(breadths, breadth) && Object.hasOwn(lifetimeDigits, lifetime);
}
