// A tool shortcut of a page: what begins it, which tool it calls, and how what is typed becomes arguments. A parser that comes as a text is
// one of a few by its name, and never carried out.
import { isRecord, recordIn as recordInText } from '../../../../contract/json.ts';
import { visibleText } from '../../../../contract/visible-text.ts';
import { invalid, textIn, textsIn } from '../page-asked.ts';
import type { Payload } from '../page-asked.ts';

type Arguments = Record<string, unknown>;

export interface Shortcut {
  readonly trigger: string;
  readonly tool: string;
  readonly description: string;
  readonly examples: readonly string[];
  /** `page`: a function of its page; `model`: the user's model; else by the form of the text. */
  readonly parser: 'page' | 'model' | 'text';
  /** The name of a usual parser, where it has one. */
  readonly named: string | null;
  readonly modelPrompt: string;
}

const maxTriggerChars = 50;
const maxChars = 2_000;

/** Throws ERR_INVALID_REQUEST. */
export function readShortcut(given: Payload): Shortcut {
  const type = 'agent.addressBar.registerToolShortcuts';
  const [trigger, tool] = [textIn(given, 'trigger', maxTriggerChars)?.trim(), textIn(given, 'tool', 300)];
  if (!trigger || tool === undefined || /\s/.test(trigger))
    throw invalid('A shortcut needs "trigger", one word, and "tool", the name of a tool.');
  const { argParser, useLLMParser } = given;
  return {
    ...{ trigger, tool, description: visibleText(textIn(given, 'description', maxChars) ?? tool) },
    examples: (textsIn({ payload: given, type }, 'examples', 20) ?? []).map(one => visibleText(one)),
    parser: useLLMParser === true ? 'model' : argParser === 'custom' ? 'page' : 'text',
    named: typeof argParser === 'string' && argParser !== 'custom' ? argParser : null,
    modelPrompt: textIn(given, 'llmParserPrompt', maxChars) ?? '',
  };
}

/** Arguments of the usual parsers by their names. */
const named: Readonly<Record<string, (query: string) => Arguments>> = {
  timezone: timezone => ({ timezone }),
  expression: expression => ({ expression }),
  location: location => ({ location }),
  searchQuery: query => ({ query, count: 5 }),
  content: content => ({ content, metadata: { source: 'addressbar' } }),
};

const pairs = /(?:^|[\s,;]+)([A-Za-z_]\w{0,99})\s*[:=]\s*(?:"([^"]*)"|([^\s,;"]+))/g;

/** An object in JSON; `name: value` pairs; else, in their order, what the tool takes, the last of it to the end. */
export function parseArguments({ named: name }: Pick<Shortcut, 'named'>, query: string, schema: unknown): Arguments {
  if (name !== null && Object.hasOwn(named, name)) return named[name]!(query);
  const whole = query.trim().startsWith('{') ? recordInText(query) : null;
  if (whole) return whole;
  const { properties, required } = readSchema(schema);
  const given = pairsIn(query);
  if (given.length > 0 && given.every(([key]) => Object.hasOwn(properties, key)))
    return Object.fromEntries(given.map(([key, value]) => [key, typed(value, properties[key])]));
  const names = [...required, ...Object.keys(properties).filter(key => !required.includes(key))];
  return inOrder(names, required.length > 0 ? required.length : 1, query, properties);
}

function pairsIn(query: string): [string, string][] {
  const found = [...query.matchAll(pairs)];
  const isAll =
    found
      .map(([text]) => text)
      .join('')
      .trim() === query.trim();
  return isAll ? found.map(([, key = '', quoted, plain]) => [key, quoted ?? plain ?? '']) : [];
}

function inOrder(names: readonly string[], most: number, query: string, properties: Payload): Arguments {
  const [first, ...rest] = names.slice(0, Math.max(1, most));
  if (first === undefined) return { query };
  if (rest.length === 0) return { [first]: typed(query, properties[first]) };
  const [word = '', ...words] = query.trim().split(/\s+/);
  const others = words.length === 0 ? {} : inOrder(rest, rest.length, words.join(' '), properties);
  return { [first]: typed(word, properties[first]), ...others };
}

function readSchema(schema: unknown): { properties: Payload; required: string[] } {
  const { properties, required } = isRecord(schema) ? schema : {};
  const known = isRecord(properties) ? properties : {};
  const needed = Array.isArray(required) ? required.filter((name): name is string => typeof name === 'string') : [];
  return { properties: known, required: needed.filter(name => Object.hasOwn(known, name)) };
}

function typed(text: string, schema: unknown): unknown {
  const type = isRecord(schema) ? schema.type : undefined;
  const isNumber = (type === 'number' || type === 'integer') && text.trim() !== '' && Number.isFinite(Number(text));
  if (isNumber) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return type === 'array' ? text.split(/\s*,\s*/) : text;
}
