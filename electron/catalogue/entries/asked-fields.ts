// The fields of one way's form, and the templates that refer to them. A key stands for one field of its way.
import { fieldReference } from '../../../contract/catalogue.ts';
import { oneLine } from './one-line.ts';
import type { FieldKind, FieldPlace } from '../../../contract/catalogue.ts';
import type { AskedField } from '../../../contract/schemas/catalogue.ts';
import type { NamedInput, ServerInput } from '../../../contract/schemas/server-json.ts';

/** What a value is asked for. */
export interface Asked {
  readonly place: FieldPlace;
  readonly name: string;
  readonly multiple?: boolean;
  /** What a person reads; the name where it is absent. */
  readonly label?: string;
}

/** A description cannot be used: a value of it reads as a reference of ours. */
export class UnusableWay extends Error {}

const reference = '${field:';

export class AskedFields {
  readonly list: AskedField[] = [];
  readonly #keys = new Set<string>();

  /** The template of a value: what it is fixed to, with its variables as fields, or a field of its own. */
  template(input: ServerInput & Pick<NamedInput, 'variables'>, asked: Asked): string {
    const { value, variables = {} } = input;
    if (value === undefined || value === '') return fieldReference(this.#add(input, asked));
    const fields = new Map<string, string>();
    return filled(value, name => {
      if (!Object.hasOwn(variables, name)) return null;
      const variable = variables[name];
      if (variable?.value !== undefined) return literal(variable.value);
      const known = fields.get(name);
      // What is required or repeated holds for the whole; a part without a value leaves all of it out.
      const whole = {
        isSecret: variable?.isSecret ?? input.isSecret,
        isRequired: variable?.isRequired ?? input.isRequired,
      };
      const key = known ?? this.#add({ ...input, ...cleared, ...variable, ...whole }, { ...asked, name, label: name });
      fields.set(name, key);
      return fieldReference(key);
    });
  }

  /** A field that an address refers to. */
  variable(input: ServerInput, name: string): string {
    if (input.value !== undefined) return literal(input.value);
    return fieldReference(this.#add(input, { place: 'address', name }));
  }

  #add(input: ServerInput, { place, name, label = name, multiple = false }: Asked): string {
    const key = this.#freeKey(`${place}:${name}`);
    const choices = [...new Set(input.choices ?? [])];
    this.list.push({
      key,
      place,
      name,
      label: oneLine(label, 1_000),
      description: oneLine(input.description ?? '', 4_000),
      kind: choices.length > 0 ? 'choice' : kindOf(input, name),
      required: input.isRequired ?? false,
      secret: input.isSecret ?? false,
      multiple,
      choices,
      defaults: input.default === undefined || input.default === '' ? [] : [input.default],
      placeholder: oneLine(input.placeholder ?? '', 1_000),
      min: null,
      max: null,
    });
    return key;
  }

  #freeKey(wanted: string): string {
    // A closing brace would end the reference.
    const plain = wanted.replaceAll('}', ')').slice(0, 900);
    let key = plain;
    for (let at = 2; this.#keys.has(key); at += 1) key = `${plain} ${at}`;
    this.#keys.add(key);
    return key;
  }
}

/** A variable has none of these from the value that it stands in. */
const cleared = { value: undefined, default: undefined, choices: undefined, placeholder: undefined, format: undefined };

/** `{name}` in the place of what `valueOf` says; what it does not know stays as it is. */
export function filled(text: string, valueOf: (name: string) => string | null): string {
  return literal(text).replace(/\{([^{}]{1,200})\}/g, (all, name: string) => valueOf(name) ?? all);
}

/** Text as it stands. Throws where it would be taken for a reference of ours. */
export function literal(text: string): string {
  if (text.includes(reference)) throw new UnusableWay(text);
  return text;
}

function kindOf({ format, description = '' }: ServerInput, name: string): FieldKind {
  if (format === 'number' || format === 'boolean') return format;
  if (format !== 'filepath') return 'text';
  return /dir(?:ector(?:y|ies))?\b|folder/i.test(`${name.replace(/[_-]/g, ' ')} ${description}`) ? 'folder' : 'file';
}
