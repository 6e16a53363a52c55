// Agents that come through the hub endpoint: one `pilothouse mcp` process each, proven by its client's own secret.
import { inEnglish } from '../../../words/english.ts';
import { ReadableRun } from '../wire/readable-run.ts';
import { EitherEra } from './either-era.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { PeerHello } from '../../../contract/schemas/endpoint.ts';
import type { Message } from '../../../contract/schemas/messages.ts';
import type { FrameChannel } from '../../../native-host/framing/frame-channel.ts';
import type { Dismissal } from '../agents/arrived-agent.ts';
import type { ClientRegistry } from '../clients/client-registry.ts';
import type { AgentServices } from './agent-services.ts';

const behindBytes = 4 * 1024 * 1024;
/** Well below what a channel takes before it closes. */
const maxWaitingBytes = 48 * 1024 * 1024;

/** Takes a proven shim. Its frames are JSON-RPC messages of MCP, one a frame. */
export function acceptShim(
  agentServices: AgentServices,
  clients: ClientRegistry,
  hello: PeerHello & { role: 'mcp' },
  channel: FrameChannel,
  randomBytes: (size: number) => Buffer,
): void {
  const client = clients.get(hello.clientId);
  if (!client) return channel.close(`The client ${hello.clientId} was revoked.`);
  let ended: Reason | null = null;
  const connecting = {
    client,
    instance: hello.instanceId,
    transport: 'stdio' as const,
    program: hello.program,
    end: { kind: 'unix', descriptor: channel.descriptor, isShim: true } as const,
    disconnect: (reason: Reason, why: Dismissal) => {
      // The shim would look for the hub again at once, and be back before the user has looked away.
      if (why === 'dismissed') channel.send(JSON.stringify({ pilothouse: 'disconnected', because: inEnglish(reason) }));
      ended = reason;
      channel.close(inEnglish(reason));
    },
  };
  const refusal = agentServices.agents.refusalOf(connecting);
  if (refusal) return connecting.disconnect(refusal, 'dismissed');
  const write = (text: string, message: Message) => {
    if (message.kind === 'result') expectRoom(channel, text.length);
    channel.send(text);
  };
  const wire = { serverId: hello.serverId, isBehind: () => channel.bufferedBytes > behindBytes };
  const agent = new EitherEra({ services: agentServices, connecting, wire, randomBytes, write });
  clients.seen(client.id);
  const run = new ReadableRun(reason => connecting.disconnect(reason, 'revoked'));
  channel.onText(text => run.note(agent.receive(text)));
  channel.onClose((_, end) => agent.closed(ended ?? end ?? { kind: 'left-by-itself' }));
}

/** Several large answers at once cost those that do not fit, never the connection. */
function expectRoom({ bufferedBytes }: FrameChannel, length: number): void {
  if (bufferedBytes === 0 || bufferedBytes + length <= maxWaitingBytes) return;
  throw new Error(
    `This answer has ${length} bytes while ${bufferedBytes} bytes of others wait to be read; ask for fewer large answers at once.`,
  );
}
