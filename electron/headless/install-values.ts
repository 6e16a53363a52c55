// The values of a form, as they come to a command that installs: by options, secrets by standard input alone, the rest by asking.
import { text } from 'node:stream/consumers';
import { visibleText } from '../../contract/visible-text.ts';
import { askLine, isTerminal } from './ask-terminal.ts';
import { UsageError } from './exit-codes.ts';
import { readSecret } from './read-input.ts';
import type { AskedField, FieldValues } from '../../contract/schemas/catalogue.ts';
import type { CliWords } from './words/cli-words.ts';

/** Throws UsageError for what it does not ask for, and for what is missing where nobody can be asked. */
export async function valuesOf(
  fields: readonly AskedField[],
  set: readonly string[],
  words: CliWords,
): Promise<FieldValues> {
  const values = new Map<string, string[]>();
  for (const setting of set) take(setting, false, { fields, values, words });
  const open = fields.filter(({ key, required, defaults }) => required && defaults.length === 0 && !values.has(key));
  if (!process.stdin.isTTY && open.some(({ secret }) => secret))
    for (const line of (await text(process.stdin)).split(/\r?\n/))
      if (line !== '') take(line, true, { fields, values, words });
  const left = open.filter(({ key }) => !values.has(key));
  if (left.length > 0 && !isTerminal()) throw new UsageError(words.missingSettings(left.map(({ key }) => key)));
  for (const field of left) {
    const value = await asked(field, words);
    if (value === '') throw new UsageError(words.missingSettings([field.key]));
    values.set(field.key, [value]);
  }
  return Object.fromEntries(values);
}

interface Taken {
  readonly fields: readonly AskedField[];
  readonly values: Map<string, string[]>;
  readonly words: CliWords;
}

function take(setting: string, isFromInput: boolean, { fields, values, words }: Taken): void {
  const at = setting.indexOf('=');
  // What came from standard input may be a secret as a whole.
  if (at <= 0) throw new UsageError(words.badSetting(isFromInput ? '…' : setting));
  const [name, value] = [setting.slice(0, at), setting.slice(at + 1)];
  const field = fieldOf(name, fields);
  if (!field)
    throw new UsageError(
      words.noSetting(
        name,
        fields.map(({ key }) => key),
      ),
    );
  const { key, secret, multiple } = field;
  if (secret && !isFromInput) throw new UsageError(words.secretNotHere(key));
  if (!secret && isFromInput) throw new UsageError(words.onlySecretsHere(key));
  const before = values.get(key) ?? [];
  if (before.length > 0 && !multiple) throw new UsageError(words.oneValueOnly(key));
  values.set(key, [...before, value]);
}

/** By its key, or by what its variable or argument is called where only one is called so. */
function fieldOf(name: string, fields: readonly AskedField[]): AskedField | undefined {
  const called = fields.filter(field => field.name === name);
  return fields.find(({ key }) => key === name) ?? (called.length === 1 ? called[0] : undefined);
}

async function asked({ label, name, key, description, secret }: AskedField, words: CliWords): Promise<string> {
  const title = label || name || key;
  const question = description && description !== title ? `${title} (${description})` : title;
  return secret
    ? ((await readSecret(visibleText(words.typeField(question)))) ?? '')
    : askLine(words.askField(question));
}
