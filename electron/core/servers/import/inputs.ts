// What VS Code asks its user for (https://code.visualstudio.com/docs/copilot/reference/mcp-configuration#_input-variables-for-sensitive-data): `inputs`, which texts of servers name as `${input:id}`.
import { isRecord } from '../../../../contract/json.ts';
import { cutEnd } from '../../../../contract/visible-text.ts';
import { looksSecret } from '../../secrets/secret-looks.ts';
import type { AskedInput } from '../../../../contract/schemas/adding.ts';

export type Inputs = ReadonlyMap<string, AskedInput>;

const maxText = 500;
const maxId = 1_000;
const maxValue = 20_000;
const maxInputs = 200;
const maxChoices = 100;

/** `promptString` and `pickString` by their ids. What a command of VS Code gives is asked for by nobody here. */
export function readInputs(value: unknown): Inputs {
  const inputs = Array.isArray(value) ? value.filter(isRecord) : [];
  const asked = inputs
    .filter(({ id, type }) => isText(id, maxId) && type !== 'command')
    .map(readInput)
    .slice(0, maxInputs);
  return new Map(asked.map(input => [input.id, input]));
}

/** Ids of those for which VS Code runs a command. */
export function commandInputs(value: unknown): string[] {
  const inputs = Array.isArray(value) ? value.filter(isRecord) : [];
  return inputs.flatMap(({ id, type }) => (type === 'command' && typeof id === 'string' ? [id] : []));
}

function readInput({ id, description, password, options, default: value }: Record<string, unknown>): AskedInput {
  const isPassword = password === true;
  const choices = (Array.isArray(options) ? options : []).flatMap(choiceOf).slice(0, maxChoices);
  // What is to be hidden does not go along openly.
  const given = isText(value, maxValue) && value !== '' && !isPassword && !looksSecret(value) ? value : null;
  return {
    id: String(id),
    password: isPassword,
    ...(typeof description === 'string' && description !== '' && { description: cutEnd(description, maxText) }),
    ...(choices.length > 0 && { choices }),
    ...(given !== null && { value: given }),
  };
}

/** A text, or a text with what is shown for it. */
function choiceOf(option: unknown): { value: string; label: string }[] {
  if (isText(option, maxValue)) return [{ value: option, label: cutEnd(option, maxText) }];
  if (!isRecord(option) || !isText(option.value, maxValue)) return [];
  const { value, label } = option;
  return [{ value, label: cutEnd(typeof label === 'string' ? label : value, maxText) }];
}

function isText(value: unknown, maxChars: number): value is string {
  return typeof value === 'string' && value.length <= maxChars;
}
