// The numbers by which one side of the trace tells the other the texts that its entries share; looked up without making a text first.
import { maxWordChars, routeName, whatName } from './trace-op.ts';
import type { Party } from '../../../contract/schemas/trace.ts';

interface Route {
  readonly from: Party;
  readonly to: Party;
  readonly number: number;
}

/** When there are more, both sides begin anew. */
const maxNames = 4_096;
const namesPerOp = 2;

export class NameNumbers {
  readonly #numbers = new Map<string, number>();
  /** By the ids of both parties. */
  readonly #routes = new Map<string, Map<string, Route>>();
  /** By method, then by tool. */
  readonly #whats = new Map<string, Map<string | null, number>>();
  /** Routes and whats; some of them share a name. */
  #known = 0;
  readonly #tell: (number: number, name: string) => void;

  /** `tell` hears of each new name before its number is used. */
  constructor(tell: (number: number, name: string) => void) {
    this.#tell = tell;
  }

  /** Whether one more operation may bring more names than there is room for. */
  get isFull(): boolean {
    return Math.max(this.#numbers.size, this.#known) + namesPerOp > maxNames;
  }

  forget(): void {
    this.#numbers.clear();
    this.#routes.clear();
    this.#whats.clear();
    this.#known = 0;
  }

  route(from: Party, to: Party): number {
    const known = this.#routes.get(from.id)?.get(to.id);
    if (known && isSame(known.from, from) && isSame(known.to, to)) return known.number;
    const number = this.number(routeName(from, to));
    innerMap(this.#routes, from.id).set(to.id, { from, to, number });
    this.#known += 1;
    return number;
  }

  what(method: string, tool: string | null): number {
    const known = this.#whats.get(method)?.get(tool);
    if (known !== undefined) return known;
    const number = this.number(whatName(method, tool));
    // Longer ones are cut in their name, and nothing keeps them whole.
    if (method.length + (tool?.length ?? 0) > maxWordChars) return number;
    innerMap(this.#whats, method).set(tool, number);
    this.#known += 1;
    return number;
  }

  number(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#numbers.size + 1;
    this.#numbers.set(name, number);
    this.#tell(number, name);
    return number;
  }
}

function isSame(a: Party, b: Party): boolean {
  return a === b || (a.kind === b.kind && a.id === b.id && a.label === b.label);
}

function innerMap<K, V>(maps: Map<string, Map<K, V>>, key: string): Map<K, V> {
  const known = maps.get(key);
  if (known) return known;
  const made = new Map<K, V>();
  maps.set(key, made);
  return made;
}
