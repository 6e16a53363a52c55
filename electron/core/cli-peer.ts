// What the command line may ask of a running hub, over the hub endpoint: its status, its window, its end, its grants.
import { rpcErrors } from '../contract/messages.ts';
import { cliQuestions } from '../contract/cli.ts';
import { HubError } from '../contract/errors.ts';
import { sentenceOf } from './zod-sentence.ts';
import { mcpCancel, Peer } from './wire/peer.ts';
import { RpcError } from './wire/rpc-error.ts';
import type { CliAnswer, CliParsedParams, CliQuestion } from '../contract/cli.ts';
import type { FrameChannel } from '../../native-host/framing/frame-channel.ts';
import type { TraceTap } from './trace/tap.ts';

/** One for each question of contract/cli.ts. */
export type CliCommands = {
  readonly [Q in CliQuestion]: (params: CliParsedParams<Q>) => CliAnswer<Q> | Promise<CliAnswer<Q>>;
};

/** The command line is the user, not a part of what is watched: its questions are not traced. */
const untraced: TraceTap = { open: () => 0, waiting: () => {}, close: () => {} };

export function acceptCli(channel: FrameChannel, commands: CliCommands): void {
  const party = { kind: 'hub' as const, id: 'cli', label: 'pilothouse' };
  const peer = new Peer({
    hub: party,
    other: () => party,
    tap: untraced,
    cancel: mcpCancel,
    send: text => channel.send(text),
    handle: async ({ method, params }) => {
      if (isQuestion(method, commands)) return answer(method, params ?? {}, commands);
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

function answer(question: CliQuestion, params: unknown, commands: CliCommands): unknown {
  const parsed = cliQuestions[question].params.safeParse(params);
  if (!parsed.success) throw new HubError('ERR_INVALID_ARGUMENTS', sentenceOf(parsed.error));
  // The table pairs each question with its own command; TypeScript cannot follow the pairing through a union of names.
  const command = commands[question] as (params: unknown) => unknown;
  return command(parsed.data);
}
