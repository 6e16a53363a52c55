// The two letters that stand with an agent's colour: initials, made unique among all names given.
import type { Client } from './schemas/entities.ts';

/** Monograms for names in the order of their age: the older one keeps the plainer letters. */
export function monograms(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map(name => {
    const found = candidates(name).find(candidate => !taken.has(candidate)) ?? candidates(name)[0] ?? '??';
    taken.add(found);
    return found;
  });
}

/** Monogram of each client by id, made unique in the order in which the clients were made; those without a credential come last. */
export function clientMonograms(
  clients: Readonly<Record<string, Pick<Client, 'id' | 'name' | 'verified' | 'createdAt'>>>,
): Readonly<Record<string, string>> {
  const list = Object.values(clients).sort(
    (a, b) => Number(b.verified) - Number(a.verified) || a.createdAt - b.createdAt,
  );
  const letters = monograms(list.map(client => client.name));
  return Object.fromEntries(list.map((client, index) => [client.id, letters[index] ?? '??']));
}

/** Letters for a name that belongs to no known client. */
export function monogram(name: string): string {
  return candidates(name)[0] ?? '??';
}

function candidates(name: string): string[] {
  const words = name.toUpperCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const letters = [...words.join('')];
  const first = letters[0];
  if (!first) return ['??'];
  const second = words[1] ? [...words[1]][0] : undefined;
  const rest = letters.slice(1).map(letter => first + letter);
  const digits = Array.from({ length: 9 }, (_, index) => `${first}${index + 1}`);
  return [...(second ? [first + second] : []), ...rest, ...digits];
}
