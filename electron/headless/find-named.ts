// What the user means by a word: the id of a thing, or its name where only one has it.

interface Named {
  readonly id: string;
  readonly name: string;
}

/** What nothing is called stays as it is: the hub says that there is no such thing. */
export function idOf(things: readonly Named[], text: string): string {
  if (things.some(({ id }) => id === text)) return text;
  const called = things.filter(({ name }) => name === text);
  return called.length === 1 ? (called[0]?.id ?? text) : text;
}
