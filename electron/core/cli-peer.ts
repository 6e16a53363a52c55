// What the command line may ask of a running hub, over the hub endpoint: its status, its window, its end.
import { rpcErrors } from '../contract/messages.ts';
import { mcpCancel, Peer } from './wire/peer.ts';
import { RpcError } from './wire/rpc-error.ts';
import type { CliAnswers, CliQuestion } from '../contract/cli.ts';
import type { FrameChannel } from '../../native-host/framing/frame-channel.ts';
import type { TraceTap } from './trace/tap.ts';

/** One for each question of contract/cli.ts. */
export type CliCommands = { readonly [Q in CliQuestion]: () => CliAnswers[Q] };

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
    handle: async ({ method }) => {
      if (isQuestion(method, commands)) return commands[method]();
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
