// `pilothouse add`: what a bundle is and asks for is shown, then it is installed. No secret is taken from the command line.
import path from 'node:path';
import { askHub } from '../core/ask-hub.ts';
import { printLines } from '../core/platform/terminal.ts';
import { columns } from './columns.ts';
import { UsageError } from './exit-codes.ts';
import { valuesOf } from './install-values.ts';
import { printAnswer } from './print-answer.ts';
import { sayWaits } from './say-waits.ts';
import type { Bundle } from '../../contract/schemas/bundles.ts';
import type { AskedField } from '../../contract/schemas/catalogue.ts';
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
