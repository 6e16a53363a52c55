// The values of a form, as they come to `pilothouse catalogue add`: by options, secrets by standard input alone, the rest by asking.
import { text } from 'node:stream/consumers';
import { visibleText } from '../../contract/visible-text.ts';
import { askLine, isTerminal } from './ask-terminal.ts';
import { UsageError } from './exit-codes.ts';
import { readSecret } from './read-input.ts';
import type { AskedField, FieldValues } from '../../contract/schemas/catalogue.ts';
import type { CliWords } from './words/cli-words.ts';

export interface GivenValues {
  /** `name=value`; several of one name are several values. */
  readonly set: readonly string[];
  /** Secrets stand in standard input, one `name=value` in a line. */
  readonly secretsStdin: boolean;
}

/** Throws UsageError for what does not fit, or is missing where nobody can be asked. */
export async function valuesOf(
  fields: readonly AskedField[],
  { set, secretsStdin }: GivenValues,
  words: CliWords,
): Promise<FieldValues> {
  const values: Record<string, string[]> = {};
  const put = (field: AskedField, value: string) => {
    values[field.key] = [...(values[field.key] ?? []), value];
  };
  for (const setting of set) {
    const [field, value] = read(setting, fields, words) ?? fail(words.badSetting(setting));
    if (field.secret) throw new UsageError(words.secretInArguments(field.name || field.key));
    put(field, value);
  }
  if (secretsStdin)
    for (const [index, line] of (await text(process.stdin)).split(/\r?\n/).entries()) {
      if (line === '') continue;
      // The line itself is a secret, and is not repeated.
      const [field, value] = read(line, fields, words) ?? fail(words.badSecretLine(index + 1));
      put(field, value);
    }
  const open = fields.filter(({ key, required, defaults }) => required && !values[key] && defaults.length === 0);
  if (open.length > 0 && (secretsStdin || !isTerminal())) throw new UsageError(missing(open, words));
  for (const field of open) {
    const value = await asked(field, words);
    if (value === '') throw new UsageError(missing([field], words));
    put(field, value);
  }
  return values;
}

/** Null for what names nothing. Throws UsageError for a name that is not asked for. */
function read(setting: string, fields: readonly AskedField[], words: CliWords): [AskedField, string] | null {
  const at = setting.indexOf('=');
  if (at < 1) return null;
  const name = setting.slice(0, at);
  const named = fields.filter(field => field.key === name);
  const [field, ...others] = named.length > 0 ? named : fields.filter(one => one.name === name);
  if (!field || others.length > 0) throw new UsageError(words.unknownField(name, fields.map(nameOf)));
  return [field, setting.slice(at + 1)];
}

async function asked(field: AskedField, words: CliWords): Promise<string> {
  const label = field.label || nameOf(field);
  const question = words.typeField(field.description ? `${label} (${field.description})` : label, field.placeholder);
  return field.secret ? ((await readSecret(visibleText(question))) ?? '') : askLine(question);
}

function missing(fields: readonly AskedField[], words: CliWords): string {
  const [secrets, plain] = [true, false].map(isSecret =>
    fields.filter(({ secret }) => secret === isSecret).map(nameOf),
  );
  return words.missingFields(plain ?? [], secrets ?? []);
}

/** By its key where two have the same name. */
function nameOf({ key, name }: AskedField): string {
  return name || key;
}

function fail(sentence: string): never {
  throw new UsageError(sentence);
}
