// What Node says: the line of the error stands above its stack.
import { part, partOrNull } from './recogniser.ts';
import type { Recogniser } from './recogniser.ts';

/** Syntax that was new once, as an old Node names it. */
const newerSyntax =
  "Unexpected (?:token (?:'(?:[?&|]{2}=|\\?\\.|\\?\\?|\\.|\\{|\\*|with)'|[?.{*])|reserved word|identifier|private field)";
/** Globals that came with Node 15 to 22. */
const newerGlobals =
  '(?:fetch|File|Blob|FormData|Headers|Response|Request|ReadableStream|structuredClone|WebSocket|CustomEvent|navigator|crypto|AggregateError) is not defined';
const newerMethods =
  '(?:Promise\\.withResolvers|Object\\.(?:hasOwn|groupBy)|Array\\.fromAsync|\\S+\\.(?:replaceAll|at|findLast|toSorted|toReversed|isSubsetOf)) is not a function';
/** Before Node 17 no version stands below a stack, and the files of its own are named without `node:`. */
const stack = '(?:\\n +at .*){0,30}';

export const nodeFailures: readonly Recogniser[] = [
  {
    pattern:
      /\[?ERR_MODULE_NOT_FOUND\]?: Cannot find (?:package|module) '(?<module>[^'\n]{1,500})' imported from (?<from>.{1,500})/g,
    why: match => ({ kind: 'node-no-module', module: part(match, 'module'), from: part(match, 'from') }),
  },
  {
    pattern: /^Error: Cannot find module '(?<module>[^'\n]{1,500})'(?:\nRequire stack:\n- (?<from>.{1,500}))?/gm,
    why: match => {
      const [module, from] = [part(match, 'module'), partOrNull(match, 'from')];
      return from === null ? { kind: 'no-program-file', file: module } : { kind: 'node-no-module', module, from };
    },
  },
  {
    pattern:
      /\[?ERR_UNKNOWN_FILE_EXTENSION\]?: Unknown file extension "(?<extension>[^"\n]{0,40})" for (?<file>.{1,500})/g,
    why: match => ({ kind: 'node-file-kind', extension: part(match, 'extension'), file: part(match, 'file') }),
  },
  {
    pattern: new RegExp(
      `^(?<said>SyntaxError: ${newerSyntax}|ReferenceError: ${newerGlobals}|TypeError: ${newerMethods}|Error \\[ERR_UNKNOWN_BUILTIN_MODULE\\]: .{1,200}|SyntaxError: The requested module 'node:.{1,200})${stack}(?:[^]{0,400}?Node\\.js (?<version>v[\\d.]+))?`,
      'gm',
    ),
    why: match => ({ kind: 'node-too-old', said: part(match, 'said'), version: partOrNull(match, 'version') }),
  },
];

/** Whatever else it was. */
export const nodeExceptions: readonly Recogniser[] = [
  {
    pattern:
      /^\[?(?<said>[A-Za-z]*(?:Error|Exception)(?: \[\w+\])?: [^\n\]]{1,500})\]?(?:\n(?! *at ).{1,500}){0,8}?(?:\n +at .*){1,90}/gm,
    why: match => ({ kind: 'program-exception', said: part(match, 'said') }),
  },
];
