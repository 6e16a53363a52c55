// Where the desktop app keeps its data and listens: from its arguments, then the environment, then the defaults.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { bundleInArguments } from './bundle-files.ts';
import { linkInArguments } from './deep-link.ts';

export interface AppOptions {
  /** The data home, absolute. */
  readonly home: string;
  readonly runtimeDir: string;
  /** Null where nobody names one. */
  readonly mcpPort: number | null;
  /** Stands before the well-known socket paths. */
  readonly wellKnownRoot: string;
  /** Started at login: without its window. */
  readonly hidden: boolean;
  /** A `pilothouse://` link that it was started with. */
  readonly link: string | null;
  /** A bundle that it was started with, absolute. */
  readonly bundle: string | null;
}

interface Surroundings {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly userHome: string;
  /** Where it was started. */
  readonly folder: string;
}

/** Ignores what it does not know: Chromium's own switches stand in the same list. Throws a sentence for a bad port. */
export function readAppOptions({ argv, env, userHome, folder }: Surroundings): AppOptions {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const options = { home: text, 'mcp-port': text, 'well-known-root': text, hidden: flag } as const;
  const { values } = parseArgs({ args: [...argv], options, strict: false });
  const named = asText(values.home) ?? env['PILOTHOUSE_HOME'];
  const home = path.resolve(named || path.join(userHome, '.pilothouse'));
  const runtime = env['XDG_RUNTIME_DIR'];
  return {
    home,
    runtimeDir: runtime ? path.join(runtime, 'pilothouse') : path.join(home, 'run'),
    wellKnownRoot: path.resolve(asText(values['well-known-root']) ?? '/'),
    mcpPort: readPort(asText(values['mcp-port']) ?? env['CLAUDE_BROWSER_MCP_PORT']),
    hidden: values.hidden === true,
    link: linkInArguments(argv),
    bundle: bundleInArguments(argv, folder),
  };
}

function readPort(text: string | undefined): number | null {
  if (!text) return null;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new Error(`The MCP port "${text}" is no port; give a number from 0 to 65535, where 0 takes a free one.`);
}

function asText(value: string | boolean | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
