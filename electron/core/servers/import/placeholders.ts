// What apps write in place of a value, `${env:NAME}`, `${input:id}`, `${NAME:-default}`, as references to our secrets.
import { isRecord } from '../../../../contract/json.ts';
import { referenceTo } from '../../secrets/references.ts';
import { refused } from './read-entry.ts';
import type { Inputs } from './inputs.ts';

/** Which of them an app fills in: `${env:NAME}` and its like, or `${NAME}` as shells do. What it leaves alone stays. */
export type Placeholders = 'none' | 'named' | 'bare' | 'both';

export interface AppText {
  /** Where the user's home is, which some of them stand for; null where that is not known. */
  readonly home: string | null;
  readonly placeholders: Placeholders;
  /** What the file says of its `${input:id}`. */
  readonly inputs?: Inputs;
  /** Ids of those that the app gets by a command of its own. */
  readonly commands?: readonly string[];
}

const placeholder = /\$\{([^{}]*)\}/g;
const homes = { named: ['userHome', 'env:HOME', 'env:USERPROFILE'], bare: ['HOME'] };
const onlyTheApp =
  /^(?:workspace\w*|file\w*|config|command|cwd|execPath|defaultBuildTask|selectedText|lineNumber)(?::|$)/;

/** A name as the secret store takes it. */
export function secretName(wanted: string): string {
  const name = wanted.replace(/[^\w.-]+/g, '_');
  return (/^[A-Za-z_]/.test(name) ? name : `S_${name}`).slice(0, 100);
}

/** What no other program of this machine can read: a reference to a secret may stand there. */
const hidden = new Set(['env', 'headers', 'oauth']);

/**
 * An entry of a file with what stands for a value: in variables and headers it is taken as a reference to a secret of that name, because no
 * app's variables are known here, elsewhere it stays a placeholder. Throws HubError for what only the app itself can fill in, such as
 * `${workspaceFolder}`.
 */
export function expandPlaceholders(name: string, entry: unknown, app: AppText): unknown {
  if (app.placeholders === 'none') return entry;
  if (!isRecord(entry)) return expanded(name, entry, app, false);
  return Object.fromEntries(
    Object.entries(entry).map(([key, value]) => [key, expanded(name, value, app, hidden.has(key))]),
  );
}

function expanded(name: string, entry: unknown, app: AppText, isHidden: boolean): unknown {
  if (typeof entry === 'string')
    return entry.replace(placeholder, (whole, inner: string) => {
      const means = meaning(name, whole, inner, app);
      return typeof means === 'string' ? means : isHidden ? referenceTo(secretName(means.secret)) : whole;
    });
  if (Array.isArray(entry)) return entry.map(item => expanded(name, item, app, isHidden));
  if (!isRecord(entry)) return entry;
  return Object.fromEntries(Object.entries(entry).map(([key, value]) => [key, expanded(name, value, app, isHidden)]));
}

function meaning(
  name: string,
  whole: string,
  inner: string,
  { home, placeholders, inputs, commands = [] }: AppText,
): string | { readonly secret: string } {
  const named = placeholders !== 'bare';
  const bare = placeholders !== 'named';
  const isHome = (named && homes.named.includes(inner)) || (bare && homes.bare.includes(inner));
  if (isHome && home !== null) return home;
  const [, variable, instead] = (bare && /^([A-Za-z_]\w*)(?::-(.*))?$/s.exec(inner)) || [];
  if (instead !== undefined) return instead;
  const [, kind, asked] = (named && /^(env|input):([\w.-]+)$/.exec(inner)) || [];
  if (asked !== undefined && kind === 'input') {
    // VS Code runs a command to get such a value, which nobody has approved here.
    if (commands.includes(asked)) throw refused({ kind: 'entry-app-asks', name, placeholder: whole });
    // What may be seen is asked for in its place, where it stays visible.
    if (inputs?.get(asked)?.password === false) return whole;
  }
  if (asked !== undefined) return { secret: asked };
  if (named && onlyTheApp.test(inner)) {
    throw refused({ kind: 'entry-app-fills', name, placeholder: whole });
  }
  return variable === undefined ? whole : { secret: variable };
}
