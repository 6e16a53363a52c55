// What of a server is asked for wherever its bundle is installed: secrets, folders and files of this machine become settings of its `user_config`.
import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { moveSecrets } from '../../../secrets/move-secrets.ts';
import { anyHome } from './any-home.ts';
import type { UserConfigOption } from '../../../../../contract/schemas/bundle-manifest.ts';
import type { CommandConfig, ScriptConfig } from '../../../../../contract/schemas/servers.ts';

type Texts = Pick<CommandConfig, 'args' | 'env'>;

export interface AskedTexts extends Texts {
  readonly options: Readonly<Record<string, UserConfigOption>>;
}

const reference = /\$\{secret:([^{}]*)\}/g;

/** Values of secrets stay here: those that stand in the config itself are found as they are when a server is added. */
export async function askedTexts(
  name: string,
  config: CommandConfig | ScriptConfig,
  homeDir: string,
): Promise<AskedTexts> {
  const { config: moved } = moveSecrets(name, config, () => undefined);
  const options = new Options();
  const filled = (text: string) =>
    anyHome(text, homeDir).replace(reference, (_all, secret: string) =>
      options.add(secret, { type: 'string', sensitive: true }),
    );
  const env: Record<string, string> = {};
  for (const [variable, text] of Object.entries('env' in moved ? moved.env : {})) {
    const type = await placeType(text);
    env[variable] = type === null ? filled(text) : options.add(variable, { type });
  }
  const args = 'args' in moved ? await askedArguments(moved.args, options, filled) : [];
  return { args, env, options: options.all() };
}

/** Folders one after the other are one setting, which takes several: their number is the user's own. */
async function askedArguments(args: readonly string[], options: Options, filled: (text: string) => string) {
  const asked: string[] = [];
  let isAfterFolder = false;
  for (const text of args) {
    const type = await placeType(text);
    if (type === 'file') asked.push(options.add('file', { type }));
    if (type === 'directory' && !isAfterFolder) asked.push(options.add('folders', { type, multiple: true }));
    if (type === null) asked.push(filled(text));
    isAfterFolder = type === 'directory';
  }
  return asked;
}

async function placeType(text: string): Promise<'directory' | 'file' | null> {
  if (!isAbsolute(text) || text.includes('\0')) return null;
  const found = await stat(text).catch(() => null);
  if (found?.isDirectory()) return 'directory';
  return found?.isFile() ? 'file' : null;
}

class Options {
  readonly #options = new Map<string, UserConfigOption>();
  readonly #keys = new Map<string, string>();

  /** What stands for its value. A secret that is referred to twice is asked for once. */
  add(name: string, { type, sensitive, multiple }: Pick<UserConfigOption, 'type' | 'sensitive' | 'multiple'>): string {
    const known = sensitive ? this.#keys.get(name) : undefined;
    const key = known ?? this.#freeKey(name);
    this.#keys.set(name, key);
    this.#options.set(key, {
      type,
      title: name,
      description: '',
      required: true,
      ...(sensitive && { sensitive }),
      ...(multiple && { multiple }),
    });
    return `\${user_config.${key}}`;
  }

  all(): Record<string, UserConfigOption> {
    return Object.fromEntries(this.#options);
  }

  #freeKey(name: string): string {
    const plain = name.replace(/\W/g, '_').slice(0, 60) || 'value';
    let key = plain;
    for (let n = 2; this.#options.has(key); n += 1) key = `${plain}_${n}`;
    return key;
  }
}
