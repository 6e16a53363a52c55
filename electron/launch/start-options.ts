// The options of `npm start`: which of them there are, and which of them each shell takes.
import { parseArgs } from 'node:util';

const text = { type: 'string' } as const;
const known = {
  headless: { type: 'boolean' },
  port: text,
  'mcp-port': text,
  home: text,
  'well-known-root': text,
} as const;

export interface StartOptions {
  readonly headless: boolean;
  /** Arguments of `pilothouse serve`. */
  readonly forHeadless: readonly string[];
  /** Arguments of the desktop shell, which has no port of its own for the panel. */
  readonly forWindow: readonly string[];
}

/** Throws a sentence for an option that does not exist or lacks its value. */
export function parseStartOptions(argv: readonly string[]): StartOptions {
  const values = parseKnown(argv);
  const shared = pass('mcp-port', values['mcp-port'])
    .concat(pass('home', values.home))
    .concat(pass('well-known-root', values['well-known-root']));
  return {
    headless: values.headless ?? false,
    forHeadless: [...pass('port', values.port), ...shared],
    forWindow: shared,
  };
}

function parseKnown(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: known, allowPositionals: false }).values;
  } catch (error) {
    const cause = error instanceof Error ? error.message.split(/\.\s/)[0] : String(error);
    throw new Error(`${cause}; npm start -- takes --headless, --port, --mcp-port, --home and --well-known-root.`);
  }
}

function pass(name: string, value: string | undefined): string[] {
  return value === undefined ? [] : [`--${name}=${value}`];
}
