// What apps write in place of a value, `${env:NAME}`, `${input:id}`, `${NAME:-default}`, as references to our secrets.
import { quoted, refused } from './read-entry.ts';
import type { ServerConfig } from '../../../contract/servers.ts';

/** Which of them an app fills in: `${env:NAME}` and its like, or `${NAME}` as shells do. What it leaves alone stays. */
export type Placeholders = 'none' | 'named' | 'bare' | 'both';

export interface AppText {
  /** Where the user's home is, which some of them stand for; null where that is not known. */
  readonly home: string | null;
  readonly placeholders: Placeholders;
}

const placeholder = /\$\{([^{}]*)\}/g;
const homes = { named: ['userHome', 'env:HOME', 'env:USERPROFILE'], bare: ['HOME'] };
const onlyTheApp =
  /^(?:workspace\w*|file\w*|config|command|cwd|execPath|defaultBuildTask|selectedText|lineNumber)(?::|$)/;

/** The reference to a secret of ours, as configs hold it. */
export function secretReference(name: string): string {
  return `\${secret:${name}}`;
}

/** A name as the secret store takes it. */
export function secretName(wish: string): string {
  const name = wish.replace(/[^\w.-]+/g, '_');
  return (/^[A-Za-z_]/.test(name) ? name : `S_${name}`).slice(0, 100);
}

/**
 * Takes what stands for a value as a reference to a secret of that name: no app's variables are known here. Throws
 * HubError for what only the app itself can fill in, such as `${workspaceFolder}`.
 */
export function expandPlaceholders(name: string, config: ServerConfig, app: AppText): ServerConfig {
  if (app.placeholders === 'none') return config;
  return mapTexts(config, text =>
    text.replace(placeholder, (whole, inner: string) => meaning(name, whole, inner, app)),
  );
}

function mapTexts(config: ServerConfig, change: (text: string) => string): ServerConfig {
  const values = (table: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(table).map(([key, value]) => [key, change(value)]));
  switch (config.kind) {
    case 'stdio': {
      const { command, args, env, cwd } = config;
      const changed = { ...config, command: change(command), args: args.map(change), env: values(env) };
      return cwd === undefined ? changed : { ...changed, cwd: change(cwd) };
    }
    case 'http':
    case 'sse':
      return { ...config, url: change(config.url), headers: values(config.headers) };
    case 'javascript':
      return { ...config, file: change(config.file), env: values(config.env) };
    case 'wasm':
      return { ...config, file: change(config.file), args: config.args.map(change), env: values(config.env) };
  }
}

function meaning(name: string, whole: string, inner: string, { home, placeholders }: AppText): string {
  const named = placeholders !== 'bare';
  const bare = placeholders !== 'named';
  const isHome = (named && homes.named.includes(inner)) || (bare && homes.bare.includes(inner));
  if (isHome && home !== null) return home;
  const [, variable, instead] = (bare && /^([A-Za-z_]\w*)(?::-(.*))?$/s.exec(inner)) || [];
  if (instead !== undefined) return instead;
  const [, asked] = (named && /^(?:env|input):([\w.-]+)$/.exec(inner)) || [];
  if (asked !== undefined) return secretReference(secretName(asked));
  if (named && onlyTheApp.test(inner)) {
    throw refused(
      `${quoted(name)} uses ${whole}, which only the app it comes from can fill in; write the value itself.`,
    );
  }
  return variable === undefined ? whole : secretReference(secretName(variable));
}
