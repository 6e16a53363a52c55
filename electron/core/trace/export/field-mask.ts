// Masks what the user names beside the secrets that are masked anyway: the values of fields and headers, also in JSON within texts.
import { isRecord } from '../../../../contract/json.ts';
import { mask } from '../../redaction/redact.ts';

const maxDepth = 200;

export class FieldMask {
  readonly #fields: ReadonlySet<string>;
  readonly #assignment: RegExp | null;

  /** Case and the separators `-_. ` make no difference in a name. */
  constructor(fields: readonly string[]) {
    const names = fields.map(plainName).filter(name => name !== '');
    this.#fields = new Set(names);
    const words = names.map(name => [...name].map(escaped).join('[-_. ]?')).join('|');
    this.#assignment =
      words === ''
        ? null
        : new RegExp(`((?:${words})\\\\?["']?\\s*[:=]\\s*)("(?:[^"\\\\]|\\\\.)*"?|[^\\s,;&}\\]]+)`, 'gi');
  }

  /** A message as JSON text; text that is no JSON is masked where it assigns to one of the names. Never throws. */
  message(text: string): string {
    if (!this.#assignment) return text;
    return this.#text(text, 0);
  }

  #text(text: string, depth: number): string {
    if (depth >= maxDepth) return mask;
    if (/^\s*[[{]/.test(text)) {
      try {
        return JSON.stringify(this.#value(JSON.parse(text), depth + 1));
      } catch {
        // Cut, or no JSON.
      }
    }
    return this.#assignment ? text.replace(this.#assignment, `$1"${mask}"`) : text;
  }

  #value(value: unknown, depth: number): unknown {
    if (depth >= maxDepth) return mask;
    if (typeof value === 'string') return this.#text(value, depth + 1);
    if (Array.isArray(value)) return value.map(item => this.#value(item, depth + 1));
    if (!isRecord(value)) return value;
    const { name, key } = value;
    const isHeader = [name, key].some(word => typeof word === 'string' && this.#fields.has(plainName(word)));
    return Object.fromEntries(
      Object.entries(value).map(([word, member]) => {
        const hides = this.#fields.has(plainName(word)) || (isHeader && word === 'value');
        return [word, hides ? mask : this.#value(member, depth + 1)];
      }),
    );
  }
}

function plainName(name: string): string {
  return name.replace(/[-_. ]/g, '').toLowerCase();
}

function escaped(char: string): string {
  return char.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}
