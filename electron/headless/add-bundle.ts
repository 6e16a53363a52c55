// `pilothouse add`: what a bundle is and asks for is shown, then it is installed. No secret is taken from the command line.
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { askHub } from '../core/ask-hub.ts';
import { printLines } from '../core/platform/terminal.ts';
import { columns } from './columns.ts';
import { UsageError } from './exit-codes.ts';
import { printAnswer } from './print-answer.ts';
import { readSecret } from './read-input.ts';
import { sayWaits } from './say-waits.ts';
import type { Bundle } from '../../contract/schemas/bundles.ts';
import type { AskedField, FieldValues } from '../../contract/schemas/catalogue.ts';
import type { CliAnswer } from '../../contract/schemas/cli.ts';
import type { CliWords } from './words/cli-words.ts';

export interface AddBundleOptions {
  readonly name?: string;
  readonly set: readonly string[];
  readonly show: boolean;
  readonly json: boolean;
}

type Plan = CliAnswer<'installs:plan'>;

export async function addBundle(home: string, file: string, options: AddBundleOptions, words: CliWords): Promise<void> {
  if (!/\.(?:mcpb|dxt)$/i.test(file)) throw new UsageError(words.whichBundle(file));
  const { bundle } = await askHub(home, 'bundles:open', { path: path.resolve(file) });
  const from = { kind: 'bundle', bundleId: bundle.bundleId } as const;
  try {
    const plan = await askHub(home, 'installs:plan', { from });
    if (!options.json) printLines(bundleLines(bundle, plan, words));
    if (options.show) return printAnswer(options.json, { bundle, plan }, () => [words.nothingInstalled]);
    const why = plan.forbidden ?? bundle.unsuitable;
    if (why) throw new Error(words.reason(why));
    const values = await valuesOf(plan.fields, options.set, words);
    const asked = { from, name: options.name ?? plan.name, values };
    const { serverId } = await askHub(home, 'installs:begin', asked, sayWaits(words, options.json));
    printAnswer(options.json, { bundle, server: serverId }, () => [words.bundleInstalls(serverId)]);
  } catch (error) {
    await askHub(home, 'bundles:drop', { bundleId: bundle.bundleId }).catch(() => {});
    throw error;
  }
}

function bundleLines(bundle: Bundle, { fields, commandLine, warnings, missing }: Plan, words: CliWords): string[] {
  const { signature, tools, unsuitable } = bundle;
  const reasons = [...bundle.warnings, ...warnings, ...(missing ? [missing] : []), ...(unsuitable ? [unsuitable] : [])];
  return [
    words.bundleTitle(bundle),
    ...(bundle.description === '' ? [] : [bundle.description]),
    signature.kind === 'broken' ? words.brokenSignature(words.reason(signature.reason)) : words.signedBy(signature),
    words.bundleType(bundle.type),
    ...(tools.length === 0 ? [] : [words.bundleTools(tools.map(({ name }) => name))]),
    words.wouldRunBundle(commandLine),
    ...(fields.length === 0 ? [words.asksForNothing] : [words.asksFor, ...fieldLines(fields, words)]),
    ...reasons.map(reason => words.warning(words.reason(reason))),
  ];
}

function fieldLines(fields: readonly AskedField[], words: CliWords): string[] {
  const facts = ({ kind, required, secret, multiple, defaults }: AskedField) => [
    words.fieldKinds[kind],
    ...(required ? [words.isRequired] : []),
    ...(secret ? [words.isSecretField] : []),
    ...(multiple ? [words.takesSeveral] : []),
    ...(defaults.length > 0 && !secret ? [words.hasDefaults(defaults)] : []),
  ];
  return columns(fields.map(field => [`  ${field.key}`, field.label, facts(field).join(', ')]));
}

/** Throws UsageError for what it does not ask for, and for what is still missing. */
async function valuesOf(fields: readonly AskedField[], set: readonly string[], words: CliWords): Promise<FieldValues> {
  const values = new Map<string, string[]>();
  for (const setting of set) take(setting, false);
  const secrets = fields.filter(({ secret, required, defaults }) => secret && required && defaults.length === 0);
  if (secrets.length > 0 && process.stdin.isTTY) await typeAll();
  else if (secrets.length > 0) for (const line of lines(await text(process.stdin))) take(line, true);
  const missing = fields.filter(({ key, required, defaults }) => required && defaults.length === 0 && !values.has(key));
  if (missing.length > 0) throw new UsageError(words.missingSettings(missing.map(({ key }) => key)));
  return Object.fromEntries(values);

  function take(setting: string, isFromInput: boolean): void {
    const at = setting.indexOf('=');
    // What came from standard input may be a secret as a whole.
    if (at <= 0) throw new UsageError(words.badSetting(isFromInput ? '…' : setting));
    const [key, value] = [setting.slice(0, at), setting.slice(at + 1)];
    const field = fields.find(one => one.key === key);
    if (!field)
      throw new UsageError(
        words.noSetting(
          key,
          fields.map(one => one.key),
        ),
      );
    if (field.secret && !isFromInput) throw new UsageError(words.secretNotHere(key));
    if (!field.secret && isFromInput) throw new UsageError(words.onlySecretsHere(key));
    const before = values.get(key) ?? [];
    if (before.length > 0 && !field.multiple) throw new UsageError(words.oneValueOnly(key));
    values.set(key, [...before, value]);
  }

  async function typeAll(): Promise<void> {
    for (const { key, label } of secrets) {
      const value = await readSecret(words.typeField(label));
      if (value) values.set(key, [value]);
    }
  }
}

function lines(input: string): string[] {
  return input.split(/\r?\n/).filter(line => line !== '');
}
