// What libraries for command lines say of arguments that do not do, and usage texts that stand alone.
import { part } from './recogniser.ts';
import type { Recogniser } from './recogniser.ts';

function argumentsFailed(pattern: RegExp): Recogniser {
  return { pattern, why: match => ({ kind: 'wrong-arguments', said: part(match, 'said').replace(/\s*\n\s*/g, ' ') }) };
}

export const usageFailures: readonly Recogniser[] = [
  // argparse
  argumentsFailed(
    /^\S{1,200}: error: (?<said>(?:the following|unrecognized|argument|one of|not allowed|invalid choice).{1,400})/gm,
  ),
  // click and typer
  argumentsFailed(
    /^Usage: .{1,300}\n(?:.{1,300}\n){0,3}?.{0,3}(?:Error: |│ )?(?<said>(?:No such option|Missing (?:option|argument|parameter|command)|Got unexpected|Invalid value).{1,300})/gm,
  ),
  // commander, clap, Node
  argumentsFailed(
    /^error: (?<said>(?:required option|unknown option|unknown command|missing required|too many arguments|option '|unexpected argument|invalid value|the following required arguments were not provided:\n).{1,300})/gm,
  ),
  argumentsFailed(/^\S{0,200}node(?:\.exe)?: (?<said>bad option: \S{1,200})/gm),
  // yargs
  argumentsFailed(
    /^(?<said>(?:Missing required argument|Unknown argument|Not enough (?:non-option )?arguments|Invalid values)s?:? .{1,300})/gm,
  ),
  // Go
  argumentsFailed(/^(?<said>flag provided but not defined: .{1,200})/gm),
  { ...argumentsFailed(/^(?<said>usage:? .{1,300})/gim), isHint: true },
];
