// The shim that the doctor starts: an agent like any other, whose credential lists tools and can do nothing else.
import { isRecord, jsonIn } from '../../../contract/json.ts';
import { rpcErrors } from '../../../contract/rpc-errors.ts';
import { inEnglish } from '../../../words/english.ts';
import { AgentConnection } from './agent-connection.ts';
import type { PeerHello } from '../../../contract/schemas/endpoint.ts';
import type { Client } from '../../../contract/schemas/entities.ts';
import type { FrameChannel } from '../../../native-host/framing/frame-channel.ts';
import type { AgentServices } from './agent-services.ts';

const allowed: readonly unknown[] = ['initialize', 'notifications/initialized', 'ping', 'tools/list'];

/** Takes a proven shim of a probe; nothing of it stays once it has left. */
export function acceptProbe(
  agentServices: AgentServices,
  client: Client,
  hello: PeerHello & { role: 'mcp' },
  channel: FrameChannel,
): void {
  const connection = new AgentConnection(
    agentServices,
    {
      client,
      instance: hello.instanceId,
      transport: 'stdio',
      program: hello.program,
      disconnect: reason => channel.close(inEnglish(reason)),
    },
    text => channel.send(text),
  );
  channel.onText(text => {
    const refusal = refusalOf(text);
    if (refusal === null) connection.receive(text);
    else channel.send(refusal);
  });
  channel.onClose(() => {
    connection.closed({ kind: 'left-by-itself' }, false);
    agentServices.agents.forget(connection.agentId);
  });
}

/** Of everything that is not one message with one of those methods, also of several at once. */
function refusalOf(text: string): string | null {
  const message = jsonIn(text);
  if (isRecord(message) && allowed.includes(message['method'])) return null;
  const id = isRecord(message) ? (message['id'] ?? null) : null;
  const error = {
    code: rpcErrors.methodNotFound,
    message: 'A credential of the doctor lists tools and does nothing else.',
  };
  return JSON.stringify({ jsonrpc: '2.0', id, error });
}
