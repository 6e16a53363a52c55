// What the command line may ask of a running hub, over the hub endpoint: its status, its end, its grants, and requests of the panel.
import { waitsMethod } from '../../../contract/cli.ts';
import { HubError } from '../../../contract/errors.ts';
import { rpcErrors } from '../../../contract/rpc-errors.ts';
import { cliQuestions } from '../../../contract/schemas/cli.ts';
import { faultOf } from '../../../contract/schemas/value-fault.ts';
import { inEnglish } from '../../../words/english.ts';
import { hubError } from '../../../words/hub-error.ts';
import { commandLineAsker } from '../permissions/rule-asker.ts';
import { mcpCancel, Peer } from '../wire/peer.ts';
import { RpcError } from '../wire/rpc-error.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { CliAnswer, CliParsedParams, CliQuestion } from '../../../contract/schemas/cli.ts';
import type { RuleAsker } from '../../../contract/schemas/rule-changes.ts';
import type { FrameChannel } from '../../../native-host/framing/frame-channel.ts';
import type { Waiting } from '../permissions/rule-changes.ts';
import type { TraceTap } from '../trace/tap.ts';

/** One for each question of contract/schemas/cli.ts; `from` is who asks, to be told when the answer waits for the user. */
export type CliCommands = {
  readonly [Q in CliQuestion]: (params: CliParsedParams<Q>, from: Waiting) => CliAnswer<Q> | Promise<CliAnswer<Q>>;
};

/** Who only reads is not looked for. */
const unnamed: ReadonlySet<CliQuestion> = new Set([
  'status',
  'grants:list',
  'grants:explain',
  'secrets:list',
  'servers:config',
  'servers:found',
  'servers:import-preview',
  'servers:logs',
  'trace:window',
  'browsers:list',
  'browsers:who',
]);

/** The command line is the user, not a part of what is watched: its questions are not traced. */
const untraced: TraceTap = { open: () => 0, waiting: () => {}, close: () => {} };

export function acceptCli(channel: FrameChannel, commands: CliCommands, os: NodeJS.Platform): void {
  const left = new AbortController();
  channel.onClose(() => left.abort());
  const told = (reason: Reason) => {
    const params = { text: inEnglish(reason), reason };
    void channel.send(JSON.stringify({ jsonrpc: '2.0', method: waitsMethod, params }));
  };
  const party = { kind: 'hub' as const, id: 'cli', label: 'pilothouse' };
  const peer = new Peer({
    hub: party,
    other: () => party,
    tap: untraced,
    cancel: mcpCancel,
    send: text => channel.send(text),
    handle: async ({ method, params }) => {
      if (isQuestion(method, commands)) {
        // Before anything is done: whoever leaves after that is known.
        const asker: RuleAsker = unnamed.has(method)
          ? { via: 'cli', processes: [] }
          : await commandLineAsker(channel.descriptor, os);
        return {
          result: await answer(method, params ?? {}, commands, { asker, signal: left.signal, told }).catch(withReason),
        };
      }
      throw new RpcError(
        rpcErrors.methodNotFound,
        `The hub does not know the command ${JSON.stringify(method.slice(0, 60))}.`,
      );
    },
  });
  channel.onText(text => peer.receive(text));
}

function isQuestion(method: string, commands: CliCommands): method is CliQuestion {
  return Object.hasOwn(commands, method);
}

/** What the refusal says as a value goes along, so that the command line can say it in the language of its user. */
function withReason(error: unknown): never {
  if (!(error instanceof HubError) || error.reason === undefined) throw error;
  throw new HubError(error.code, error.message, { ...error.data, reason: error.reason });
}

async function answer(question: CliQuestion, params: unknown, commands: CliCommands, from: Waiting): Promise<unknown> {
  const parsed = cliQuestions[question].params.safeParse(params);
  if (!parsed.success) throw hubError('ERR_INVALID_ARGUMENTS', faultOf(parsed.error, params));
  // The table pairs each question with its own command; TypeScript cannot follow the pairing through a union of names.
  const command = commands[question] as (params: unknown, from: Waiting) => unknown;
  return command(parsed.data, from);
}
