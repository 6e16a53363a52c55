// Counts what is masked in messages, by the name of the field or header that hides it.
import { mask } from '../../redaction/redact.ts';
import type { Masked } from '../../../../contract/schemas/trace-tools.ts';

const maxNames = 300;
const maxNameChars = 80;
const maxDepth = 200;
const otherNames = '(others)';
const noName = '(no name)';

export class MaskedTally {
  readonly #counts = new Map<string, Masked>();

  /** Takes one message; text that is no JSON counts as text. Never throws. */
  message(text: string): void {
    if (text.includes(mask)) this.#text(text, noName, 0);
  }

  /** The most frequent first. */
  list(): Masked[] {
    return [...this.#counts.values()].toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  }

  #text(text: string, name: string, depth: number): void {
    if (!text.includes(mask)) return;
    const parsed = depth < maxDepth && /^\s*[[{]/.test(text) ? parse(text) : undefined;
    if (parsed === undefined) this.#add('text', name, text.split(mask).length - 1);
    else this.#value(parsed, name, depth + 1);
  }

  #value(value: unknown, name: string, depth: number): void {
    if (depth >= maxDepth) return;
    if (typeof value === 'string') return this.#text(value, name, depth);
    if (Array.isArray(value)) return value.forEach(item => this.#value(item, name, depth + 1));
    if (typeof value !== 'object' || value === null) return;
    const members = Object.entries(value);
    const header = members.find(([key, word]) => (key === 'name' || key === 'key') && typeof word === 'string')?.[1];
    for (const [key, member] of members) {
      const isHeader = key === 'value' && typeof header === 'string';
      if (key.includes(mask)) this.#add('text', noName, 1);
      if (member === mask) this.#add(isHeader ? 'header' : 'field', isHeader ? header : key, 1);
      else this.#value(member, key, depth + 1);
    }
  }

  #add(kind: Masked['kind'], name: string, count: number): void {
    const short = name.length > maxNameChars ? `${name.slice(0, maxNameChars)}…` : name;
    const known = this.#counts.has(`${kind} ${short}`) || this.#counts.size < maxNames;
    const shown = known ? short : otherNames;
    const key = `${kind} ${shown}`;
    this.#counts.set(key, { kind, name: shown, count: (this.#counts.get(key)?.count ?? 0) + count });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
